import { isJsonObject } from '../../core/reader/members.js';
import { areFirst, type Agreement } from './agreement.js';
import type { Page } from './input.js';
import type { Query } from './transport.js';

/** The page size of a request that states none (spec: Limits). */
const DEFAULT_SIZE = 10;

/** Rules that check the records of a list. */
export interface RecordRules<Entry> {
  readonly agreementOf: (entry: Entry) => Agreement;
  /** A key that is unique within the list, and the member that contains it. */
  readonly keyOf: (entry: Entry) => string;
  readonly key: string;
}

/** Whether a page agrees with its query. `raw` is the page before a schema reads it. */
export type PageRule<Entry> = (page: Page<Entry>, query: Query, raw: unknown) => Agreement;

/**
 * Whether a page is the requested one, is not empty while its `total` says otherwise, and contains each
 * record once. Other differences from `total` are acceptable: a list can change between its count and its
 * records.
 */
export function pageAgreement<Entry>(
  { currentPage = '1', pageSize = String(DEFAULT_SIZE) }: Query,
  page: Page<Entry>,
  raw: unknown,
  rules: RecordRules<Entry>,
): Agreement {
  const { size, total, record } = page;
  const isMissing = record.length === 0 && total > (page.currentPage - 1) * size;
  // A list without pages has none of these members; a page has all of them.
  const isPaged = COUNTS.some((name) => isStated(raw, name));
  const [hasCurrentPage, hasSize, hasTotal] = COUNTS.map((name) => !isPaged || isStated(raw, name));
  return {
    currentPage: hasCurrentPage! && (!isPaged || String(page.currentPage) === currentPage),
    size: hasSize! && size <= Number(pageSize),
    total: hasTotal! && (!isMissing || isSingle(raw)),
    record: record.length <= size && recordsAgreement(record, rules),
  };
}

const COUNTS = ['currentPage', 'size', 'total'] as const;

function isStated(raw: unknown, name: string): boolean {
  return isJsonObject(raw) && raw[name] !== undefined && raw[name] !== null;
}

/**
 * Whether a page has an object instead of a list. Then its `total` may be greater (spec: Virtual account
 * record).
 */
function isSingle(raw: unknown): boolean {
  return isJsonObject(raw) && Object.values(raw).some(isJsonObject);
}

/** Whether each record of a list agrees with the request and none is repeated. */
export function recordsAgreement<Entry>(
  entries: readonly Entry[],
  { agreementOf, keyOf, key }: RecordRules<Entry>,
): readonly Agreement[] {
  const firsts = areFirst(entries.map(keyOf));
  return entries.map((entry, at) => (firsts[at] ? agreementOf(entry) : { [key]: false }));
}

/**
 * Whether the records of one of several pages agree with the request. Records may repeat and counts may be
 * wrong, because `allOf` relies on neither.
 */
export function entriesAgreement<Entry>(
  { record }: Page<Entry>,
  { agreementOf }: Pick<RecordRules<Entry>, 'agreementOf'>,
): Agreement {
  return { record: record.map(agreementOf) };
}

/**
 * Whether a time is within the requested window. The specification does not say whether the window includes
 * its ends.
 */
export function isWithin({ startTime, endTime }: Query, time: number): boolean {
  return time >= Number(startTime ?? 0) && time <= Number(endTime ?? Infinity);
}
