/**
 * Whether a text is a PostgreSQL URL. Checked because `pg` treats any other text as the name of a local
 * database.
 */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}
