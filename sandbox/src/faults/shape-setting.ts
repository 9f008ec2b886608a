import { countValue } from 'deposit-slip/contract';
import { z } from 'zod';
import { oneOf } from '../http/parameters.js';

/**
 * Another shape for a successful response: one the specification shows or leaves open, or one that a reader
 * must reject (sandbox/README.md, Faults). A setting that does not apply to a response has no effect on it.
 */
export interface Shape {
  /**
   * Values of a `fieldList`: strings as in the samples, arrays of strings as in the structure, or both in
   * turn.
   */
  readonly values?: 'strings' | 'arrays' | 'mixed';
  /**
   * Deposit details as a page with one record, as a page with a list of one, or directly (spec: Virtual
   * account record).
   */
  readonly record?: 'object' | 'array' | 'direct';
  /** The name of a page's list: `record` in the structure of the flows, `data` in their sample. */
  readonly list?: 'record' | 'data';
  /** The `code` of a success. */
  readonly code?: 200 | 0;
  /** `txId` as a string, as a number, or as a number that JavaScript cannot represent. */
  readonly txId?: 'string' | 'number' | 'beyond';
  /** Fields that link to the image of a QR code: the link, the code's payload, or the image as a data URL. */
  readonly qr?: 'link' | 'payload' | 'data-url';
  /** Makes every value that has a check digit or checksum fail it. */
  readonly checks?: 'failed';
  /** Leaves out a value without which the method cannot be paid. */
  readonly essential?: 'missing';
  /** Adds a value under an unknown key. */
  readonly extra?: 'unknown';
  /** The status of a virtual account (spec: Virtual account `status`). */
  readonly status?: 1 | 2 | 3;
}

const numberOf = <Value extends number>(...values: [Value, ...Value[]]) =>
  countValue.pipe(z.literal(values, { error: `one of ${values.join(', ')}` })).optional();

/** Schema of a shape in the control API. */
export const setting = z
  .strictObject({
    values: oneOf('strings', 'arrays', 'mixed').optional(),
    record: oneOf('object', 'array', 'direct').optional(),
    list: oneOf('record', 'data').optional(),
    code: numberOf(200, 0),
    txId: oneOf('string', 'number', 'beyond').optional(),
    qr: oneOf('link', 'payload', 'data-url').optional(),
    checks: oneOf('failed').optional(),
    essential: oneOf('missing').optional(),
    extra: oneOf('unknown').optional(),
    status: numberOf(1, 2, 3),
  })
  .refine((shape) => Object.keys(shape).length > 0, {
    error: 'a shape with at least one setting',
  }) as z.ZodType<Shape>;
