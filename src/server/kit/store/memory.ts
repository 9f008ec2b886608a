import { KeyedMutex } from '../keyed-mutex.js';
import { LATE_FLOWS, SLIP_SHOWN_FOR, SOON } from './durations.js';
import {
  matchesChoice,
  type DepositRow,
  type EventRow,
  type MerchantRow,
  type PaymentRow,
  type SlipRow,
} from './rows.js';
import { listDeposits, listPeriod } from './memory-lists.js';
import { MemoryReadings } from './memory-readings.js';
import { MemoryTables, type StoredSlip } from './memory-tables.js';
import { findReturnable } from './returnable.js';
import {
  StoreError,
  type Changes,
  type DepositQuery,
  type GrantState,
  type IssuedSlip,
  type ListedDeposit,
  type GrantQuery,
  type MerchantStart,
  type PeriodQuery,
  type PurgeLimits,
  type Records,
  type Store,
  type StoreHealth,
  type Transaction,
} from './store.js';

/** Limits of a memory store. */
export interface MemoryStoreOptions {
  /** The maximum number of payments, of slips, of deposits, of events and of merchants. Default: 100,000. */
  readonly maxRows?: number;
}

/**
 * Maximum unpaid slips of a grant. Its payer gets no more, because those that were shown may still be paid.
 */
const MAX_SLIPS = 20;

/**
 * Creates a store in the memory of this process, for a single copy of the kit, tests and demonstrations: its
 * content is lost when the process ends. A full store rejects new rows rather than forget a slip that may
 * still be paid.
 *
 * Throws an Error that names an invalid option.
 */
export function createMemoryStore({ maxRows = 100_000 }: MemoryStoreOptions = {}): Store {
  if (!Number.isSafeInteger(maxRows) || maxRows < 1)
    throw new Error('Cannot create a memory store: maxRows must be a positive whole number.');
  const scopes = new Map<string, Records>();
  return {
    migrate: () => Promise.resolve(),
    open(scope) {
      const records = scopes.get(scope) ?? new MemoryRecords(maxRows);
      scopes.set(scope, records);
      return records;
    },
  };
}

class MemoryRecords extends MemoryReadings implements Records {
  readonly #maxRows: number;
  /** Maximum ages of rows and responses in milliseconds, derived from the limits of the last purge. */
  #ages: Readonly<Record<keyof PurgeLimits, number>> | undefined;
  readonly #mutex = new KeyedMutex();
  readonly #closed = new Map<string, number>();

  constructor(maxRows: number) {
    super(new MemoryTables());
    this.#maxRows = maxRows;
  }

  async lookUp({ merchantId, grantId, choice, wallet, isWaiting = false }: GrantQuery): Promise<GrantState> {
    const now = Date.now();
    const { tables } = this;
    const merchant = tables.merchants.get(merchantId);
    if (merchant && isWaiting) tables.merchants.set(merchantId, { ...merchant, waitedAt: now });
    const payments = tables.paymentsOf(merchantId, grantId).map((payment) => ({
      ...this.#withClosed(payment),
      tally: tables.tallyOf(payment, wallet),
    }));
    const slips = tables
      .slipsOf(merchantId, grantId)
      .filter((slip) => isStanding(slip, now))
      .toSorted((one, other) => other.shownAt - one.shownAt)
      .map((slip) => (choice && matchesChoice(slip, choice) ? slip : { ...slip, answer: undefined }));
    return { now, merchant, isClosed: this.#isClosed(merchantId, grantId), payments, slips };
  }

  async beginSlip(slip: SlipRow, replaces: string | undefined, seconds: number): Promise<boolean> {
    const now = Date.now();
    const own = this.tables.slipsOf(slip.merchantId, slip.grantId);
    const same = own.filter((each) => matchesChoice(each, slip) && isStanding(each, now));
    if (same.some(({ state }) => state === 'making')) return false;
    if (same.some((each) => each.id !== replaces && !each.isPaid && each.answer !== undefined)) return false;
    this.#makeRoom(1);
    // Without a code, only the slip that is shown counts: the payment itself says how long it is watched.
    const isWatched = (each: StoredSlip): boolean =>
      !each.isPaid && each.watchedUntil > now && (each.txId !== undefined || isStanding(each, now));
    if (own.filter(isWatched).length >= MAX_SLIPS)
      throw new StoreError('The memory store can hold no more slips of this grant');
    for (const lost of own)
      if (lost.state === 'making' && matchesChoice(lost, slip)) this.tables.deleteSlip(lost);
    this.tables.putSlip({
      ...slip,
      state: 'making',
      shownAt: now,
      createdAt: now,
      makingUntil: now + seconds * 1000,
    });
    return true;
  }

  /** Runs in turn with transactions, which write whole rows. */
  finishSlip(issued: IssuedSlip, start: MerchantStart): Promise<boolean> {
    return this.#mutex.run(issued.slip.merchantId, async () => this.#finishSlip(issued, start));
  }

  #finishSlip({ slip, ...issued }: IssuedSlip, start: MerchantStart): boolean {
    const now = Date.now();
    const { tables } = this;
    const making = tables.slips.get(slip.id);
    if (making?.state !== 'making') throw new StoreError('Another copy of the kit is making this slip');
    this.#makeRoom(2);
    this.#watch(slip, issued.own, start, now);
    for (const each of tables.slipsOf(slip.merchantId, slip.grantId))
      if (each.state === 'current' && matchesChoice(each, slip))
        tables.putSlip({ ...each, state: 'replaced', answer: undefined });
    tables.putSlip({ ...making, ...slip, state: 'current', shownAt: now });
    const payment = this.#paymentWith(slip, issued, now);
    tables.putPayment(payment);
    return payment.asked === issued.asked;
  }

  async abandonSlip(id: string): Promise<void> {
    const slip = this.tables.slips.get(id);
    if (slip?.state === 'making') this.tables.deleteSlip(slip);
  }

  async showSlip(id: string): Promise<void> {
    const slip = this.tables.slips.get(id);
    if (slip) this.tables.putSlip({ ...slip, shownAt: Date.now() });
  }

  async countRefreshes(merchantId: string, grantId: string, since: number) {
    const times = this.tables
      .slipsOf(merchantId, grantId)
      .filter((slip) => slip.isRefresh && slip.state !== 'making' && slip.createdAt > since)
      .map(({ createdAt }) => createdAt);
    return { count: times.length, first: Math.min(...times) };
  }

  async close(merchantId: string, grantId: string): Promise<void> {
    this.#makeRoom(1);
    this.#closed.set(JSON.stringify([merchantId, grantId]), Date.now());
  }

  async addMerchant(start: MerchantStart): Promise<void> {
    this.#makeRoom(1);
    this.tables.addMerchant(start, Date.now());
  }

  async knownFlows(merchantId: string, flowIds: readonly string[]): Promise<readonly DepositRow[]> {
    return flowIds
      .map((flowId) => this.tables.depositOf(merchantId, flowId))
      .filter((row) => row !== undefined);
  }

  transaction<Result>(
    merchantId: string,
    fence: number | undefined,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result | undefined> {
    return this.#mutex.run(merchantId, async () => {
      const now = Date.now();
      const merchant = this.tables.merchants.get(merchantId);
      if (fence !== undefined && (merchant?.fence !== fence || merchant.leaseUntil < now)) return undefined;
      const saved: Changes[] = [];
      const result = await work(this.#transactionOf(merchantId, merchant, now, saved)).catch(
        (cause: unknown) => {
          throw cause instanceof StoreError ? cause : new StoreError('A transaction failed', { cause });
        },
      );
      this.#makeRoom(saved.flatMap(({ deposits = [], events = [] }) => [...deposits, ...events]).length);
      for (const changes of saved) this.tables.apply(changes, now);
      return result;
    });
  }

  #transactionOf(
    merchantId: string,
    merchant: MerchantRow | undefined,
    now: number,
    saved: Changes[],
  ): Transaction {
    const { tables } = this;
    const tallied = (payment: PaymentRow) => ({
      ...this.#withClosed(payment),
      tally: tables.tallyOf(payment, payment),
    });
    return {
      now,
      merchant,
      knownFlows: (flowIds) => this.knownFlows(merchantId, flowIds),
      slipsOf: async (txIds) => txIds.flatMap((txId) => tables.slipsWith(merchantId, txId)),
      paymentsOf: async (grantIds) =>
        grantIds.flatMap((grantId) => tables.paymentsOf(merchantId, grantId)).map(tallied),
      ownPayments: async (fiat) =>
        tables
          .ownPayments(merchantId)
          .filter((each) => each.fiat === fiat)
          .map(tallied),
      pendingReturns: async () => tables.depositsOf(merchantId).filter(({ state }) => state === 'pending'),
      returnable: async (query) => findReturnable(tables.openDeposits(merchantId, query), query),
      async save(changes) {
        saved.push(changes);
      },
    };
  }

  async claimEvents(limit: number, leaseMs: number): Promise<readonly EventRow[]> {
    const now = Date.now();
    const claimed: EventRow[] = [];
    const keys = new Set<string>();
    for (const event of this.tables.events.values()) {
      if (claimed.length === limit) break;
      if (event.isDead || keys.has(event.key)) continue;
      keys.add(event.key);
      if (event.dueAt > now) continue;
      claimed.push(event);
      this.tables.events.set(event.id, { ...event, attempts: event.attempts + 1, dueAt: now + leaseMs });
    }
    return claimed;
  }

  async deleteEvent(id: string): Promise<void> {
    this.tables.events.delete(id);
  }

  async postponeEvent(id: string, ms: number, isDead: boolean): Promise<void> {
    const event = this.tables.events.get(id);
    if (event) this.tables.events.set(id, { ...event, isDead, dueAt: Date.now() + ms });
  }

  async listDeposits(query: DepositQuery): Promise<readonly ListedDeposit[]> {
    return listDeposits(this.tables, query);
  }

  async listPeriod(query: PeriodQuery): Promise<readonly ListedDeposit[]> {
    return listPeriod(this.tables, query);
  }

  async listSlips(merchantId: string, grantId: string, since: number): Promise<readonly SlipRow[]> {
    return this.tables
      .slipsOf(merchantId, grantId)
      .filter((slip) => slip.state === 'current' && !slip.isPaid && slip.issuedAt >= since)
      .toSorted((one, other) => other.shownAt - one.shownAt)
      .map((slip) => ({ ...slip, answer: undefined }));
  }

  async health(): Promise<StoreHealth> {
    const events = [...this.tables.events.values()];
    const waiting = events.filter(({ isDead }) => !isDead);
    const now = Date.now();
    const all = [...this.tables.merchants.values()].map((merchant) => {
      const deposits = this.tables.depositsOf(merchant.merchantId);
      const countOf = (...states: readonly DepositRow['state'][]): number =>
        deposits.filter(({ state }) => states.includes(state)).length;
      const unmatched = countOf('unmatched', 'unmatched-return');
      return { merchant, unmatched, unreadable: countOf('unreadable') };
    });
    const merchants = all.filter(
      ({ merchant: { watchedUntil, failures }, unmatched, unreadable }) =>
        watchedUntil + LATE_FLOWS > now || failures + unmatched + unreadable > 0,
    );
    return {
      now,
      merchants,
      waiting: waiting.length,
      oldest: waiting[0]?.createTime,
      dead: events.length - waiting.length,
    };
  }

  async purge(limits: PurgeLimits): Promise<void> {
    const now = Date.now();
    this.#ages = { answers: now - limits.answers, rows: now - limits.rows };
    this.tables.purge(limits, now);
    for (const [key, closedAt] of this.#closed) {
      const [merchantId, grantId] = JSON.parse(key) as [string, string];
      const isKept = this.tables.paymentsOf(merchantId, grantId).length > 0;
      if (closedAt < limits.rows && !isKept) this.#closed.delete(key);
    }
  }

  /** If the store is full, deletes what is no longer needed; rejects if there is nothing to delete. */
  #makeRoom(rows: number): void {
    const count = (): number => this.tables.count + this.#closed.size + rows;
    if (count() <= this.#maxRows) return;
    const now = Date.now();
    const ages = this.#ages;
    if (ages) this.tables.purge({ answers: now - ages.answers, rows: now - ages.rows }, now);
    if (count() > this.#maxRows) throw new StoreError('The memory store is full');
  }

  #isClosed(merchantId: string, grantId: string): boolean {
    return this.#closed.has(JSON.stringify([merchantId, grantId]));
  }

  #withClosed(payment: PaymentRow): PaymentRow {
    return { ...payment, isClosed: this.#isClosed(payment.merchantId, payment.grantId) };
  }

  #watch(
    { merchantId, issuedAt, watchedUntil }: SlipRow,
    own: boolean,
    start: MerchantStart,
    now: number,
  ): void {
    const isNew = !this.tables.merchants.has(merchantId);
    this.tables.addMerchant({ ...start, merchantId, own }, now);
    const merchant = this.tables.merchants.get(merchantId)!;
    const soon = now + SOON;
    this.tables.merchants.set(merchantId, {
      ...merchant,
      firstSlipAt: Math.min(merchant.firstSlipAt ?? issuedAt, issuedAt),
      lastSlipAt: Math.max(merchant.lastSlipAt ?? issuedAt, issuedAt),
      watchedUntil: Math.max(merchant.watchedUntil, watchedUntil),
      dueAt: isNew ? soon : Math.min(merchant.dueAt, soon),
    });
  }

  #paymentWith(
    slip: SlipRow,
    issued: Omit<IssuedSlip, 'slip'>,
    now: number,
  ): PaymentRow & { touchedAt: number } {
    const { merchantId, grantId, fiat, issuedAt, watchedUntil } = slip;
    const { grant, grantedAt, asked, own } = issued;
    const stored = this.tables.paymentOf(merchantId, grantId, fiat);
    const key = { merchantId, grantId, fiat, touchedAt: now, isClosed: false };
    if (!stored) {
      const nothing = { received: 0n, count: 0, isPaidReported: false, after: 0 };
      return { ...key, ...nothing, grant, grantedAt, asked, own, issuedAt, watchedUntil, since: issuedAt };
    }
    const isNewer = grantedAt >= stored.grantedAt && asked === stored.asked;
    return {
      ...stored,
      ...key,
      ...(isNewer && { grant, grantedAt }),
      own: own || stored.own,
      issuedAt: Math.min(issuedAt, stored.issuedAt),
      watchedUntil: Math.max(watchedUntil, stored.watchedUntil),
      after: stored.count,
      since: issuedAt,
    };
  }
}

/** Whether a slip is shown, or is being made. */
function isStanding({ state, issuedAt, makingUntil }: StoredSlip, now: number): boolean {
  return state === 'current' ? issuedAt > now - SLIP_SHOWN_FOR : state === 'making' && makingUntil > now;
}
