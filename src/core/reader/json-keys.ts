const STRING_OR_KEY = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Whether a JSON text says a key of one object twice: the keys written are counted against the keys of what was read from
 * it. Parsers let it pass, all of them or where both values are equal; it is never what an honest sender writes.
 */
export function repeatsKey(text: string, value: unknown): boolean {
  return keysWritten(text) !== countKeys(value);
}

function keysWritten(text: string): number {
  let keys = 0;
  for (const [, colon] of text.matchAll(STRING_OR_KEY)) if (colon !== undefined) keys += 1;
  return keys;
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, item) => sum + countKeys(item), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}
