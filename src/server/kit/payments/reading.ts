import { DAY, HOUR, MINUTE, SECOND } from '../../../core/time.js';
import { failure, isFailure, type Failure } from '../../client/errors.js';
import { emit, type Reporting } from '../hooks.js';
import type { MerchantRow } from '../store/rows.js';
import { pauseAfter, type ReadingLease, type Pace, type ReadingEnd, type Records } from '../store/store.js';
import type { Token, Tokens } from '../tokens.js';
import type { Upstream } from '../upstream.js';
import { bookFlows, settleReturns, type BookingResult } from './booking.js';
import { OVERLAP, readFlowPage, withoutToken, type FlowPage } from './flows.js';
import { RequestSchedule } from './request-schedule.js';

/** A reading in progress. */
export interface Reading {
  /** Resolves when the reading ends, successfully or not. */
  readonly done: Promise<void>;
}

/** The longest time that an API with a rate limit may make us wait. */
const LONGEST_RETRY_AFTER = 5 * MINUTE;
/** How much longer a lease lasts than a request: enough time to store a page. */
const LEASE_MARGIN = 10 * SECOND;
/** Milliseconds to pause after the rate limit allowed no reading. */
const IDLE_PAUSE = 100;
/** Maximum concurrent readings: the seconds that a slow API takes, times the rate. */
const MAX_READINGS = 40;
/** Maximum pages of one reading: a quarter of a million deposits. */
const MAX_PAGES = 1_000;

/** `timeout` and `keep` in milliseconds. */
interface ReadingSettings extends Reporting {
  readonly tokens: Tokens;
  readonly timeout: number;
  readonly keep: number;
}

interface ReaderServices {
  readonly records: Records;
  readonly upstream: Upstream;
  readonly pace: () => Promise<Pace>;
  /** Delivers the stored events. */
  readonly deliver: () => void;
}

/** Reads the deposits of each merchant at most once a second across all copies of the kit. */
export class DepositReader {
  readonly #settings: ReadingSettings;
  readonly #services: ReaderServices;
  readonly #readings = new Map<string, Promise<void>>();
  /**
   * Merchants with returns to settle: a reading may fail, or outlast its lease, before it has settled the
   * returns it stored.
   */
  readonly #unsettled = new Set<string>();
  #starting: Promise<number> | undefined;
  #idleUntil = 0;

  constructor(settings: ReadingSettings, services: ReaderServices) {
    this.#settings = settings;
    this.#services = services;
  }

  /**
   * Starts the readings that are due, as far as the rate allows. Resolves to the number of started readings.
   * Concurrent callers share one attempt. Rejects with a `StoreError` if the store fails.
   */
  start(): Promise<number> {
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  /** Starts readings for a page that polls. Resolves to its merchant's reading, if this copy makes it. */
  async startFor(merchant: MerchantRow | undefined, now: number): Promise<Reading | undefined> {
    if (!merchant || !isDue(merchant, now)) return undefined;
    const { merchantId } = merchant;
    if (!this.#readings.has(merchantId) && performance.now() >= this.#idleUntil) await this.start();
    const done = this.#readings.get(merchantId);
    return done && { done };
  }

  /** Resolves once this copy has no reading in progress. */
  async idle(): Promise<void> {
    while (this.#readings.size > 0) await Promise.all(this.#readings.values());
  }

  /** Milliseconds until the next reading is due; undefined if no merchant is watched. */
  async nextDue(): Promise<number | undefined> {
    return this.#services.records.nextDue(await this.#services.pace());
  }

  async #start(): Promise<number> {
    const room = MAX_READINGS - this.#readings.size;
    const { records, pace } = this.#services;
    const claims = room > 0 ? await records.claim(await pace(), room, this.#leaseMs) : [];
    if (claims.length === 0) this.#idleUntil = performance.now() + IDLE_PAUSE;
    for (const claim of claims) {
      const { merchantId } = claim.merchant;
      const reading = this.#read(claim)
        .catch(() => this.#settings.logger.error('Storing the deposits of a merchant failed'))
        .finally(() => this.#readings.delete(merchantId));
      this.#readings.set(merchantId, reading);
    }
    return claims.length;
  }

  get #leaseMs(): number {
    return this.#settings.timeout + LEASE_MARGIN;
  }

  async #read(claim: ReadingLease): Promise<void> {
    const { merchant } = claim;
    const { records } = this.#services;
    const schedule = new RequestSchedule(claim, {
      tokens: this.#settings.tokens,
      records,
      leaseMs: this.#leaseMs,
    });
    // A deep reading finds flows that became visible late.
    const now = merchant.requestedAt;
    const isDeep = now - Math.max(merchant.deepAt, merchant.firstSlipAt ?? 0) >= HOUR;
    const begin = Math.min(merchant.cursor, isDeep ? now - DAY + OVERLAP : Infinity);
    // Rows that old are deleted: reading their flows again would report them again.
    const from = Math.max(begin - OVERLAP, now - this.#settings.keep + DAY, 0);
    const result = await this.#readPages(merchant, schedule, { from, isDeep });
    // Stored events are delivered even if the reading failed.
    this.#services.deliver();
    if (result === 'lost') return;
    const end = isFailure(result)
      ? await this.#failed(merchant, schedule, result)
      : succeeded(merchant, now, result);
    if (!isFailure(result)) await schedule.succeeded();
    await records.endReading(merchant, { ...end, ...(isDeep && { isDeep }) });
  }

  /**
   * Reads and stores all pages. Returns the API's clock at the first page; `lost` if another copy has the
   * lease.
   */
  async #readPages(
    merchant: MerchantRow,
    schedule: RequestSchedule,
    { from, isDeep }: { readonly from: number; readonly isDeep: boolean },
  ): Promise<{ readonly date: number | undefined } | Failure | 'lost'> {
    const { merchantId, fence } = merchant;
    const seen = new Set<string>();
    if (isDeep) this.#unsettled.add(merchantId);
    let date: number | undefined;
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const token = await schedule.next();
      if (token === 'lost' || isFailure(token)) return token;
      const result = await this.#request(token, { merchantId, from, page });
      if (isFailure(result)) return result;
      date ??= result.date;
      const isRepeated = result.marks.every((mark) => seen.has(mark));
      for (const mark of result.marks) seen.add(mark);
      const booked = await this.#book(merchant, result.flows);
      if (!booked) return 'lost';
      if (booked.count > 0) this.#unsettled.add(merchantId);
      isLast = !result.isFull;
      // Otherwise an API that repeats a page or never ends would be read forever.
      if (!isLast && (isRepeated || page === MAX_PAGES)) return ENDLESS;
    }
    if (!this.#unsettled.has(merchantId)) return { date };
    if (!(await settleReturns(this.#services.records, merchantId, fence))) return 'lost';
    this.#unsettled.delete(merchantId);
    return { date };
  }

  async #request(token: Token, query: Parameters<typeof readFlowPage>[1]): Promise<FlowPage | Failure> {
    const { merchantId } = query;
    const event = { requestId: crypto.randomUUID(), operation: 'flows', merchantId } as const;
    const page = await this.#services.upstream(event, (transport) => readFlowPage(transport, query), token);
    return isFailure(page) ? page : { ...page, flows: await withoutToken(page.flows, token) };
  }

  /** Stores a page. Undefined if the lease is lost. A page without new flows needs no transaction. */
  async #book(
    { merchantId, fence }: MerchantRow,
    flows: FlowPage['flows'],
  ): Promise<BookingResult | undefined> {
    const { records } = this.#services;
    if (flows.length === 0) return NOTHING;
    const known = await records.knownFlows(
      merchantId,
      flows.map(({ flowId }) => flowId),
    );
    const contents = new Map(known.map((row) => [row.flowId, row.content]));
    if (flows.every(({ flowId, content }) => contents.get(flowId) === content)) return NOTHING;
    const booked = await records.transaction(merchantId, fence, (tx) => bookFlows(tx, merchantId, flows));
    for (const { content } of booked?.unreadable ?? []) this.#reportUnreadable(merchantId, content);
    return booked;
  }

  #reportUnreadable(merchantId: string, content: string): void {
    const [flowId] = JSON.parse(content) as [string | null];
    const cause = new Error('A deposit from the API cannot be read.');
    const id = flowId === null ? {} : { flowId };
    const requestId = crypto.randomUUID();
    emit(this.#settings, 'error', { requestId, kind: 'unreadable', merchantId, ...id, cause });
  }

  /**
   * Reports a failed reading. The pause grows for this merchant, or for all merchants if the API refuses the
   * token.
   */
  async #failed(merchant: MerchantRow, schedule: RequestSchedule, failed: Failure): Promise<ReadingEnd> {
    const { kind, status, retryAfter = 0, cause } = failed;
    const least = Math.min(retryAfter * SECOND, LONGEST_RETRY_AFTER);
    const length = Math.max(pauseAfter(merchant.failures), least);
    await schedule.failed(kind, least);
    emit(this.#settings, 'error', {
      requestId: crypto.randomUUID(),
      kind: kind === 'unreadable' || kind === 'timeout' ? kind : 'unavailable',
      merchantId: merchant.merchantId,
      upstream: { kind, ...(status !== undefined && { status }) },
      cause: cause ?? new Error(`Reading deposits failed: ${kind}.`),
    });
    this.#settings.logger.error('Reading the deposits of a merchant failed', {
      upstream: kind,
      ...(status !== undefined && { status }),
    });
    return { failure: kind, pause: length, next: length };
  }
}

const NOTHING: BookingResult = { count: 0, unreadable: [] };
const ENDLESS = failure('unreadable');

/** The next reading begins at the API's clock, or at ours if that is earlier, so that no flow is missed. */
function succeeded(
  { lastSlipAt = 0 }: MerchantRow,
  now: number,
  { date = now }: { readonly date: number | undefined },
): ReadingEnd {
  const cursor = Math.max(Math.min(date, now), now - DAY);
  return { cursor, pause: 0, next: intervalAfter(now - lastSlipAt) };
}

/** How often deposits are read while no page waits for them, by the age of the last slip. */
function intervalAfter(age: number): number {
  if (age < HOUR) return 5 * SECOND;
  return age < DAY ? MINUTE : 10 * MINUTE;
}

/** Whether the merchant may be read for a page that waits. */
function isDue({ leaseUntil, pausedUntil, requestedAt }: MerchantRow, now: number): boolean {
  return leaseUntil <= now && pausedUntil <= now && requestedAt + SECOND <= now;
}
