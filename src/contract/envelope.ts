import { z } from 'zod';
import { listIn, toPage } from './lists.js';
import { countValue, statusValue } from './wire.js';

/**
 * `code` of a successful response (spec: Errors, 1). The transfer-record query's field comment also names 0.
 */
export const SUCCESS_CODE = 200;

/** `msg` of a successful response (spec: Errors, 1). */
export const SUCCESS_MESSAGE = 'SUCCESS';

/** The envelope around the `data` of every response (spec: Response envelope). */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ code: statusValue, msg: z.string(), data });

/**
 * The envelope of an error. The spec does not list error codes and does not say what `data` is; the sandbox
 * sends null.
 */
export const errorEnvelope = envelope(z.null());

/** Schema of a list without a page (spec: Query crypto transfers; Get crypto/fiat pairs). */
export const list = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess((value) => listIn(value) ?? value, z.array(entry));

/**
 * Schema of a page (spec: Order list page; Virtual account record; Fiat flow record). All shapes parse to the
 * same one: `record` is always a list, and records without a page become page 1 of 1.
 */
export const page = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess(
    toPage,
    z.object({ currentPage: countValue, size: countValue, total: countValue, record: z.array(entry) }),
  );
