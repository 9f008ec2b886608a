import { isAmount } from '../core/money.js';
import { z } from 'zod';
import { FIATS } from './wire.js';

// Query parameters arrive as text. Each says in words what it takes; the words end a sentence that names it.

/** The largest amount taken: 15 digits before the point keep every balance inside 64 bits of minor units. */
const MAX_INTEGER_DIGITS = 15;

const text = (pattern: RegExp, words: string) => z.string({ error: words }).regex(pattern, { error: words });

/** A merchant, payment or funding id: digits without a leading zero. */
export const idParameter = text(/^[1-9][0-9]{0,17}$/, 'a whole number above zero').transform(BigInt);

/** A payment id as `METHODS` writes it. */
export const paymentIdParameter = text(/^[1-9][0-9]{0,8}$/, 'a whole number above zero').transform(Number);

/** Unix time in milliseconds. */
export const timeParameter = text(/^(?:0|[1-9][0-9]{0,14})$/, 'a time in milliseconds').transform(BigInt);

/** One of the API's currencies. */
export const fiatParameter = z.enum(FIATS, { error: `one of ${FIATS.join(', ')}` });

/** An alias of a virtual account; the spec gives no form. */
export const aliasParameter = text(/^[\x20-\x7e]{1,64}$/, 'between 1 and 64 plain characters');

/** A positive amount with no more decimals than its currency. */
export const amountParameter = z
  .string()
  .refine(isPayableAmount, { error: 'a positive decimal with at most 2 decimals' });

/** Whether a text is an amount this API takes. */
export function isPayableAmount(value: string): boolean {
  return isAmount(value) && value.split('.')[0]!.length <= MAX_INTEGER_DIGITS;
}

/** Where a list starts and how much of it is asked for (spec: Limits). */
export const pageParameters = (largest: number) => ({
  currentPage: text(/^[1-9][0-9]{0,8}$/, 'a whole number above zero')
    .transform(Number)
    .default(1),
  pageSize: text(/^[1-9][0-9]{0,8}$/, `between 1 and ${largest}`)
    .transform(Number)
    .refine((size) => size <= largest, { error: `between 1 and ${largest}` })
    .default(10),
});
