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
const numeral = z.custom<Numeral>(isNumeral, { error: 'a number' }).transform(String);

type Numeral = string | number | bigint | LosslessNumber;

function isNumeral(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value === 'string' || typeof value === 'bigint' || isLosslessNumber(value);
}

/** An id: the spec's tables say number, its structures and samples string. Read as a string of digits. */
export const idValue = numeral.refine((text) => /^[0-9]{1,40}$/.test(text), { error: 'an id' });

/** A decimal, signed or not, as a plain decimal string; its decimals are kept as they came. */
export const decimalValue = numeral.refine((text) => /^-?[0-9]{1,30}(?:\.[0-9]{1,18})?$/.test(text), {
  error: 'a decimal',
});

/** A time: the spec's "milliseconds timestamp" as string or number. Read as milliseconds. */
export const timeValue = numeral
  .refine((text) => /^[0-9]{1,15}$/.test(text), { error: 'a time in milliseconds' })
  .transform(Number);

/** A count or a position: page, size, total, precision. */
export const countValue = numeral
  .refine((text) => /^[0-9]{1,15}$/.test(text), { error: 'a count' })
  .transform(Number);
