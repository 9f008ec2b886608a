/** Throws if the element to render requires signed responses. */
export function refuseKey(options: object): void {
  if ('trustKey' in options && options.trustKey !== undefined)
    throw new TypeError(
      'A response in the page has no signature: with trustKey, the element must request it.',
    );
}

/** The JSON of an endpoint's response; undefined if it is a problem. */
export async function jsonOf(response: Response): Promise<object | undefined> {
  if (!response.ok) return undefined;
  const json: unknown = await response.json().catch(() => undefined);
  return typeof json === 'object' && json !== null ? json : undefined;
}
