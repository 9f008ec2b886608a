import { FLOWS_PATH } from '../../contract/paths.js';
import type { Caller } from '../client/caller.js';
import { InvalidRequestError } from '../client/client-error.js';
import { allOf } from '../client/pages.js';
import { RAW_PAGE } from '../client/raw-page.js';
import { numbersAsText, type Query } from '../client/transport.js';
import { wait } from '../client/wait.js';
import { readRecord, repeatOf, type Entry, type ReadRecord, type Scope } from './entry.js';
import type { UnreadableRecord } from './types.js';

/** More would exceed the part of a response that is read. */
const PAGE_SIZE = 250;
/** Maximum flows of a report: all are held in memory until they are sorted. */
const MAX_FLOWS = 250_000;

/** The flows of a period. */
export interface Flows {
  /** By id. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly unreadable: readonly UnreadableRecord[];
}

/** Settings for reading the flows. */
export interface Reading {
  readonly call: Caller;
  /** Milliseconds between two requests. */
  readonly gap: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads all flows of a period, of every type (spec: Get a list of merchant fiat flow). Rejects with a
 * `ClientError`.
 */
export async function readFlows(scope: Scope, { call, gap, signal }: Reading): Promise<Flows> {
  const { merchantId, fiat, from, to } = scope;
  // Begins one millisecond early: the specification does not say whether `startTime` is part of the period.
  // Records are filtered again.
  const filter = { merchantId, fiat, flowType: 'ALL', startTime: Math.max(from - 1, 0), endTime: to };
  const entries = new Map<string, Entry>();
  const unreadable: UnreadableRecord[] = [];
  let next = performance.now();
  const listing = {
    ...{ operation: 'report', filter, options: { signal }, pageSize: PAGE_SIZE, canShrink: false },
    idOf: ({ key }: ReadRecord) => key,
    timeOf: ({ entry, unreadable: record }: ReadRecord) => (entry ?? record)?.createTime ?? from,
    async read(page: object) {
      await wait(Math.max(next - performance.now(), 0), signal);
      const query = numbersAsText({ ...filter, ...page }) as Query;
      const base = { operation: 'report', path: FLOWS_PATH, query, isIdempotent: true };
      const result = await call({ ...base, schema: RAW_PAGE, options: { signal } });
      next = performance.now() + gap;
      const record = await Promise.all(result.data.record.map((value) => readRecord(value, scope)));
      return { ...result, data: { ...result.data, record } };
    },
  };
  let count = 0;
  for await (const { entry, unreadable: record } of allOf(listing)) {
    // Includes records of other merchants and periods: an API that ignores the filter may return any number
    // of them.
    if ((count += 1) > MAX_FLOWS) throw tooMany();
    if (record) unreadable.push(record);
    if (entry && entries.has(entry.flowId)) unreadable.push(repeatOf(entry));
    else if (entry) entries.set(entry.flowId, entry);
  }
  return { entries, unreadable };
}

function tooMany(): InvalidRequestError {
  const message = `report: to must be earlier: the period has more than ${MAX_FLOWS} flows.`;
  return new InvalidRequestError(message, { field: 'to' });
}
