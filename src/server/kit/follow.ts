import { createCaller, type Caller } from '../client/caller.js';
import type { OnUnreadable } from '../client/flow-records.js';
import { CURSOR_PATTERN } from '../client/flow-cursor.js';
import { DEFAULT_OVERLAP, pollFlows, type FollowedFlow, type FollowSettings } from '../client/flow-poller.js';
import { DEFAULT_RETRIES } from '../client/options.js';
import { wait } from '../client/wait.js';
import { foundDepositsOf, isCredit } from './arrivals.js';
import type { ArrivedEvents } from './arrived-events.js';
import { cacheKey, digest, type Cache } from './cache.js';
import type { DepositOwners } from './deposit-owners.js';
import type { Flow } from './flows.js';
import { emit } from './hooks.js';
import { ISSUED_SECONDS, type Issued, type IssuedRecord } from './issued.js';
import { isFixedAmount, MAX_SKEW, type KnownDeposits } from './known-deposits.js';
import type { Settings } from './options.js';
import type { VisitHistory } from './visit-history.js';

/** Options of `kit.follow`. */
export interface FollowOptions {
  /** Ends following. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between two requests for the deposits of a merchant, from 1,000 to 3,600,000. Default: 5,000. */
  readonly interval?: number | undefined;
}

/** Follows the deposits of all merchants that slips are issued for. Resolves when the signal aborts. */
export type Follow = (options?: FollowOptions) => Promise<void>;

interface FollowServices {
  readonly cache: Cache;
  readonly issued: Issued;
  readonly known: KnownDeposits;
  readonly owners: DepositOwners;
  readonly arrived: ArrivedEvents;
  readonly history: VisitHistory;
}

type UnreadableFlow = Parameters<OnUnreadable>[0];

const INTERVAL = 5_000;
/** Milliseconds. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1_000, 60_000];

/** Creates the function that follows. */
export function createFollow(settings: Settings, services: FollowServices): Follow {
  const { cache, issued } = services;

  /** Follows one merchant, from where any copy of the kit was last. */
  async function followMerchant(
    call: Caller,
    [merchantId, since]: readonly [string, number],
    { signal, interval = INTERVAL }: FollowOptions,
  ): Promise<void> {
    const key = cacheKey('cursor', await digest(merchantId));
    for (let failures = 0; ; failures += 1) {
      if (signal?.aborted) return;
      try {
        const from = { merchantId, ...startOf(await cache.getOrFail(key), since) };
        const onUnreadable = async (flow: UnreadableFlow, cause: Error): Promise<void> => {
          reportUnreadable(flow, cause);
          if (flow.cursor !== undefined) await cache.set(key, flow.cursor, ISSUED_SECONDS);
        };
        const options = { signal };
        const flows = pollFlows(call, { ...from, interval, overlap: DEFAULT_OVERLAP, onUnreadable, options });
        for await (const flow of flows) {
          await tellUntilDone(services, merchantId, flow, signal);
          if (signal?.aborted) return;
          await cache.set(key, flow.cursor, ISSUED_SECONDS);
          failures = 0;
        }
      } catch {
        settings.logger.error('Following the deposits of a merchant failed, and is tried again');
        await pause(failures, signal);
      }
    }
  }

  /** A flow that cannot be read is reported, and never keeps the others back. */
  function reportUnreadable({ id }: UnreadableFlow, cause: Error): void {
    const flowId = id !== undefined && { flowId: id };
    emit(settings, 'error', { requestId: crypto.randomUUID(), kind: 'unreadable', cause, ...flowId });
  }

  return async (options = {}) => {
    validateInterval(options);
    const { baseUrl, token, fetch, timeout } = settings;
    const call = createCaller({ baseUrl, token, fetch, timeout, retries: DEFAULT_RETRIES });
    const { signal, interval = INTERVAL } = options;
    const followed = new Map<string, Promise<void>>();
    for (;;) {
      if (signal?.aborted) break;
      for (const merchant of await issued.merchants())
        if (!followed.has(merchant[0])) followed.set(merchant[0], followMerchant(call, merchant, options));
      await wait(interval, signal);
    }
    await Promise.all(followed.values());
  };
}

/** After what any copy of the kit was last told of, or from the first slip on. */
function startOf(cursor: unknown, since: number): Pick<FollowSettings, 'after' | 'since'> {
  return typeof cursor === 'string' && CURSOR_PATTERN.test(cursor)
    ? { after: cursor }
    : { since: Math.max(since - MAX_SKEW, 0) };
}

function validateInterval({ interval = INTERVAL }: FollowOptions): void {
  if (!(interval >= 1_000 && interval <= 3_600_000))
    throw new RangeError('The interval of kit.follow must be from 1,000 to 3,600,000 milliseconds.');
}

/** Tells of a deposit until the hook has been called with it: a deposit must not be lost because a database is down. */
async function tellUntilDone(
  services: FollowServices,
  merchantId: string,
  flow: FollowedFlow,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!isCredit(flow)) return;
  for (let failures = 0; ; failures += 1) {
    if (signal?.aborted) return;
    const isDone = await tellOwner(services, merchantId, flow).catch(() => false);
    if (isDone) return;
    await pause(failures, signal);
  }
}

/** Tells the visit that a deposit belongs to. True if the hook has been called, or if it is of no slip. */
async function tellOwner(
  { issued, owners, known, arrived, history }: FollowServices,
  merchantId: string,
  flow: Flow,
): Promise<boolean> {
  const ofCode = flow.txId === undefined ? undefined : await issued.ofCode(merchantId, flow.txId);
  const candidates = ofCode ? [ofCode] : ranked(await issued.withoutCode(merchantId), flow);
  for (const { grant, paymentId, fiat } of candidates) {
    const isDone = await owners.keepOwn(grant, fiat, [flow], async (own) => {
      if (own.length === 0) return undefined;
      const found = await foundDepositsOf(own, grant, fiat);
      await known.add(grant, { paymentId, fiat }, found);
      const event = { requestId: crypto.randomUUID(), grant, paymentId, fiat };
      const deposits = found.map(({ deposit }) => deposit);
      const [told] = await Promise.all([arrived.tell(event, found), history.settle(grant, deposits)]);
      return told.isDone;
    });
    if (isDone !== undefined) return isDone;
  }
  return true;
}

/** The slips that a deposit may be for: those of its amount first, the oldest first; then the others, the newest first. */
function ranked(records: readonly IssuedRecord[], { fiat, createTime, changed }: Flow): IssuedRecord[] {
  const possible = records.filter((each) => each.fiat === fiat && each.since <= (createTime ?? 0));
  const isExact = ({ grant }: IssuedRecord): boolean =>
    isFixedAmount(grant, { ...(changed !== undefined && { amount: changed }) });
  return [...possible.filter(isExact), ...possible.filter((each) => !isExact(each)).toReversed()];
}

function pause(failures: number, signal: AbortSignal | undefined): Promise<void> {
  return wait(Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE), signal);
}
