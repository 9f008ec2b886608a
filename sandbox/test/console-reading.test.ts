/** How the console combines the pages of a list, and the requests that it knows with those it loads. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api, Row } from '../src/console/api.js';
import { keptRequests, merged, newestId, readSource, type Journal } from '../src/console/reading.js';

/** Rows with these ids. */
const rowsOf = (ids: readonly number[]): readonly Row[] => ids.map((id) => ({ id }));
const idsOf = (rows: readonly Row[]): readonly number[] => rows.map(({ id }) => Number(id));
/** `count` ids, newest first. */
const newestFirst = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => count - at);

const journalOf = (ids: readonly number[]): Journal => ({
  requests: rowsOf(ids),
  polls: 0,
  newest: ids[0] ?? 0,
});
/** The ids that are listed after a load that began when `newest` was the newest known request. */
const mergedIds = (read: readonly number[], known: readonly number[], newest: number) =>
  idsOf(merged(journalOf(read), journalOf(known), newest, true).requests);

/** A control API with postings, and the queries that it received. */
function ledgerOf(count: number) {
  const queries: string[] = [];
  const get = (path: string): Promise<Row> => {
    const { searchParams } = new URL(path, 'http://sandbox');
    queries.push(String(searchParams));
    const before = Number(searchParams.get('before') ?? Infinity);
    const older = newestFirst(count).filter((id) => id < before);
    return Promise.resolve({ postings: rowsOf(older.slice(0, Number(searchParams.get('limit')))) });
  };
  return { queries, api: { get } as Api };
}

async function readPostings(count: number, limit: number) {
  const { api, queries } = ledgerOf(count);
  const read = await readSource(api, 'postings', limit);
  return { ids: idsOf(read['postings'] as readonly Row[]), queries };
}

describe('the console', () => {
  it('reads a list page by page, each posting once', async () => {
    const { ids, queries } = await readPostings(2_500, 2_200);
    assert.deepEqual(ids, newestFirst(2_500).slice(0, 2_200));
    assert.deepEqual(queries, ['limit=1000', 'limit=1000&before=1501', 'limit=200&before=501']);
  });

  it('reads no page after the last one', async () => {
    const { ids, queries } = await readPostings(1_200, 3_000);
    assert.deepEqual([ids, queries.length], [newestFirst(1_200), 2]);
  });

  it('takes the latest request as the newest, not the oldest', () => {
    assert.equal(newestId(rowsOf([9, 8, 3])), 9);
    assert.equal(newestId([]), 0);
  });

  it('shows each request once: those of the stream above those it loaded', () => {
    assert.deepEqual(mergedIds([8, 7, 6], [9, 8, 7, 6], 7), [9, 8, 7, 6]);
    assert.deepEqual(mergedIds([3, 2], [9, 8, 7, 6], 9), [3, 2], 'the sandbox has restarted');
  });

  it('keeps older requests if it loaded as many as it may', () => {
    const read = newestFirst(600).slice(0, 500);
    assert.deepEqual(mergedIds(read, newestFirst(590), 590), newestFirst(600));
  });

  it('drops the oldest requests, but not the open one', () => {
    const requests = rowsOf(newestFirst(700));
    assert.deepEqual(idsOf(keptRequests(requests, '')), newestFirst(700).slice(0, 500));
    assert.deepEqual(idsOf(keptRequests(requests, '5')), [...newestFirst(700).slice(0, 500), 5]);
  });
});
