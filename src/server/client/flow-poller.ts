import type { PartialFlow } from '../../contract/flow-reader.js';
import type { Flow } from '../../contract/flows.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { MINUTE } from '../../core/time.js';
import type { Caller } from './caller.js';
import {
  ConnectionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnreadableResponseError,
} from './client-error.js';
import { FlowCursor } from './flow-cursor.js';
import { flowListing, readFlowPage } from './flow-pages.js';
import { idIn, keyOf, type FlowRecord, type OnUnreadable } from './flow-records.js';
import type { CallOptions } from './options.js';
import { allOf } from './pages.js';
import { wait } from './wait.js';

/** The validated settings of following. */
export interface FollowSettings {
  readonly merchantId: string;
  readonly fiat?: string | undefined;
  readonly since?: number | undefined;
  /** Matches `CURSOR_PATTERN`. */
  readonly after?: string | undefined;
  /** Milliseconds. */
  readonly interval: number;
  readonly overlap: number;
  readonly onUnreadable: OnUnreadable;
  readonly options: CallOptions;
}

/** A deposit, and the position after it. */
export interface FollowedFlow extends Flow {
  /** Pass it as `after` to resume. Contains a time and the ids of the flows yielded within the overlap. */
  readonly cursor: string;
}

/** The operation name in errors. */
export const FOLLOW = 'flows.follow';
/** Milliseconds. How much later than a newer flow a flow may appear by default. */
export const DEFAULT_OVERLAP = 5 * MINUTE;
const MAX_FAILURES = 10;
/** Milliseconds. */
const MAX_PAUSE = 5 * MINUTE;
/** Seconds. */
const MAX_RETRY_AFTER = 3_600;

/**
 * Polls operation 7 and yields each new deposit once, oldest first, until the signal aborts. Polls that fail
 * for a temporary reason are repeated with growing pauses; after ten failures in a row the last error is
 * thrown. The fees of a deposit (category FEE) are left out.
 */
export async function* pollFlows(
  call: Caller,
  settings: FollowSettings,
): AsyncGenerator<FollowedFlow, void, undefined> {
  const { signal } = settings.options;
  let cursor = initialCursor(settings);
  let failures = 0;
  let reported: ReadonlySet<string> = new Set();
  for (;;) {
    if (signal?.aborted) return;
    const poll = await pollOnce(call, settings, cursor).catch((error: unknown) => ({ error }));
    if (signal?.aborted) return;
    failures = 'error' in poll ? failures + 1 : 0;
    if ('error' in poll) {
      await wait(pauseAfter(poll.error, failures, settings), signal);
      continue;
    }
    ({ cursor } = poll);
    for (const flow of poll.flows) {
      cursor.advance(flow, poll.now);
      yield { ...flow, cursor: cursor.toString() };
      if (signal?.aborted) return;
    }
    reported = await reportUnreadable(poll, settings, reported);
    await wait(settings.interval * (0.8 + 0.4 * Math.random()), signal);
  }
}

type UnreadableRecord = Extract<FlowRecord, { readonly error: Error }>;

interface Poll {
  readonly cursor: FlowCursor;
  /** New flows, oldest first. */
  readonly flows: readonly Flow[];
  /** Flows that cannot be read, new or not. */
  readonly unreadable: readonly UnreadableRecord[];
  /** The API's time, in milliseconds. */
  readonly now: number;
}

/**
 * Reads all new flows. Reads every page before yielding the first flow, because the order of flows is not
 * specified.
 */
async function pollOnce(
  call: Caller,
  settings: FollowSettings,
  cursor: FlowCursor | undefined,
): Promise<Poll> {
  if (!cursor) return startNow(call, settings);
  const { merchantId, fiat, options } = settings;
  // Begins one millisecond early: the spec does not say whether `startTime` is inclusive (spec: operation 7).
  const startTime = Math.max(cursor.from - 1, 0);
  const filter = { merchantId, ...omitUndefined({ fiat }), flowType: 'DEPOSIT', startTime } as const;
  const listing = flowListing(call, { operation: FOLLOW, filter, options });
  let now = 0;
  const read: typeof listing.read = async (page) => {
    const result = await listing.read(page);
    now = result.date ?? Date.now();
    return result;
  };
  const flows: Flow[] = [];
  const unreadable: UnreadableRecord[] = [];
  for await (const record of allOf({ ...listing, read })) {
    const stamp = stampOf(record.flow);
    cursor.learnTime(stamp);
    if (!isFollowed(record.flow, settings)) continue;
    if (record.error) unreadable.push(record);
    else if (cursor.isNew(stamp)) flows.push(record.flow);
  }
  return { cursor, flows: flows.sort(byAge), unreadable, now };
}

/** The position that the caller passed, if any. */
function initialCursor({ after, since, overlap }: FollowSettings): FlowCursor | undefined {
  if (after !== undefined) return FlowCursor.parse(after, overlap);
  return since === undefined ? undefined : FlowCursor.since(since, overlap);
}

/** Starts at the API's current time: flows that already exist are not new. */
async function startNow(call: Caller, { merchantId, fiat, overlap, options }: FollowSettings): Promise<Poll> {
  const filter = { merchantId, ...omitUndefined({ fiat }), flowType: 'DEPOSIT', pageSize: 1 } as const;
  const { date: now = Date.now() } = await readFlowPage(call, { operation: FOLLOW, filter, options });
  return { cursor: FlowCursor.since(now, overlap), flows: [], unreadable: [], now };
}

/**
 * Applies the filters again, so that an API that ignores a filter cannot credit another merchant's deposit.
 * Leaves out an unreadable flow only if a readable member contradicts the filter.
 */
function isFollowed(flow: PartialFlow, { merchantId, fiat = flow.fiat }: FollowSettings): boolean {
  return (
    (flow.merchantId ?? merchantId) === merchantId &&
    (flow.fiat ?? fiat) === fiat &&
    (flow.flowType ?? 'DEPOSIT') === 'DEPOSIT' &&
    flow.category !== 'FEE'
  );
}

/** A flow's position in the stream. An invalid id cannot be part of a cursor. */
function stampOf(flow: PartialFlow): Parameters<FlowCursor['isNew']>[0] {
  return { id: idIn(flow), createTime: flow.createTime };
}

/**
 * Reports the new unreadable flows of a poll, except those in `reported`, and moves the cursor past them.
 * Runs after the flows of the poll were yielded, so that a cursor stored in between hides none of them.
 * Returns the keys of all unreadable flows, because a cursor cannot hold a flow without an id.
 */
async function reportUnreadable(
  { cursor, unreadable, now }: Poll,
  { onUnreadable }: FollowSettings,
  reported: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const record of unreadable) {
    const stamp = stampOf(record.flow);
    keys.add(keyOf(record));
    if (!cursor.isNew(stamp)) continue;
    cursor.passOver(stamp, now);
    if (reported.has(keyOf(record))) continue;
    await onUnreadable(
      { ...record.flow, ...(stamp.id !== undefined && { cursor: cursor.toString() }) },
      record.error,
    );
  }
  return keys;
}

function byAge(one: Flow, other: Flow): number {
  if (one.createTime !== other.createTime) return one.createTime - other.createTime;
  return BigInt(one.id) < BigInt(other.id) ? -1 : 1;
}

/** Milliseconds to wait before the next poll. Throws errors that another poll would not resolve. */
function pauseAfter(error: unknown, failures: number, { interval }: FollowSettings): number {
  const retryAfter = retryAfterOf(error);
  if (failures >= MAX_FAILURES || retryAfter > MAX_RETRY_AFTER) throw error;
  const span = Math.min(interval * 2 ** failures, Math.max(MAX_PAUSE, interval));
  return retryAfter * 1000 + span * (0.5 + 0.5 * Math.random());
}

/** Seconds; Infinity for permanent errors. */
function retryAfterOf(error: unknown): number {
  if (error instanceof RateLimitError || error instanceof ServerError) return error.retryAfter ?? 0;
  const isTemporary = [ConnectionError, TimeoutError, UnreadableResponseError].some(
    (type) => error instanceof type,
  );
  return isTemporary ? 0 : Infinity;
}
