import { isAmount } from '../core/money.js';
import { z } from 'zod';
import { FIATS } from './wire.js';

// Query parameters arrive as text. Each says in words what it takes; the words end a sentence that names it.

/** The largest amount taken: 15 digits before the point keep every balance inside 64 bits of minor units. */
const MAX_INTEGER_DIGITS = 15;

const text = (pattern: RegExp, words: string) => z.string({ error: words }).regex(pattern, { error: words });

// JSON Schema is told the spec's types (contract/openapi.ts): that a number is text in a query goes without saying.
const WHOLE = { type: 'integer', pattern: undefined, minimum: 1 };

/** The largest id: the spec's ids are numbers and longs, of 64 bits. */
const MAX_ID = 2n ** 63n - 1n;

/** Whether these are the digits of an id: a whole number above zero, without a leading zero. */
export function isId(digits: string): boolean {
  return /^[1-9][0-9]{0,18}$/.test(digits) && BigInt(digits) <= MAX_ID;
}

/** A merchant, payment or funding id. */
export const idParameter = z
  .string({ error: 'a whole number above zero' })
  .refine(isId, { error: 'a whole number above zero', abort: true })
  .transform(BigInt)
  .meta({ ...WHOLE, format: 'int64' });

/** A payment id as `METHODS` writes it. */
export const paymentIdParameter = text(/^[1-9][0-9]{0,8}$/, 'a whole number above zero')
  .transform(Number)
  .meta(WHOLE);

/** Unix time in milliseconds. */
export const timeParameter = text(/^(?:0|[1-9][0-9]{0,14})$/, 'a time in milliseconds')
  .transform(BigInt)
  .meta({ ...WHOLE, format: 'int64', minimum: 0, description: 'Milliseconds since 1970, UTC.' });

/** Any currency, ISO 4217: where the spec names none, a merchant may have accounts in more than its queries list. */
export const currencyParameter = text(/^[A-Z]{3}$/, 'a currency code of three capitals');

/** One of the API's currencies. */
export const fiatParameter = z.enum(FIATS, { error: `one of ${FIATS.join(', ')}` });

/** Whether it is one line that says something. The spec gives its texts no form, and no length: 200 is ours. */
export function isLine(value: string): boolean {
  return /^\P{Cc}{1,200}$/u.test(value) && value.trim() !== '';
}

/** What a text must be, in words. */
export const LINE = 'between 1 and 200 characters without controls';

/** A name somebody gave: an alias, a token, a client id to look for. */
export const nameParameter = z
  .string({ error: LINE })
  .refine(isLine, { error: LINE })
  .meta({ minLength: 1, maxLength: 200 });

/** What JSON Schema is told of an amount. */
export const AMOUNT = { pattern: '^[0-9]{1,15}(\\.[0-9]{1,2})?$', description: 'In units of its currency.' };

/** A positive amount with no more decimals than its currency. */
export const amountParameter = z
  .string({ error: 'a positive decimal with at most 2 decimals' })
  .refine(isPayableAmount, { error: 'a positive decimal with at most 2 decimals' })
  .meta(AMOUNT);

/** Whether a text is an amount this API takes. */
export function isPayableAmount(value: string): boolean {
  return isAmount(value) && value.split('.')[0]!.length <= MAX_INTEGER_DIGITS;
}

/** A page's size where the spec states no largest. */
export const anyPageSize = text(/^[1-9][0-9]{0,8}$/, 'a whole number above zero')
  .transform(Number)
  .meta(WHOLE)
  .optional();

/** Where a list starts and how much of it is asked for (spec: Limits). */
export const pageParameters = (largest: number) => ({
  currentPage: text(/^[1-9][0-9]{0,8}$/, 'a whole number above zero')
    .transform(Number)
    .default(1)
    .meta({ ...WHOLE, description: 'From 1, the default.' }),
  pageSize: text(/^[1-9][0-9]{0,8}$/, `between 1 and ${largest}`)
    .transform(Number)
    .refine((size) => size <= largest, { error: `between 1 and ${largest}` })
    .default(10)
    .meta({ ...WHOLE, maximum: largest, description: 'Default 10.' }),
});
