import { isLosslessNumber, type LosslessNumber } from 'lossless-json';
import { z } from 'zod';
import { AMOUNT, isId, isLine, isPayableAmount, LINE } from './query.js';
import { FIATS } from './wire.js';

// Members of a body arrive as JSON, its numbers lossless. Each says in words what it takes; the words end a sentence
// that names it.

/** A JSON number as its text: exact, whatever its length. */
const jsonNumber = z
  .custom<number | bigint | LosslessNumber>(isJsonNumber, { error: 'a JSON number' })
  .transform(String);

function isJsonNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value === 'bigint' || isLosslessNumber(value);
}

const WHOLE = 'a whole JSON number above zero';

/** An id: a whole JSON number above zero, of 64 bits. */
export const idMember = z
  .custom(isJsonNumber, { error: WHOLE })
  .transform(String)
  .refine(isId, { error: WHOLE, abort: true })
  .transform(BigInt)
  .meta({ type: 'integer', format: 'int64', minimum: 1 });

/** A payment id: a whole JSON number above zero. */
export const paymentIdMember = idMember
  .refine((id) => id < 1_000_000_000n, { error: WHOLE })
  .transform(Number)
  .meta({ type: 'integer', minimum: 1 });

/** A positive amount as a JSON number or a decimal string, kept to the digit. */
export const amountMember = z
  .union([z.string(), jsonNumber], { error: 'a positive decimal with at most 2 decimals' })
  .refine(isPayableAmount, { error: 'a positive decimal with at most 2 decimals' })
  .meta({ ...AMOUNT, anyOf: undefined, type: ['number', 'string'], exclusiveMinimum: 0 });

/** One of the API's currencies. */
export const fiatMember = z.enum(FIATS, { error: `one of ${FIATS.join(', ')}` });

/** Text for people: no control characters, no more than a form takes. What looks closer never sees a longer one. */
export const textMember = z
  .string({ error: 'a text' })
  .refine(isLine, { error: LINE, abort: true })
  .meta({ minLength: 1, maxLength: 200 });

/** The caller's own id of a request, by which it can be sent again (spec: `clientId`). */
export const clientIdMember = z
  .string({ error: 'a text' })
  .regex(/^[\x21-\x7e]{1,64}$/, { error: 'between 1 and 64 plain characters without spaces' });
