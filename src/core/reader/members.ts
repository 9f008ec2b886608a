/** A JSON object. Read it with `own`, so that inherited properties are ignored. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object and not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own property, and never an inherited one (docs/reading-policy.md R28). */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether `text` can be shown as the id of a deposit (docs/reading-policy.md R11). */
export function isDepositId(text: string): boolean {
  return /^[\x21-\x7e]{1,64}$/.test(text);
}

/** Whether `text` is a time in milliseconds: 13 digits. Seconds are not converted (docs/reading-policy.md R12). */
export function isTime(text: string): boolean {
  return /^[0-9]{13}$/.test(text);
}

/** Whether a value is the id of a deposit method. */
export function isPaymentId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** The members of an entry whose text is valid; an invalid one is omitted. */
export function textFields<Key extends string>(
  entry: JsonObject,
  keys: readonly Key[],
  isValid: (text: string) => boolean,
): { [K in Key]?: string } {
  const texts: { [K in Key]?: string } = {};
  for (const key of keys) {
    const text = textOf(own(entry, key));
    if (text !== undefined && isValid(text)) texts[key] = text;
  }
  return texts;
}

/**
 * Returns a string as it is, and a number as text if JavaScript represents it exactly, two decimals included
 * (docs/reading-policy.md R11 and R33).
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return undefined;
  const isExact = Number.isSafeInteger(value) || Math.abs(value * 100) <= Number.MAX_SAFE_INTEGER;
  return isExact ? String(value) : undefined;
}
