/** The order of each session, in place of your session store. */
export const sessions = new Map<string, string>();
