import { problem, type Problem } from '../problem.js';
import { record } from '../record.js';
import { isJsonObject, own, readText, type JsonObject } from './members.js';

/** A successful response of the API. */
export interface Opened {
  readonly data: JsonObject;
  /** Whether the response is test data. */
  readonly test: boolean;
}

/** The keys under which a page has its list: the API specification shows `record` and `data`. */
const LISTS = ['record', 'data', 'list'] as const;

const SUCCESS: ReadonlySet<unknown> = new Set([200, 0, '200', '0']);

/**
 * Opens an envelope, or bare data without one (docs/reading-policy.md R1). Success is `code` 200 or 0, as a
 * number or a string, together with `data`; any other code is the problem `refused`. If `data` is neither an
 * object nor an array, the response is `unreadable`.
 */
export function openEnvelope(answer: unknown): Opened | Problem {
  if (!isJsonObject(answer)) return problem('unreadable');
  const test = own(answer, 'test') === true;
  if (!Object.hasOwn(answer, 'code')) return record({ data: answer, test });
  if (!SUCCESS.has(own(answer, 'code'))) return refusalOf(answer);
  const data = own(answer, 'data');
  if (!isJsonObject(data) && !Array.isArray(data)) return problem('unreadable');
  return record({ data: isJsonObject(data) ? data : { record: data }, test });
}

/**
 * Returns the records of a page, under any of the keys of its list, whether the list is an array or a single
 * record. If the data is not a page, returns the data itself (docs/reading-policy.md R14 and R34). Only the
 * first list present is read.
 */
export function recordsOf(data: JsonObject): readonly JsonObject[] {
  const names = LISTS.filter((name) => Object.hasOwn(data, name));
  const list = names.map((name) => data[name]).find((value) => value !== null && value !== undefined);
  if (list !== undefined) return (Array.isArray(list) ? list : [list]).filter(isJsonObject);
  return names.length === 0 || Object.hasOwn(data, 'fieldList') ? [data] : [];
}

function refusalOf(answer: JsonObject): Problem {
  return problem('refused', { code: readText(own(answer, 'code')), message: readText(own(answer, 'msg')) });
}
