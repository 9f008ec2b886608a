const STRING_OR_KEY = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Whether a JSON text contains the same key twice in one object. `value` is the parsed text: the keys of the
 * text are counted and compared with the keys of the value. Parsers accept duplicate keys and disagree about
 * which value counts.
 */
export function hasDuplicateKey(text: string, value: unknown): boolean {
  return countWrittenKeys(text) !== countKeys(value);
}

function countWrittenKeys(text: string): number {
  let keys = 0;
  for (const [, colon] of text.matchAll(STRING_OR_KEY)) if (colon !== undefined) keys += 1;
  return keys;
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, item) => sum + countKeys(item), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}
