import { isLosslessNumber, type LosslessNumber } from 'lossless-json';
import { z } from 'zod';
import { AMOUNT, AMOUNT_RULE, isId, isLine, isPayableAmount, LINE } from './query.js';
import { FIATS } from './wire.js';

// Members of a JSON body, parsed with lossless numbers. Each error message completes the sentence "<member>
// must be ...".

/** A JSON number as exact text, whatever its length. */
const jsonNumber = z
  .custom<number | bigint | LosslessNumber>(isJsonNumber, { error: 'a JSON number' })
  .transform(String);

function isJsonNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value === 'bigint' || isLosslessNumber(value);
}

const POSITIVE = 'a positive integer as a JSON number';

/** An id: a positive 64-bit integer as a JSON number. */
export const idMember = z
  .custom(isJsonNumber, { error: POSITIVE })
  .transform(String)
  .refine(isId, { error: POSITIVE, abort: true })
  .transform(BigInt)
  .meta({ type: 'integer', format: 'int64', minimum: 1 });

/** A payment id: a small positive integer as a JSON number. */
export const paymentIdMember = idMember
  .refine((id) => id < 1_000_000_000n, { error: POSITIVE })
  .transform(Number)
  .meta({ type: 'integer', minimum: 1 });

/** A positive amount as a JSON number or a decimal string, with its exact digits. */
export const amountMember = z
  .union([z.string(), jsonNumber], { error: AMOUNT_RULE })
  .refine(isPayableAmount, { error: AMOUNT_RULE })
  .meta({ ...AMOUNT, anyOf: undefined, type: ['number', 'string'], exclusiveMinimum: 0 });

/** One of the API's currencies. */
export const fiatMember = z.enum(FIATS, { error: `one of ${FIATS.join(', ')}` });

/** One line of text. The length is checked first, so that patterns never run on longer text. */
export const textMember = z
  .string({ error: 'a string' })
  .refine(isLine, { error: LINE, abort: true })
  .meta({ minLength: 1, maxLength: 200 });

/** The caller's idempotency key (spec: `clientId`). */
export const clientIdMember = z
  .string({ error: 'a string' })
  .regex(/^[\x21-\x7e]{1,64}$/, { error: '1 to 64 printable ASCII characters without spaces' });
