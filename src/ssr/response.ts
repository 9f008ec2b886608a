/** The JSON of an endpoint's response; undefined if it is a problem. */
export async function answerJson(response: Response): Promise<object | undefined> {
  if (!response.ok) return undefined;
  const json: unknown = await response.json().catch(() => undefined);
  return typeof json === 'object' && json !== null ? json : undefined;
}
