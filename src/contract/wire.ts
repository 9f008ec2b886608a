import { isLosslessNumber, type LosslessNumber } from 'lossless-json';
import { z } from 'zod';

/** The currencies of the pending-fund query (spec: Get pending fund account; Limits). */
export const FIATS = ['MXN', 'ARS', 'COP', 'BRL', 'PEN', 'USD', 'EUR'] as const;

/** ISO 4217, of the API's own currencies. */
export type Fiat = (typeof FIATS)[number];

/**
 * A number as it may come: written as a string, or as a JSON number of any length. A JavaScript number is taken only
 * where it is exact, so that an id beyond 2^53 is never silently another one. The result is its digits.
 */
export const numeral = z.custom<Numeral>(isNumeral, { error: 'a number' }).transform(String);

/** What `numeral` takes. */
export type Numeral = string | number | bigint | LosslessNumber;

function isNumeral(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value === 'string' || typeof value === 'bigint' || isLosslessNumber(value);
}

// What JSON Schema cannot see of a check in code is said to it by `meta` (contract/openapi.ts).

/** An id: the spec's tables say number, its structures and samples string. Read as a string of digits. */
export const idValue = numeral
  .refine((text) => /^[0-9]{1,40}$/.test(text), { error: 'an id' })
  .meta({ type: ['string', 'integer'], pattern: '^[0-9]{1,40}$' });

/** A decimal, signed or not, as a plain decimal string with the decimals that came: `1E+2` is `100`, `22.00` stays. */
export const decimalValue = numeral
  .transform((text, context) => {
    const plain = plainDecimal(text);
    if (plain !== undefined) return plain;
    context.addIssue({ code: 'custom', message: 'a decimal' });
    return z.NEVER;
  })
  .meta({ type: ['string', 'number'], description: 'A decimal in units of its currency; never rounded.' });

/** Digits are moved as an exponent says and leading zeros dropped; none is rounded (reading.md, R33). */
function plainDecimal(text: string): string | undefined {
  const parts = /^(-?)([0-9]{1,30})(?:\.([0-9]{1,30}))?(?:[eE]([+-]?[0-9]{1,2}))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const point = whole.length + Number(exponent);
  const digits = '0'.repeat(Math.max(1 - point, 0)) + (whole + fraction).padEnd(point, '0');
  const at = Math.max(point, 1);
  const before = digits.slice(0, at).replace(/^0+(?=[0-9])/, '');
  const after = digits.slice(at);
  return sign + (after === '' ? before : `${before}.${after}`);
}

/**
 * A time: the spec's "milliseconds timestamp" as string or number. Read as milliseconds, which have 13 digits until the
 * year 2286; ten digits would be seconds, and are not guessed into milliseconds (reading.md, R12).
 */
export const timeValue = numeral
  .refine((text) => /^[0-9]{13}$/.test(text), { error: 'a time in milliseconds' })
  .transform(Number)
  .meta({ type: ['string', 'integer'], description: 'Milliseconds since 1970, UTC.' });

/** A count or a position: page, size, total, precision. */
export const countValue = numeral
  .refine((text) => /^[0-9]{1,15}$/.test(text), { error: 'a count' })
  .transform(Number)
  .meta({ type: ['string', 'integer'] });

/** A status or a code: more exist than the spec names, and the number of one nobody knows stays (reading.md, R30). */
export const statusValue = numeral
  .refine((text) => /^-?[0-9]{1,9}$/.test(text), { error: 'a status' })
  .transform(Number)
  .meta({ type: ['string', 'integer'] });

/** A text an answer means nothing without: a currency, a token. */
export const nameValue = z.string({ error: 'a text' }).min(1, { error: 'a text' });

/** A word the spec names, or one it does not name yet: in an answer that one stays as it came. */
export const wordValue = <Word extends string>(words: readonly Word[]) =>
  z.union([z.enum(words), nameValue]) as z.ZodType<Word | (string & Record<never, never>)>;

/** A text that only describes. Where none came it is empty, as the samples write it (`realName`, `failReason`). */
export const textValue = z
  .string({ error: 'a text' })
  .nullish()
  .transform((text) => text ?? '');

/** What some records do not have. The samples also write it as an empty string, and JSON as null. */
export const optionalValue = <Value extends z.ZodType>(value: Value) =>
  z.preprocess((given) => (given === null || given === '' ? undefined : given), value.optional());
