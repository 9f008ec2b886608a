/**
 * Whether a text is a PostgreSQL URL. Checked because `pg` takes any other text for the name of a local
 * database.
 */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}
