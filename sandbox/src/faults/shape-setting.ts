import { countValue } from 'deposit-slip/contract';
import { z } from 'zod';

/**
 * Another shape of a good answer: every one the specification shows or leaves open, and some that a reader must refuse
 * (sandbox.md, Shape variants). What an answer has no place for changes nothing in it.
 */
export interface Shape {
  /** Values of a `fieldList`: the structure describes arrays of strings, the samples carry strings; or one and the other in turn. */
  readonly values?: 'strings' | 'arrays' | 'mixed';
  /** Deposit details as a page with one record, as a page with a list of one, or as they are (spec: Virtual account record). */
  readonly record?: 'object' | 'array' | 'direct';
  /** What a page calls its list: the flows' structure says `record`, their sample `data`. */
  readonly list?: 'record' | 'data';
  /** `code` of the success. */
  readonly code?: 200 | 0;
  /** `txId` as text, as a number, or as a number that JavaScript cannot hold. */
  readonly txId?: 'string' | 'number' | 'beyond';
  /** QR fields that link to a picture: the link, the code that is on it, or the picture itself. */
  readonly qr?: 'link' | 'payload' | 'data-url';
  /** Every value with a check fails it. */
  readonly checks?: 'failed';
  /** A value the method cannot be paid without is not there. */
  readonly essential?: 'missing';
  /** One more value, under a key nobody knows. */
  readonly extra?: 'unknown';
  /** State of a virtual account (spec: Virtual account `status`). */
  readonly status?: 1 | 2 | 3;
}

const oneOf = <Word extends string>(...words: [Word, ...Word[]]) =>
  z.enum(words, { error: words.length > 1 ? `one of ${words.join(', ')}` : words[0] }).optional();
const numberOf = <Value extends number>(...values: [Value, ...Value[]]) =>
  countValue.pipe(z.literal(values, { error: `one of ${values.join(', ')}` })).optional();

/** What the control API takes as a shape. */
export const setting = z
  .strictObject({
    values: oneOf('strings', 'arrays', 'mixed'),
    record: oneOf('object', 'array', 'direct'),
    list: oneOf('record', 'data'),
    code: numberOf(200, 0),
    txId: oneOf('string', 'number', 'beyond'),
    qr: oneOf('link', 'payload', 'data-url'),
    checks: oneOf('failed'),
    essential: oneOf('missing'),
    extra: oneOf('unknown'),
    status: numberOf(1, 2, 3),
  })
  .refine((shape) => Object.keys(shape).length > 0, {
    error: 'a shape that says something',
  }) as z.ZodType<Shape>;
