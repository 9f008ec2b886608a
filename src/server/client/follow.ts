import type { Flow } from '../../contract/flows.js';
import { currencyParameter, idParameter, timeParameter } from '../../contract/query.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { z } from 'zod';
import { readInput, type Answered, type Caller } from './caller.js';
import {
  ConnectionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnreadableAnswerError,
} from './client-error.js';
import { flowListing, readFlowPage } from './flows.js';
import type { Id, Page } from './input.js';
import type { CallOptions } from './options.js';
import { allOf } from './pages.js';
import { CURSOR, Place } from './place.js';
import { textsOf } from './transport.js';
import { wait } from './wait.js';

/** What is watched, from where on, and how often. The options of a call are those of every look. */
export interface FollowInput extends CallOptions {
  readonly merchantId: Id;
  /** ISO 4217. */
  readonly fiat?: string | undefined;
  /** Deposits made from this time on, in milliseconds. Default: the API's time when the watch begins, in whole seconds. */
  readonly since?: number | undefined;
  /** The `cursor` of the last flow that was dealt with, to go on behind it; `since` then counts no more. */
  readonly after?: string | undefined;
  /** Milliseconds between two looks, a fifth more or less; 1,000 to 3,600,000. Default 5,000. */
  readonly interval?: number | undefined;
  /** How much later than a newer one a flow may show up, in milliseconds; up to a day. Default 300,000. */
  readonly overlap?: number | undefined;
}

/** A deposit, and where the watch is once it is dealt with. */
export interface FollowedFlow extends Flow {
  /** To give back as `after`: a time and the ids of the flows yielded since, the overlap before this one. */
  readonly cursor: string;
}

const INTERVAL = 5_000;
const OVERLAP = 300_000;
const MOST_FAILURES = 10;
/** Milliseconds. */
const LONGEST_PAUSE = 300_000;
/** Seconds. */
const LONGEST_RETRY_AFTER = 3_600;

const between = (least: number, most: number) => {
  const error = `between ${least} and ${most} milliseconds`;
  return z
    .string({ error })
    .regex(/^[0-9]{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
};

const A_CURSOR = 'the cursor of a flow';

const INPUT = z.strictObject({
  merchantId: idParameter.transform(String),
  fiat: currencyParameter.optional(),
  since: timeParameter.transform(Number).optional(),
  after: z.string({ error: A_CURSOR }).regex(CURSOR, { error: A_CURSOR }).optional(),
  interval: between(1_000, 3_600_000).default(INTERVAL),
  overlap: between(0, 86_400_000).default(OVERLAP),
});

type Watch = z.output<typeof INPUT> & { readonly options: CallOptions };

const operation = 'flows.follow';

/**
 * Operation 7, over and over: new deposits as they appear, oldest first, each once; ends when the signal aborts. Looks
 * that fail for a reason that may pass are made again, later and later, ten in a row at most; then the last error is
 * thrown. Fees of a deposit (category FEE) are left out.
 */
export async function* followFlows(
  call: Caller,
  input: FollowInput,
): AsyncGenerator<FollowedFlow, void, undefined> {
  const watch = readWatch(input);
  const { signal } = watch.options;
  let place = placeOf(watch);
  let failures = 0;
  for (;;) {
    if (signal?.aborted) return;
    const look = await lookOnce(call, watch, place).catch((error: unknown) => ({ error }));
    if (signal?.aborted) return;
    failures = 'error' in look ? failures + 1 : 0;
    if ('error' in look) {
      await wait(pauseAfter(look.error, failures, watch), signal);
      continue;
    }
    ({ place } = look);
    for (const flow of look.flows) {
      place.pass(flow, look.now);
      yield { ...flow, cursor: place.cursor };
      if (signal?.aborted) return;
    }
    await wait(watch.interval * (0.8 + 0.4 * Math.random()), signal);
  }
}

function readWatch(input: FollowInput): Watch {
  const { signal, timeout, retries, after, ...rest } = input ?? {};
  const given = { ...textsOf(rest), ...omitUndefined({ after }) };
  return { ...readInput({ operation }, INPUT, given), options: { signal, timeout, retries } };
}

interface Look {
  readonly place: Place;
  /** New flows, oldest first. */
  readonly flows: readonly Flow[];
  /** The API's time, in milliseconds. */
  readonly now: number;
}

/** Looks from where the watch is. All pages are read before one flow is given: their order is not stated. */
async function lookOnce(call: Caller, watch: Watch, place: Place | undefined): Promise<Look> {
  if (!place) return begin(call, watch);
  const { merchantId, fiat, options } = watch;
  // One millisecond early: whether `startTime` itself is included is not stated (spec: operation 7).
  const startTime = Math.max(place.from - 1, 0);
  const filter = { merchantId, ...omitUndefined({ fiat }), flowType: 'DEPOSIT', startTime } as const;
  const listing = flowListing(call, { operation, filter, options });
  let now = 0;
  const read = async (page: Parameters<typeof listing.read>[0]): Promise<Answered<Page<Flow>>> => {
    const answered = await listing.read(page);
    now = answered.date ?? Date.now();
    return answered;
  };
  const flows: Flow[] = [];
  for await (const flow of allOf({ ...listing, read })) {
    place.meet(flow);
    if (isWatched(flow, watch) && place.isNew(flow)) flows.push(flow);
  }
  return { place, flows: flows.sort(byAge), now };
}

/** Where the caller says that the watch begins, if it does. */
function placeOf({ after, since, overlap }: Watch): Place | undefined {
  if (after !== undefined) return Place.at(after, overlap);
  return since === undefined ? undefined : Place.since(since, overlap);
}

/** Asks what time it is at the API: what is there by then is not new. */
async function begin(call: Caller, { merchantId, fiat, overlap, options }: Watch): Promise<Look> {
  const filter = { merchantId, ...omitUndefined({ fiat }), flowType: 'DEPOSIT', pageSize: 1 } as const;
  const { date: now = Date.now() } = await readFlowPage(call, { operation, filter, options });
  return { place: Place.since(now, overlap), flows: [], now };
}

/** The filters are applied here again: what another merchant's is, no answer may blur. A fee is no arrival. */
function isWatched(flow: Flow, { merchantId, fiat = flow.fiat }: Watch): boolean {
  return (
    flow.merchantId === merchantId &&
    flow.fiat === fiat &&
    flow.flowType === 'DEPOSIT' &&
    flow.category !== 'FEE'
  );
}

function byAge(one: Flow, other: Flow): number {
  if (one.createTime !== other.createTime) return one.createTime - other.createTime;
  return BigInt(one.id) < BigInt(other.id) ? -1 : 1;
}

/** Milliseconds before another look; throws what no other look would better. */
function pauseAfter(error: unknown, failures: number, { interval }: Watch): number {
  const retryAfter = retryAfterOf(error);
  if (failures >= MOST_FAILURES || retryAfter > LONGEST_RETRY_AFTER) throw error;
  const span = Math.min(interval * 2 ** failures, Math.max(LONGEST_PAUSE, interval));
  return retryAfter * 1000 + span * (0.5 + 0.5 * Math.random());
}

/** Seconds; infinite for what does not pass. */
function retryAfterOf(error: unknown): number {
  if (error instanceof RateLimitError || error instanceof ServerError) return error.retryAfter ?? 0;
  const passes = [ConnectionError, TimeoutError, UnreadableAnswerError].some((of) => error instanceof of);
  return passes ? 0 : Infinity;
}
