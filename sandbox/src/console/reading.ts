import type { Api, Row } from './api.js';
import { rowsOf, text } from './format.js';
import { SOURCES, type Source, type State } from './state.js';

/** Maximum rows that the control API returns at once. */
const MAX_PAGE_SIZE = 1000;

/** Reads a source: all of it, or its newest rows up to the limit, in as many pages as necessary. */
export async function readSource(api: Api, source: Source, limit: number | undefined): Promise<Row> {
  const { path, member, cursor } = SOURCES[source];
  if (limit === undefined) return api.get(path);
  const read: Row[] = [];
  for (;;) {
    const size = Math.min(limit - read.length, MAX_PAGE_SIZE);
    const query = new URLSearchParams({ limit: String(size) });
    const last = read.at(-1);
    if (cursor !== undefined && last) query.set('before', text(last, cursor));
    const page = rowsOf(await api.get(`${path}?${query}`), member);
    read.push(...page);
    if (cursor === undefined || page.length < size || read.length >= limit) return { [member]: read };
  }
}

/** The recorded requests that the console holds. */
export interface Journal {
  /** Newest first. Without polls, if they are hidden. */
  readonly requests: readonly Row[];
  /** The number of hidden polls. */
  readonly polls: number;
  /** The id of the newest known request, even of a hidden poll; 0 if there is none. */
  readonly newest: number;
}

/**
 * Reads the newest requests up to the limit. Hidden polls are left out by the sandbox: while a payer waits,
 * they are soon more than the limit.
 */
export async function readJournal(api: Api, hidesPolls: boolean): Promise<Journal> {
  const { path, limit } = SOURCES.requests;
  const read = await api.get(`${path}?limit=${limit}${hidesPolls ? '&polls=0' : ''}`);
  const requests = rowsOf(read, 'requests');
  const { polls = 0, newest = newestId(requests) } = read;
  return { requests, polls: Number(polls), newest: Number(newest) };
}

/** The requests of the state. */
export function journalOf({ data }: Pick<State, 'data'>): Journal {
  const { polls = 0, newest = 0 } = data.requests ?? {};
  return { requests: rowsOf(data.requests, 'requests'), polls: Number(polls), newest: Number(newest) };
}

/** The id of the newest request; 0 if there is none. */
export function newestId(requests: readonly Row[]): number {
  return Number(requests[0]?.['id'] ?? 0);
}

/**
 * The loaded requests together with what the stream delivered since the loading began, at the id
 * `newestAtStart`. `isLive`: the stream can be ahead of the response. Without it, a smaller id is that of a
 * sandbox that restarted.
 */
export function merged(read: Journal, known: Journal, newestAtStart: number, isLive: boolean): Journal {
  const requests = withStreamed(read.requests, known.requests, newestAtStart);
  const isBehind = isLive && read.newest < known.newest;
  return { ...(isBehind ? known : read), requests };
}

/** A line of the stream added to the known requests, or counted if it is a hidden poll. */
export function withLine(known: Journal, line: Row, isHidden: boolean): Journal {
  const newest = Number(line['id']);
  if (newest <= known.newest) return known;
  if (isHidden) return { ...known, newest, polls: known.polls + 1 };
  return { ...known, newest, requests: [line, ...known.requests] };
}

/**
 * The loaded requests, after those that the stream delivered since the loading began. If loading stopped at
 * its limit, older known requests follow.
 */
function withStreamed(read: readonly Row[], known: readonly Row[], newestAtStart: number): readonly Row[] {
  const ids = new Set(read.map((row) => row['id']));
  const streamed = known.filter((row) => Number(row['id']) > newestAtStart && !ids.has(row['id']));
  const oldest = read.length < (SOURCES.requests.limit ?? 0) ? 0 : Number(read.at(-1)?.['id']);
  return [...streamed, ...read, ...known.filter((row) => Number(row['id']) < oldest)];
}

/** The newest requests up to the limit, and the open one. */
export function keptRequests(requests: readonly Row[], opened: string): readonly Row[] {
  const { limit = Infinity } = SOURCES.requests;
  return requests.filter((row, at) => at < limit || text(row, 'id') === opened);
}
