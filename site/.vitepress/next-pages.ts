/** The pages that the home page links to: path, title and description. */
export const nextPages = [
  ['/quick-starts', 'Quick starts', 'The tag in plain HTML, React, Vue, Svelte, Angular and others.'],
  ['/overview#start-to-finish', 'Start to finish', 'From an empty folder to a paid order, in four files.'],
  ['/back-end', 'The back end', 'Grants, sessions, hooks, and what your server has to promise.'],
  ['/go-live', 'Go live', 'What to check before production, and how to see each point.'],
] as const;
