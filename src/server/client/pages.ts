import { isJsonObject } from '../../core/reader/answer.js';
import { abortedError, type Answered } from './caller.js';
import { InvalidRequestError } from './client-error.js';
import type { Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';

/** What is asked for of a list whose pages are read one after the other. */
export type AllOf<Filter extends PageFilter> = Omit<Filter, 'currentPage'>;

/** What decides over a page. */
interface Window extends PageFilter {
  readonly endTime?: number | undefined;
}

/** A list as its pages are read. */
export interface Listing<Entry> {
  /** As the caller knows it: `orders.all`. */
  readonly operation: string;
  /** What the caller asked for. */
  readonly filter: Window;
  readonly options: CallOptions | undefined;
  /** Records asked for on each page. */
  readonly pageSize: number;
  /** That records can leave the list while it is read, so that those behind them move up. */
  readonly canLeave: boolean;
  read(page: Window): Promise<Answered<Page<Entry>>>;
  /** Tells a record from every other one of the list. */
  idOf(entry: Entry): string;
  /** Of a list with a window of time: when a record was made, in milliseconds. */
  readonly timeOf?: (entry: Entry) => number;
  /** That nothing is behind this page, whatever it says of itself. */
  readonly isWhole?: (page: Page<Entry>) => boolean;
}

/** How often a list is read that changes under each reading. */
const MOST_PASSES = 5;
/** So many pages in a row without a new record end a pass, whatever `total` says: one may repeat another, or be empty. */
const MOST_STALE = 2;
/** HTTP dates are whole seconds: the one it names is still going on. */
const SECOND = 1_000;

/** How far the reading of a list has come. */
interface Reading {
  readonly seen: Set<string>;
  /** Where the window of time ends; records made later would push the others from page to page. */
  endTime: number | undefined;
  /** That no end is set: the clock that would set it is behind the times of the records. */
  isOpen: boolean;
}

/**
 * Every record of a list, each once, page by page as they are asked for. A record that was in the list from the beginning
 * to the end is not missed where another one came, or where one left and `total` told of it: then the list is read again
 * for what moved up unseen. Ends whatever the API says of its pages, unless it makes up new records without end.
 */
export async function* allOf<Entry>(listing: Listing<Entry>): AsyncGenerator<Entry, void, undefined> {
  checkFilter(listing);
  const reading: Reading = { seen: new Set(), endTime: undefined, isOpen: false };
  let before = '';
  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    const known = reading.seen.size;
    const { isSteady, totals } = yield* readOnce(listing, reading);
    // The same totals again, and nothing new: it is not the list that moves, it is how the API counts.
    if (isSteady || (reading.seen.size === known && totals.join() === before)) return;
    before = totals.join();
  }
}

function checkFilter({ operation, filter }: Pick<Listing<unknown>, 'operation' | 'filter'>): void {
  if (!isJsonObject(filter) || filter['currentPage'] === undefined) return;
  const field = 'currentPage';
  throw new InvalidRequestError(`${operation}: ${field} is not known to this operation.`, { field });
}

/** What a pass over the pages saw. */
interface Pass {
  /** Each page's. */
  readonly totals: readonly number[];
  /** That the list stood still meanwhile, so that nothing was missed. */
  readonly isSteady: boolean;
}

/** One pass over the pages, from the first. */
async function* readOnce<Entry>(
  listing: Listing<Entry>,
  reading: Reading,
): AsyncGenerator<Entry, Pass, undefined> {
  const met = new Set<string>();
  const totals: number[] = [];
  let [received, stale] = [0, 0];
  for (let currentPage = 1; ; currentPage += 1) {
    const page = await readPage(listing, reading, currentPage);
    const known = met.size;
    for (const entry of page.record) {
      const id = listing.idOf(entry);
      met.add(id);
      if (reading.seen.has(id)) continue;
      reading.seen.add(id);
      yield unlessAborted(entry, listing);
    }
    if (page.total < (totals[0] ?? 0)) openWindow(reading);
    totals.push(page.total);
    received += page.record.length;
    stale = met.size > known ? 0 : stale + 1;
    if (isLast(page, listing, received))
      return { totals, isSteady: met.size >= totals[0]! && stoodStill(totals, listing) };
    if (stale === MOST_STALE) return { totals, isSteady: false };
  }
}

async function readPage<Entry>(
  listing: Listing<Entry>,
  reading: Reading,
  currentPage: number,
): Promise<Page<Entry>> {
  const { pageSize, timeOf } = listing;
  const { endTime } = reading;
  const { data, date } = await listing.read({
    currentPage,
    pageSize,
    ...(endTime !== undefined && { endTime }),
  });
  if (timeOf && endTime === undefined && !reading.isOpen)
    reading.endTime = endOf(data.record.map(timeOf), date, listing.filter);
  return data;
}

/** There are fewer than on the first page: the window may have cut some off. */
function openWindow(reading: Reading): void {
  reading.endTime = undefined;
  reading.isOpen = true;
}

/** By the API's own clock, and behind all it has shown: what lies after the end of the window would be missed. */
function endOf(times: readonly number[], date: number | undefined, { endTime }: Window): number | undefined {
  if (date === undefined) return endTime;
  const end = Math.max(date + SECOND, ...times.map((time) => time + 1));
  return Math.min(end, endTime ?? end);
}

/** A page neither full nor at odds with `total`. What is full may have more behind it, though `total` denies it. */
function isLast<Entry>(page: Page<Entry>, listing: Listing<Entry>, received: number): boolean {
  const { record, size, total } = page;
  if (listing.isWhole?.(page)) return true;
  if (record.length === 0) return total <= received;
  // An API may give smaller pages than it was asked for.
  return record.length < Math.min(listing.pageSize, size || listing.pageSize) && total === received;
}

function stoodStill(totals: readonly number[], { canLeave }: Pick<Listing<unknown>, 'canLeave'>): boolean {
  return totals.every((total, at) => {
    const before = totals[at - 1] ?? total;
    // What joins a list moves records back, where they are met again; a leaver could hide behind one that joined.
    return canLeave ? total === before : total >= before;
  });
}

function unlessAborted<Entry>(entry: Entry, { operation, options }: Listing<Entry>): Entry {
  const signal = options?.signal;
  if (signal?.aborted) throw abortedError({ operation }, signal);
  return entry;
}
