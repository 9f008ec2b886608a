import { isJsonObject } from '../../core/reader/members.js';
import { SECOND } from '../../core/time.js';
import { abortedError, type CallResult } from './caller.js';
import { InvalidRequestError } from './client-error.js';
import type { Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';

/** The filter of a list that is read page by page, so without `currentPage`. */
export type AllOf<Filter extends PageFilter> = Omit<Filter, 'currentPage'>;

/** A call of an operation that lists records. */
export interface ListCall<Filter> {
  /** The public name of the method: `orders.all`. */
  readonly operation: string;
  readonly filter: Filter;
  readonly options: CallOptions | undefined;
}

/** The part of a filter that selects a page. */
interface PageWindow extends PageFilter {
  readonly endTime?: number | undefined;
}

/** A list and how to read its pages. */
export interface Listing<Entry> extends ListCall<PageWindow> {
  /** The number of records to request per page. */
  readonly pageSize: number;
  /** Whether records can leave the list while it is read, so that later records move to earlier pages. */
  readonly canShrink: boolean;
  read(page: PageWindow): Promise<CallResult<Page<Entry>>>;
  /** A key that is unique within the list. */
  idOf(entry: Entry): string;
  /** For lists with a time window: when a record was created, in milliseconds. */
  readonly timeOf?: (entry: Entry) => number;
  /** Whether a page is the whole list, whatever its `total`. */
  readonly isComplete?: (page: Page<Entry>) => boolean;
}

/** How many times a list is read if it changes during every pass. */
const MAX_PASSES = 5;
/**
 * The number of consecutive pages without a new record that end a pass, whatever `total`: pages may repeat or
 * be empty.
 */
const MAX_STALE_PAGES = 2;

/** The progress of reading a list. */
interface Progress {
  readonly seen: Set<string>;
  /** End of the time window. Without it, new records would move others to later pages. */
  endTime: number | undefined;
  /** Whether the window stays open, because the API's clock is behind the times of the records. */
  isUnbounded: boolean;
}

/**
 * Yields every record of a list once, requesting pages as needed. If records are added meanwhile, none of the
 * others is missed. If one is removed and `total` shows it, the list is read again. Ends whatever the API
 * reports, unless the API invents new records forever.
 */
export async function* allOf<Entry>(listing: Listing<Entry>): AsyncGenerator<Entry, void, undefined> {
  checkFilter(listing);
  const progress: Progress = { seen: new Set(), endTime: undefined, isUnbounded: false };
  let previousTotals = '';
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const seenBefore = progress.seen.size;
    const { isStable, totals } = yield* readOnce(listing, progress);
    // With the same totals and no new record, the list has not changed: the API's `total` is wrong.
    if (isStable || (progress.seen.size === seenBefore && totals.join() === previousTotals)) return;
    previousTotals = totals.join();
  }
}

function checkFilter({ operation, filter }: Pick<Listing<unknown>, 'operation' | 'filter'>): void {
  if (!isJsonObject(filter) || filter['currentPage'] === undefined) return;
  const field = 'currentPage';
  throw new InvalidRequestError(`${operation}: ${field} is unknown to this operation.`, { field });
}

/** The outcome of one pass over all pages. */
interface Pass {
  /** The `total` of each page. */
  readonly totals: readonly number[];
  /** Whether the list stayed the same during the pass, so that no record was missed. */
  readonly isStable: boolean;
}

/** Reads all pages once, from the first. */
async function* readOnce<Entry>(
  listing: Listing<Entry>,
  progress: Progress,
): AsyncGenerator<Entry, Pass, undefined> {
  const ids = new Set<string>();
  const totals: number[] = [];
  let [received, stalePages] = [0, 0];
  for (let currentPage = 1; ; currentPage += 1) {
    const page = await readPage(listing, progress, currentPage);
    const idsBefore = ids.size;
    for (const entry of page.record) {
      const id = listing.idOf(entry);
      ids.add(id);
      if (progress.seen.has(id)) continue;
      progress.seen.add(id);
      yield unlessAborted(entry, listing);
    }
    if (page.total < (totals[0] ?? 0)) openWindow(progress);
    totals.push(page.total);
    received += page.record.length;
    stalePages = ids.size > idsBefore ? 0 : stalePages + 1;
    if (isLast(page, listing, received))
      return { totals, isStable: ids.size >= totals[0]! && areStable(totals, listing) };
    if (stalePages === MAX_STALE_PAGES) return { totals, isStable: false };
  }
}

async function readPage<Entry>(
  listing: Listing<Entry>,
  progress: Progress,
  currentPage: number,
): Promise<Page<Entry>> {
  const { pageSize, timeOf } = listing;
  const { endTime } = progress;
  const { data, date } = await listing.read({
    currentPage,
    pageSize,
    ...(endTime !== undefined && { endTime }),
  });
  if (timeOf && endTime === undefined && !progress.isUnbounded)
    progress.endTime = windowEnd(data.record.map(timeOf), date, listing.filter);
  return data;
}

/** Removes the end of the window after `total` shrank, because the window may have cut off records. */
function openWindow(progress: Progress): void {
  progress.endTime = undefined;
  progress.isUnbounded = true;
}

/**
 * The end of the window by the API's clock, but not before any record it returned: later records would be
 * missed.
 */
function windowEnd(
  times: readonly number[],
  date: number | undefined,
  { endTime }: PageWindow,
): number | undefined {
  if (date === undefined) return endTime;
  // HTTP dates have whole seconds, so the current second has not ended.
  const end = Math.max(date + SECOND, ...times.map((time) => time + 1));
  return Math.min(end, endTime ?? end);
}

/**
 * A page is the last if it is not full and agrees with `total`. After a full page there may be more, whatever
 * `total` says.
 */
function isLast<Entry>(page: Page<Entry>, listing: Listing<Entry>, received: number): boolean {
  const { record, size, total } = page;
  if (listing.isComplete?.(page)) return true;
  if (record.length === 0) return total <= received;
  // An API may return smaller pages than requested.
  return record.length < Math.min(listing.pageSize, size || listing.pageSize) && total === received;
}

function areStable(totals: readonly number[], { canShrink }: Pick<Listing<unknown>, 'canShrink'>): boolean {
  return totals.every((total, index) => {
    const previous = totals[index - 1] ?? total;
    // An added record moves others to later pages, where they are read again. An added record may hide a
    // removed one.
    return canShrink ? total === previous : total >= previous;
  });
}

function unlessAborted<Entry>(entry: Entry, { operation, options }: Listing<Entry>): Entry {
  const signal = options?.signal;
  if (signal?.aborted) throw abortedError({ operation }, signal);
  return entry;
}
