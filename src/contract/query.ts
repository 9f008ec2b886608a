import { isAmount } from '../core/money.js';
import { z } from 'zod';
import { FIATS } from './wire.js';

// Query parameters, which arrive as text. Each error message completes the sentence "<parameter> must be
// ...".

/** 15 digits before the decimal point keep every balance within 64 bits of minor units. */
const MAX_INTEGER_DIGITS = 15;

const text = (pattern: RegExp, rule: string) => z.string({ error: rule }).regex(pattern, { error: rule });

/** JSON Schema of positive integers. It has the spec's type, although a query carries text. */
const INTEGER_SCHEMA = { type: 'integer', pattern: undefined, minimum: 1 };

const POSITIVE = 'a positive integer';

/** The spec's ids are 64-bit integers. */
const MAX_ID = 2n ** 63n - 1n;

/** Whether the text is an id: a positive 64-bit integer without leading zeros. */
export function isId(digits: string): boolean {
  return /^[1-9][0-9]{0,18}$/.test(digits) && BigInt(digits) <= MAX_ID;
}

/** A merchant, payment or funding id. */
export const idParameter = z
  .string({ error: POSITIVE })
  .refine(isId, { error: POSITIVE, abort: true })
  .transform(BigInt)
  .meta({ ...INTEGER_SCHEMA, format: 'int64' });

/** A payment id. */
export const paymentIdParameter = text(/^[1-9][0-9]{0,8}$/, POSITIVE)
  .transform(Number)
  .meta(INTEGER_SCHEMA);

/** Unix time in milliseconds. */
export const timeParameter = text(/^(?:0|[1-9][0-9]{0,14})$/, 'a Unix timestamp in milliseconds')
  .transform(Number)
  .meta({ ...INTEGER_SCHEMA, format: 'int64', minimum: 0, description: 'Unix time in milliseconds.' });

/** Any ISO 4217 code, for parameters that the spec does not limit to certain currencies. */
export const currencyParameter = text(/^[A-Z]{3}$/, 'a currency code of three capital letters');

/** One of the API's currencies. */
export const fiatParameter = z.enum(FIATS, { error: `one of ${FIATS.join(', ')}` });

/** Whether the text is one non-blank line. The spec states no maximum length; 200 is ours. */
export function isLine(value: string): boolean {
  return /^\P{Cc}{1,200}$/u.test(value) && value.trim() !== '';
}

/** The rule of `isLine` for error messages. */
export const LINE = '1 to 200 characters without control characters';

/** A text of one line, such as an alias, a token symbol or a client id. */
export const nameParameter = z
  .string({ error: LINE })
  .refine(isLine, { error: LINE })
  .meta({ minLength: 1, maxLength: 200 });

/** The rule of `isPayableAmount` for error messages. */
export const AMOUNT_RULE = 'a positive decimal with at most 2 decimal places';

/** JSON Schema of an amount. */
export const AMOUNT = { pattern: '^[0-9]{1,15}(\\.[0-9]{1,2})?$', description: 'In units of the currency.' };

/** A positive amount in units of its currency. */
export const amountParameter = z
  .string({ error: AMOUNT_RULE })
  .refine(isPayableAmount, { error: AMOUNT_RULE })
  .meta(AMOUNT);

/** Whether the text is an amount the API accepts. */
export function isPayableAmount(value: string): boolean {
  return isAmount(value) && value.split('.')[0]!.length <= MAX_INTEGER_DIGITS;
}

/** A page size without a maximum, for lists whose maximum the spec does not state. */
export const anyPageSize = text(/^[1-9][0-9]{0,8}$/, POSITIVE)
  .transform(Number)
  .meta(INTEGER_SCHEMA)
  .optional();

/** Pagination parameters (spec: Limits). */
export const pageParameters = (largest: number) => ({
  currentPage: text(/^[1-9][0-9]{0,8}$/, POSITIVE)
    .transform(Number)
    .default(1)
    .meta({ ...INTEGER_SCHEMA, description: 'The first page is 1, the default.' }),
  pageSize: text(/^[1-9][0-9]{0,8}$/, `between 1 and ${largest}`)
    .transform(Number)
    .refine((size) => size <= largest, { error: `between 1 and ${largest}` })
    .default(10)
    .meta({ ...INTEGER_SCHEMA, maximum: largest, description: 'The default is 10.' }),
});
