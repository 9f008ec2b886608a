import type { Api, Row } from './api.js';
import { rowsOf, text } from './format.js';
import { SOURCES, type Source } from './state.js';

/** The control API gives this many rows at once, at most. */
const MAX_PART = 1000;

/** Reads a source: all of it, or its newest rows up to the limit, in as many parts as that takes. */
export async function readSource(api: Api, source: Source, limit: number | undefined): Promise<Row> {
  const { path, member, partedBy } = SOURCES[source];
  if (limit === undefined) return api.get(path);
  const read: Row[] = [];
  for (;;) {
    const size = Math.min(limit - read.length, MAX_PART);
    const query = new URLSearchParams({ limit: String(size) });
    const last = read.at(-1);
    if (partedBy !== undefined && last) query.set('before', text(last, partedBy));
    const part = rowsOf(await api.get(`${path}?${query}`), member);
    read.push(...part);
    if (partedBy === undefined || part.length < size || read.length >= limit) return { [member]: read };
  }
}

/** The id of the newest request; 0 if there is none. */
export function newestId(requests: readonly Row[]): number {
  return Number(requests[0]?.['id'] ?? 0);
}

/** The requests that were read, after those that the stream has brought since the reading began. */
export function withStreamed(
  read: readonly Row[],
  known: readonly Row[],
  newestAtStart: number,
): readonly Row[] {
  const ids = new Set(read.map((row) => row['id']));
  const streamed = known.filter((row) => Number(row['id']) > newestAtStart && !ids.has(row['id']));
  return [...streamed, ...read];
}
