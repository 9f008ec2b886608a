/** Whether a text is the address of a PostgreSQL database. `pg` takes any text for the name of one on this machine. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}
