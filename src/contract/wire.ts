import type { LosslessNumber } from 'lossless-json';
import { z } from 'zod';
import { CURRENCIES, type Fiat } from '../core/currencies.js';
import { isCountText, isIdText, isNumeral, isTimeText, plainDecimal } from './values.js';

/** The currencies of the pending-fund query (spec: Get pending fund account; Limits). */
export const FIATS = Object.keys(CURRENCIES) as readonly Fiat[];

export type { Fiat };

/**
 * A number, sent as a string or as a JSON number of any length. A JavaScript number is accepted only if it is
 * exact, so that an id beyond 2^53 never silently becomes a different one. Parses to its text.
 */
export const numeral = z.custom<Numeral>(isNumeral, { error: 'a number' }).transform(String);

/** The input of `numeral`. */
export type Numeral = string | number | bigint | LosslessNumber;

// JSON Schema cannot express checks in code, so `meta` describes them in the sandbox's document.

/** An id. The spec's tables say number, its structures and samples string. Parses to a string of digits. */
export const idValue = numeral
  .refine(isIdText, { error: 'an id' })
  .meta({ type: ['string', 'integer'], pattern: '^[0-9]{1,40}$' });

/**
 * A decimal, with or without a sign. Parses to a plain decimal string: `1E+2` becomes `100`, `22.00` stays
 * `22.00`.
 */
export const decimalValue = numeral
  .transform((text, context) => {
    const plain = plainDecimal(text);
    if (plain !== undefined) return plain;
    context.addIssue({ code: 'custom', message: 'a decimal' });
    return z.NEVER;
  })
  .meta({
    type: ['string', 'number'],
    description: 'A decimal number in units of the currency, never rounded.',
  });

/**
 * A time: the spec's "milliseconds timestamp", as a string or a number. Milliseconds have 13 digits until the
 * year 2286; ten digits would be seconds, which are not converted (docs/reading-policy.md R12).
 */
export const timeValue = numeral
  .refine(isTimeText, { error: 'a Unix timestamp in milliseconds' })
  .transform(Number)
  .meta({ type: ['string', 'integer'], description: 'Unix time in milliseconds.' });

/** A count: page number, size, total or precision. */
export const countValue = numeral
  .refine(isCountText, { error: 'a count' })
  .transform(Number)
  .meta({ type: ['string', 'integer'] });

/** A status or code. Values that the spec does not list are kept (docs/reading-policy.md R30). */
export const statusValue = numeral
  .refine((text) => /^-?[0-9]{1,9}$/.test(text), { error: 'a status' })
  .transform(Number)
  .meta({ type: ['string', 'integer'] });

const NON_EMPTY = 'a non-empty string';

/** A required, non-empty string, such as a currency. */
export const nameValue = z.string({ error: NON_EMPTY }).min(1, { error: NON_EMPTY });

/** An enum value. Values that the spec does not list are kept. */
export const wordValue = <Word extends string>(words: readonly Word[]) =>
  z.union([z.enum(words), nameValue]) as z.ZodType<Word | (string & Record<never, never>)>;

/** A descriptive string. A missing one becomes empty, as in the samples (`realName`, `failReason`). */
export const textValue = z
  .string({ error: 'a string' })
  .nullish()
  .transform((text) => text ?? '');

/** A member that some records lack. An empty string, as in the samples, and null count as absent. */
export const optionalValue = <Value extends z.ZodType>(value: Value) =>
  z.preprocess((input) => (input === null || input === '' ? undefined : input), value.optional());
