import { isJsonObject, own } from '../core/reader/answer.js';
import { z } from 'zod';
import { countValue, statusValue } from './wire.js';

/** `code` of a successful response (spec: Errors, 1). The transfer-record query's field comment also names 0. */
export const SUCCESS_CODE = 200;

/** `msg` of a successful response (spec: Errors, 1). */
export const SUCCESS_MESSAGE = 'SUCCESS';

/** The envelope around the `data` of every response (spec: Response envelope). */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ code: statusValue, msg: z.string(), data });

/**
 * The envelope of an error. The spec does not list error codes and does not say what `data` is; the sandbox sends
 * null.
 */
export const errorEnvelope = envelope(z.null());

/** Possible names of a page's list. The spec shows `record` and `data`. */
const LIST_KEYS = ['record', 'data', 'list'] as const;

/**
 * The records of a list or page, under any of its names. A single record becomes a list of one, and so does deposit
 * information without a page (docs/reading-policy.md R14). Undefined if the value has no list.
 */
export function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  const names = LIST_KEYS.filter((name) => Object.hasOwn(value, name));
  const list = names.map((name) => value[name]).find((found) => found !== null && found !== undefined);
  if (list !== undefined) return Array.isArray(list) ? list : [list];
  if (Object.hasOwn(value, 'fieldList')) return [value];
  return names.length > 0 ? [] : undefined;
}

/** Schema of a list without a page (spec: Query crypto transfers; Get crypto/fiat pairs). */
export const list = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess((value) => listIn(value) ?? value, z.array(entry));

/**
 * Schema of a page (spec: Order list page; Virtual account record; Fiat flow record). All shapes parse to the same one:
 * `record` is always a list, and records without a page become page 1 of 1.
 */
export const page = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess(
    toPage,
    z.object({ currentPage: countValue, size: countValue, total: countValue, record: z.array(entry) }),
  );

function toPage(value: unknown): unknown {
  const record = listIn(value);
  if (record === undefined) return value;
  const object = isJsonObject(value) ? value : {};
  return {
    currentPage: own(object, 'currentPage') ?? 1,
    size: own(object, 'size') ?? record.length,
    total: own(object, 'total') ?? record.length,
    record,
  };
}
