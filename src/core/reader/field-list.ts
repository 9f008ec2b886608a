import { isJsonObject, own, type JsonObject } from './members.js';

/** One value of a `fieldList`, as received. */
export interface FieldEntry {
  readonly key: string;
  readonly raw: string;
  /** Whether the value was a number or a boolean: leading zeros or digits may be lost. */
  readonly lossy: boolean;
}

/** The contents of a `fieldList`. */
export interface Entries {
  readonly entries: readonly FieldEntry[];
  /** Keys whose value is nested too deeply to be shown. */
  readonly dropped: readonly string[];
  /**
   * Whether the number or the length of values exceeds a limit. Then nothing of the response may be shown.
   */
  readonly exceeded: boolean;
}

const MAX_FIELDS = 64;
/**
 * The maximum length of a key, of a value, and of every other text of a slip (docs/reading-policy.md R27).
 */
const MAX_VALUE = 4 * 1024;
const MAX_IMAGE = 200 * 1024;
const IMAGE = /^(data:image\/|iVBORw0KGgo|\/9j\/)/;

/**
 * Reads a `fieldList` in any of its shapes (docs/reading-policy.md R3, R4 and R27): values as strings or
 * arrays of strings (the structure and the samples of the API specification differ), one nested level, and a
 * list of `{name, value}` or `{title, value}` pairs.
 */
export function readFieldList(fieldList: unknown): Entries {
  const pairs = Array.isArray(fieldList)
    ? fieldList.flatMap(toPair)
    : isJsonObject(fieldList)
      ? Object.entries(fieldList)
      : [];
  const dropped: string[] = [];
  if (pairs.length > MAX_FIELDS) return { entries: [], dropped, exceeded: true };
  const entries = pairs.flatMap(([key, value]) => flatten(key, value, dropped));
  const exceeded = entries.length + dropped.length > MAX_FIELDS || entries.some(isBeyondLimits);
  return { entries, dropped, exceeded };
}

function toPair(entry: unknown): [string, unknown][] {
  if (!isJsonObject(entry)) return [];
  const name = own(entry, 'name') ?? own(entry, 'title');
  return typeof name === 'string' ? [[name, own(entry, 'value')]] : [];
}

function flatten(key: string, value: unknown, dropped: string[], depth = 0): FieldEntry[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string') return [{ key, raw: value, lossy: false }];
  if (typeof value === 'number' || typeof value === 'boolean')
    return [{ key, raw: String(value), lossy: true }];
  // The depth is limited, because JSON can be nested more deeply than the call stack allows.
  if (Array.isArray(value) && depth < 2)
    return value.flatMap((item) => flatten(key, item, dropped, depth + 1));
  if (isJsonObject(value) && depth === 0) return nested(key, value, dropped);
  dropped.push(key);
  return [];
}

function nested(key: string, value: JsonObject, dropped: string[]): FieldEntry[] {
  return Object.entries(value).flatMap(([sub, item]) => flatten(`${key} · ${sub}`, item, dropped, 1));
}

function isBeyondLimits({ key, raw }: FieldEntry): boolean {
  return isTooLong(key) || (IMAGE.test(raw) ? raw.length > MAX_IMAGE : isTooLong(raw));
}

/**
 * Whether text is too long, or has more consecutive combining marks than any language (UAX #15, Stream-Safe
 * Text Format). Half-width voiced sound marks are letters that become combining marks when they are
 * normalized.
 */
export function isTooLong(text: string): boolean {
  return text.length > MAX_VALUE || /[\p{M}\uff9e\uff9f]{31}/u.test(text);
}
