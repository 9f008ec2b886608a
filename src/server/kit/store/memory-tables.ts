import { LISTED_DEPOSITS } from '../../../core/reader/payment.js';
import { byLatest, isOpen } from './returnable.js';
import {
  type DepositRow,
  type EventRow,
  type MerchantRow,
  type PaymentRow,
  type SlipRow,
  type Tally,
} from './rows.js';
import type { Changes, MerchantStart, PurgeLimits, ReturnQuery, WalletStart } from './store.js';

/** A slip with the members that only the store needs. */
export interface StoredSlip extends SlipRow {
  readonly createdAt: number;
  readonly shownAt: number;
  readonly makingUntil: number;
}

interface StoredEvent extends EventRow {
  readonly dueAt: number;
  readonly isDead: boolean;
}

type StoredPayment = PaymentRow & { readonly touchedAt: number };

/** The rows of a memory store and their indexes. */
export class MemoryTables {
  readonly merchants = new Map<string, MerchantRow>();
  readonly slips = new Map<string, StoredSlip>();
  /** In the order in which they were added. */
  readonly events = new Map<string, StoredEvent>();
  /**
   * By merchant and grant, then by currency; and by merchant alone, the payments into an account of the
   * payer's own.
   */
  readonly #payments = new Index<StoredPayment>();
  readonly #ownPayments = new Index<StoredPayment>();
  /** By merchant, then by flow id. */
  readonly #deposits = new Index<DepositRow>();
  /**
   * Deposits that may be taken back, by merchant and amount or txId, then by flow id; and sorted lists of
   * them, cached until one changes.
   */
  readonly #open = new Index<DepositRow>();
  readonly #openLists = new Map<string, readonly DepositRow[]>();
  /** By merchant and grant, then by number of the deposit. */
  readonly #booked = new Index<DepositRow>();
  /** By merchant and grant, then by id. */
  readonly #slipsOfGrant = new Index<StoredSlip>();
  /** By merchant and txId, then by id. */
  readonly #slipsOfCode = new Index<StoredSlip>();

  get count(): number {
    return (
      this.merchants.size + this.slips.size + this.events.size + this.#payments.size + this.#deposits.size
    );
  }

  paymentOf(merchantId: string, grantId: string, fiat: string): StoredPayment | undefined {
    return this.#payments.get(keyOf(merchantId, grantId), fiat);
  }

  paymentsOf(merchantId: string, grantId: string): readonly StoredPayment[] {
    return this.#payments.list(keyOf(merchantId, grantId));
  }

  ownPayments(merchantId: string): readonly StoredPayment[] {
    return this.#ownPayments.list(merchantId);
  }

  putPayment(payment: StoredPayment): void {
    const { merchantId, grantId, fiat, own } = payment;
    this.#payments.set(keyOf(merchantId, grantId), fiat, payment);
    if (own) this.#ownPayments.set(merchantId, keyOf(grantId, fiat), payment);
  }

  slipsOf(merchantId: string, grantId: string): readonly StoredSlip[] {
    return this.#slipsOfGrant.list(keyOf(merchantId, grantId));
  }

  slipsWith(merchantId: string, txId: string): readonly SlipRow[] {
    return this.#slipsOfCode.list(keyOf(merchantId, txId));
  }

  putSlip(slip: StoredSlip): void {
    this.slips.set(slip.id, slip);
    this.#slipsOfGrant.set(keyOf(slip.merchantId, slip.grantId), slip.id, slip);
    if (slip.txId !== undefined) this.#slipsOfCode.set(keyOf(slip.merchantId, slip.txId), slip.id, slip);
  }

  deleteSlip({ id, merchantId, grantId, txId }: SlipRow): void {
    this.slips.delete(id);
    this.#slipsOfGrant.delete(keyOf(merchantId, grantId), id);
    if (txId !== undefined) this.#slipsOfCode.delete(keyOf(merchantId, txId), id);
  }

  depositOf(merchantId: string, flowId: string): DepositRow | undefined {
    return this.#deposits.get(merchantId, flowId);
  }

  depositsOf(merchantId: string): readonly DepositRow[] {
    return this.#deposits.list(merchantId);
  }

  /** The deposits that a return may take back, latest first. */
  openDeposits(merchantId: string, { txId, amount }: ReturnQuery): readonly DepositRow[] {
    const key = txId === undefined ? keyOf(merchantId, String(amount)) : keyOf(merchantId, 'txId', txId);
    const list = this.#openLists.get(key) ?? this.#open.list(key).toSorted(byLatest);
    if (list.length > 0) this.#openLists.set(key, list);
    return list;
  }

  /** The tally of a payment. For a wallet: since a slip, if one is given. */
  tallyOf({ merchantId, grantId, fiat, asked }: PaymentRow, wallet: WalletStart | undefined): Tally {
    const all = this.#booked.list(keyOf(merchantId, grantId)).filter((row) => row.fiat === fiat);
    const isCounted = ({ number = 0, createTime }: DepositRow): boolean =>
      asked !== undefined || (wallet !== undefined && number > wallet.after && createTime >= wallet.since);
    const counted = all.filter(isCounted).toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0));
    const earlier = counted.slice(0, Math.max(counted.length - LISTED_DEPOSITS, 0));
    return {
      deposits: counted.slice(earlier.length),
      earlier: {
        count: earlier.length,
        amount: earlier.reduce((sum, { amount, returned }) => sum + amount - returned, 0n),
      },
    };
  }

  addMerchant({ merchantId, own, from }: MerchantStart, now: number): void {
    const merchant = this.merchants.get(merchantId) ?? { ...newMerchant(merchantId, now), cursor: from };
    // The history of a payer's own account begins before the first slip.
    const isFirst = own && !merchant.own;
    const cursor = isFirst ? Math.min(merchant.cursor, from) : merchant.cursor;
    this.merchants.set(merchantId, { ...merchant, own: own || merchant.own, cursor });
  }

  apply({ payments = [], deposits = [], paidSlips = [], events = [] }: Changes, now: number): void {
    for (const payment of payments) this.putPayment({ ...payment, touchedAt: now });
    for (const deposit of deposits) this.#putDeposit(deposit);
    for (const id of paidSlips) {
      const slip = this.slips.get(id);
      if (slip) this.putSlip({ ...slip, isPaid: true });
    }
    for (const event of events)
      this.events.set(event.id, { ...event, createTime: now, attempts: 0, dueAt: now, isDead: false });
  }

  purge({ answers, rows }: PurgeLimits, now: number): void {
    for (const slip of this.slips.values()) {
      const isShown = slip.state === 'current' && !slip.isPaid && slip.issuedAt >= answers;
      if (slip.state === 'making' ? slip.makingUntil < now : slip.watchedUntil < rows) this.deleteSlip(slip);
      else if (!isShown && slip.answer !== undefined) this.putSlip({ ...slip, answer: undefined });
    }
    const open = new Set([...this.events.values()].map(({ key }) => key));
    for (const payment of this.#payments.values()) this.#purgePayment(payment, open, rows);
    for (const deposit of this.#deposits.values()) {
      const { merchantId, grantId, fiat } = deposit;
      const payment = grantId === undefined ? undefined : this.paymentOf(merchantId, grantId, fiat);
      const isOld = Math.max(deposit.readAt, deposit.createTime) < rows;
      if (isOld && payment?.asked === undefined) this.#deleteDeposit(deposit);
    }
    for (const merchant of this.merchants.values()) {
      const { merchantId, watchedUntil, waitedAt, requestedAt, deepAt } = merchant;
      const usedAt = Math.max(watchedUntil, waitedAt, requestedAt, deepAt);
      if (usedAt < rows && this.depositsOf(merchantId).length === 0) this.merchants.delete(merchantId);
    }
  }

  #purgePayment(payment: StoredPayment, openKeys: ReadonlySet<string>, rows: number): void {
    const { merchantId, grantId, fiat, touchedAt } = payment;
    if (touchedAt >= rows || this.slipsOf(merchantId, grantId).length > 0) return;
    if (openKeys.has(JSON.stringify([merchantId, grantId, fiat]))) return;
    this.#payments.delete(keyOf(merchantId, grantId), fiat);
    this.#ownPayments.delete(merchantId, keyOf(grantId, fiat));
  }

  #putDeposit(deposit: DepositRow): void {
    const { merchantId, flowId, grantId } = deposit;
    this.#deposits.set(merchantId, flowId, deposit);
    this.#putOpen(deposit, isOpen(deposit));
    if (grantId !== undefined) this.#booked.set(keyOf(merchantId, grantId), flowId, deposit);
  }

  #putOpen(deposit: DepositRow, isKept: boolean): void {
    const { merchantId, flowId, amount, txId } = deposit;
    const keys = [keyOf(merchantId, String(amount))];
    if (txId !== undefined) keys.push(keyOf(merchantId, 'txId', txId));
    for (const key of keys) {
      if (isKept) this.#open.set(key, flowId, deposit);
      else this.#open.delete(key, flowId);
      this.#openLists.delete(key);
    }
  }

  #deleteDeposit(deposit: DepositRow): void {
    const { merchantId, flowId, grantId } = deposit;
    this.#deposits.delete(merchantId, flowId);
    this.#putOpen(deposit, false);
    if (grantId !== undefined) this.#booked.delete(keyOf(merchantId, grantId), flowId);
  }
}

function newMerchant(merchantId: string, now: number): MerchantRow {
  const never = { fence: 0, watchedUntil: 0, waitedAt: 0, requestedAt: 0, pausedUntil: 0, leaseUntil: 0 };
  return { ...never, merchantId, own: false, cursor: now, deepAt: now, failures: 0, dueAt: now };
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** Rows by a first and a second key. */
class Index<Row> {
  readonly #groups = new Map<string, Map<string, Row>>();
  size = 0;

  get(group: string, key: string): Row | undefined {
    return this.#groups.get(group)?.get(key);
  }

  list(group: string): readonly Row[] {
    return [...(this.#groups.get(group)?.values() ?? [])];
  }

  *values(): Generator<Row> {
    for (const group of this.#groups.values()) yield* group.values();
  }

  set(group: string, key: string, row: Row): void {
    const rows = this.#groups.get(group) ?? new Map<string, Row>();
    this.#groups.set(group, rows);
    this.size += rows.has(key) ? 0 : 1;
    rows.set(key, row);
  }

  delete(group: string, key: string): void {
    const rows = this.#groups.get(group);
    if (!rows?.delete(key)) return;
    this.size -= 1;
    if (rows.size === 0) this.#groups.delete(group);
  }
}
