import { isJsonObject, own } from '../core/reader/answer.js';
import { z } from 'zod';
import { countValue, statusValue } from './wire.js';

/** `code` of every success (spec: Errors, 1). The transfer-record query's field comment names 0 as well. */
export const SUCCESS_CODE = 200;

/** `msg` of every success (spec: Errors, 1). */
export const SUCCESS_MESSAGE = 'SUCCESS';

/** The envelope of every answer around its `data` (spec: Response envelope). */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ code: statusValue, msg: z.string(), data });

/** The envelope of a refusal. What codes there are the spec does not show; `data` is null in ours. */
export const refusal = envelope(z.null());

/** What a page calls its list: the spec shows `record` and `data`. */
const LISTS = ['record', 'data', 'list'] as const;

/**
 * The records of a list or a page, whatever it calls them, a single one as a list of one. Deposit details without a page
 * are the one record (reading.md, R14). Undefined where there is no list.
 */
export function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  const names = LISTS.filter((name) => Object.hasOwn(value, name));
  const list = names.map((name) => value[name]).find((found) => found !== null && found !== undefined);
  if (list !== undefined) return Array.isArray(list) ? list : [list];
  if (Object.hasOwn(value, 'fieldList')) return [value];
  return names.length > 0 ? [] : undefined;
}

/** A list without a page (spec: Query crypto transfers; Get crypto/fiat pairs). */
export const list = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess((value) => listIn(value) ?? value, z.array(entry));

/**
 * The page around a list (spec: Order list page; Virtual account record; Fiat flow record). Every shape of it becomes
 * one: `record` is always a list, and a record without a page is page 1 of 1.
 */
export const page = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess(
    toPage,
    z.object({ currentPage: countValue, size: countValue, total: countValue, record: z.array(entry) }),
  );

function toPage(value: unknown): unknown {
  const record = listIn(value);
  if (record === undefined) return value;
  const given = isJsonObject(value) ? value : {};
  return {
    currentPage: own(given, 'currentPage') ?? 1,
    size: own(given, 'size') ?? record.length,
    total: own(given, 'total') ?? record.length,
    record,
  };
}
