import { record } from '../record.js';

/** A JSON object. Read it with `own`, so that inherited properties are ignored. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object and not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own property, never an inherited one (docs/reading-policy.md R28). */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether `text` can be shown as the id of a deposit (docs/reading-policy.md R11). */
export function isDepositId(text: string): boolean {
  return /^[\x21-\x7e]{1,64}$/.test(text);
}

/**
 * Whether `text` is a time in milliseconds: 13 digits. Seconds are not converted (docs/reading-policy.md
 * R12).
 */
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
  const texts: { [K in Key]?: string } = record({});
  for (const key of keys) {
    const text = readText(own(entry, key));
    if (text !== undefined && isValid(text)) texts[key] = text;
  }
  return texts;
}

/**
 * Returns a string unchanged, and a number as text if JavaScript represents it exactly, with up to two
 * decimals (docs/reading-policy.md R11 and R33).
 */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return undefined;
  const isExact = Number.isSafeInteger(value) || Math.abs(value * 100) <= Number.MAX_SAFE_INTEGER;
  return isExact ? String(value) : undefined;
}

/** Reads a value. Returns undefined if it has another shape. */
export type Read<Value> = (value: unknown) => Value | undefined;

/** How each member of an object is read. */
export type MemberReaders<Members> = { readonly [Name in keyof Members]: Read<Members[Name]> };

/**
 * Why an object is unreadable: the name of the first invalid member, or none if the value is not an object.
 */
export interface Unreadable {
  readonly unreadable: readonly string[];
}

/** Reads these members of an object and drops all others. Stops at the first unreadable member. */
export function readMembers<Members extends object>(
  reads: MemberReaders<Members>,
  value: unknown,
): Members | Unreadable {
  if (!isJsonObject(value)) return { unreadable: [] };
  const members: Record<string, unknown> = record({});
  for (const [name, read] of Object.entries<Read<unknown>>(reads)) {
    members[name] = read(own(value, name));
    if (members[name] === undefined) return { unreadable: [name] };
  }
  return members as Members;
}

/** Whether a value could not be read. */
export function isUnreadable(result: object): result is Unreadable {
  return 'unreadable' in result;
}
