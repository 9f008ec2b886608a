import { fromMinor } from '../../../core/money.js';
import { omitUndefined } from '../../../core/omit-undefined.js';
import { DAY } from '../../../core/time.js';
import { byFlow, byLatest, findReturnable } from '../store/returnable.js';
import type { DepositRow, NewEvent, PaymentRow } from '../store/rows.js';
import type { Records, Transaction } from '../store/store.js';
import { attribute } from './attribution.js';
import { bookDeposit, bookReturn, unmatchedEvent, type PaymentChange } from './changes.js';
import { unreadableFlow, type ReadFlow } from './flows.js';
import { hookDepositOf, paymentOf, rowOf, type TalliedPayment } from './payment.js';

/** How long a return waits for its deposit, in milliseconds. */
const RETURN_WAIT = DAY;

/** Maximum number of returns that one transaction books. */
const MAX_RETURNS = 100;

/** The result of booking the flows of a page. */
export interface BookingResult {
  /** The number of new flows. */
  readonly count: number;
  /** The flows that cannot be read. */
  readonly unreadable: readonly DepositRow[];
}

/**
 * Stores the new flows of a page, attributes deposits to payments and writes the resulting events, all in one
 * transaction. Returns stay pending until `settleReturns`, because their deposits may be on a later page.
 */
export async function bookFlows(
  tx: Transaction,
  merchantId: string,
  flows: readonly ReadFlow[],
): Promise<BookingResult> {
  const news = await newFlows(tx, flows);
  const booking = new Booking(tx, merchantId);
  const credits = news.filter(({ kind }) => kind === 'deposit').toSorted(byFlow);
  await booking.load(credits);
  for (const credit of credits) booking.book(credit);
  const others = news.filter(({ kind }) => kind !== 'deposit');
  const rows = others.map((flow) =>
    depositOf(tx, merchantId, flow, flow.kind === 'return' ? 'pending' : 'unreadable'),
  );
  booking.deposits.push(...rows);
  await booking.save();
  return { count: news.length, unreadable: rows.filter(({ state }) => state === 'unreadable') };
}

/**
 * Books the returns whose deposits are stored. A return whose deposit is missing for a day is reported as
 * unmatched. Each transaction books a limited number, so that others get a turn: a merchant may send any
 * number of deposits back. Resolves to whether the lease still holds.
 */
export async function settleReturns(
  records: Records,
  merchantId: string,
  fence: number | undefined,
): Promise<boolean> {
  let last: DepositRow | undefined;
  for (;;) {
    const work = (tx: Transaction): Promise<readonly DepositRow[]> => settle(tx, merchantId, last);
    const settled = await records.transaction(merchantId, fence, work);
    if (settled === undefined || settled.length < MAX_RETURNS) return settled !== undefined;
    last = settled.at(-1);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Settles the first returns after `last` and resolves to them. */
async function settle(
  tx: Transaction,
  merchantId: string,
  last: DepositRow | undefined,
): Promise<readonly DepositRow[]> {
  const pending = (await tx.pendingReturns()).toSorted(byFlow);
  const returns = pending.filter((each) => !last || byFlow(last, each) < 0).slice(0, MAX_RETURNS);
  const booking = new Booking(tx, merchantId);
  for (const each of returns) await booking.settleReturn(each);
  await booking.save();
  return returns;
}

/**
 * The flows that are not stored yet. A known id with different content is unreadable: a booked flow never
 * changes.
 */
async function newFlows(tx: Transaction, flows: readonly ReadFlow[]): Promise<readonly ReadFlow[]> {
  const first = new Map<string, ReadFlow>();
  const conflicts: ReadFlow[] = [];
  const known = await rowsOf(tx, flows);
  for (const flow of flows) {
    const content = known.get(flow.flowId)?.content ?? first.get(flow.flowId)?.content;
    if (content === undefined) first.set(flow.flowId, flow);
    else if (content !== flow.content) conflicts.push(await unreadableFlow(flow.flowId, flow.content));
  }
  const knownConflicts = await rowsOf(tx, conflicts);
  const newConflicts = conflicts.filter(({ flowId }) => !knownConflicts.has(flowId));
  return [...new Map([...first.values(), ...newConflicts].map((flow) => [flow.flowId, flow])).values()];
}

async function rowsOf(tx: Transaction, flows: readonly ReadFlow[]): Promise<ReadonlyMap<string, DepositRow>> {
  const rows = flows.length === 0 ? [] : await tx.knownFlows(flows.map(({ flowId }) => flowId));
  return new Map(rows.map((row) => [row.flowId, row]));
}

function depositOf(
  tx: Transaction,
  merchantId: string,
  { flowId, content, fiat, amount, createTime, txId }: ReadFlow,
  state: DepositRow['state'],
): DepositRow {
  const id = crypto.randomUUID();
  const row = { merchantId, flowId, id, state, fiat, amount, createTime, txId, content, readAt: tx.now };
  return omitUndefined({ ...row, returned: 0n });
}

/** The changes of one transaction, collected in memory and saved at its end. */
class Booking {
  readonly deposits: DepositRow[] = [];
  readonly #tx: Transaction;
  readonly #merchantId: string;
  readonly #payments = new Map<string, TalliedPayment>();
  readonly #changed = new Set<string>();
  readonly #paidSlips: string[] = [];
  readonly #events: NewEvent[] = [];
  #slips: Awaited<ReturnType<Transaction['slipsOf']>> = [];

  constructor(tx: Transaction, merchantId: string) {
    this.#tx = tx;
    this.#merchantId = merchantId;
  }

  /** Loads what the attribution of deposits needs. */
  async load(credits: readonly ReadFlow[]): Promise<void> {
    if (credits.length === 0) return;
    const txIds = credits.map(({ txId }) => txId).filter((txId) => txId !== undefined);
    this.#slips = txIds.length === 0 ? [] : await this.#tx.slipsOf([...new Set(txIds)]);
    if (this.#slips.length > 0) await this.#loadPayments(this.#slips.map(({ grantId }) => grantId));
    const fiats = new Set(credits.map(({ fiat }) => fiat));
    if (this.#tx.merchant?.own) for (const fiat of fiats) this.#add(await this.#tx.ownPayments(fiat));
  }

  /** Books a deposit in its payment, or as unmatched. */
  book(flow: ReadFlow): void {
    const slips = this.#slips.filter(({ txId }) => txId === flow.txId && txId !== undefined);
    const payments = [...this.#payments.values()];
    const ofSlips = payments.filter(({ grantId }) => slips.some((slip) => slip.grantId === grantId));
    const own = payments.filter((payment) => payment.own && payment.fiat === flow.fiat);
    const { firstSlipAt = Infinity } = this.#tx.merchant ?? {};
    if (slips.length === 0 && flow.createTime < firstSlipAt) {
      this.deposits.push(depositOf(this.#tx, this.#merchantId, flow, 'earlier'));
      return;
    }
    const result = attribute(flow, { slips, ofSlips, own });
    const row = depositOf(this.#tx, this.#merchantId, flow, 'unmatched');
    if (!result.payment) return this.#leaveUnmatched(row, result.candidates);
    const { deposit, ...changed } = bookDeposit(result.payment, row, result.slip);
    this.deposits.push(deposit);
    if (result.slip) this.#paidSlips.push(result.slip.id);
    this.#apply(changed);
  }

  /** Deducts a return from its deposit, if the deposit is stored. */
  async settleReturn(flow: DepositRow): Promise<void> {
    const deposit = await this.#returned(flow);
    if (!deposit) {
      if (this.#tx.now - flow.readAt >= RETURN_WAIT) this.#giveUp(flow);
      return;
    }
    const returned = deposit.returned + flow.amount;
    const row: DepositRow = { ...deposit, returned, returnTime: flow.createTime };
    this.#put(row);
    this.#put({ ...flow, state: 'return' });
    if (row.grantId === undefined) {
      if (row.state === 'unmatched')
        this.#events.push(unmatchedEvent('returned', row, { deposit: hookDepositOf(row) }));
      return;
    }
    const payment = await this.#paymentOf(row);
    if (payment) this.#apply(bookReturn(payment, row, flow.amount));
  }

  save(): Promise<void> {
    const payments = [...this.#changed].map((key) => rowOf(this.#payments.get(key)!));
    const { deposits } = this;
    if (deposits.length === 0) return Promise.resolve();
    return this.#tx.save({ payments, deposits, paidSlips: this.#paidSlips, events: this.#events });
  }

  /**
   * The deposit that a return takes back. Changes made in this transaction are not stored yet, so they are
   * applied here.
   */
  async #returned({ fiat, txId, amount, createTime: time }: DepositRow): Promise<DepositRow | undefined> {
    const query = { fiat, txId, amount, time, except: this.deposits.map(({ flowId }) => flowId) };
    const stored = await this.#tx.returnable(query);
    const rows = stored ? [stored, ...this.deposits] : this.deposits;
    return findReturnable(rows.toSorted(byLatest), { ...query, except: [] });
  }

  #giveUp(flow: DepositRow): void {
    const row: DepositRow = { ...flow, state: 'unmatched-return' };
    this.#put(row);
    const deposit = { ...hookDepositOf(row), amount: fromMinor(-row.amount) };
    this.#events.push(unmatchedEvent('unmatched', row, { deposit, candidates: [] }));
  }

  #leaveUnmatched(row: DepositRow, candidates: readonly TalliedPayment[]): void {
    this.deposits.push(row);
    // Each store has its own order, so the candidates are sorted here.
    const choices = candidates
      .toSorted(byGrant)
      .map((payment) => ({ grant: payment.grant, payment: paymentOf(payment) }));
    this.#events.push(unmatchedEvent('unmatched', row, { deposit: hookDepositOf(row), candidates: choices }));
  }

  #put(row: DepositRow): void {
    const at = this.deposits.findIndex(({ flowId }) => flowId === row.flowId);
    if (at === -1) this.deposits.push(row);
    else this.deposits[at] = row;
  }

  #apply({ payment, events }: PaymentChange): void {
    this.#payments.set(keyOf(payment), payment);
    this.#changed.add(keyOf(payment));
    this.#events.push(...events);
  }

  async #paymentOf({ grantId = '', fiat }: DepositRow): Promise<TalliedPayment | undefined> {
    const key = keyOf({ grantId, fiat });
    if (!this.#payments.has(key)) await this.#loadPayments([grantId]);
    return this.#payments.get(key);
  }

  async #loadPayments(grantIds: readonly string[]): Promise<void> {
    this.#add(await this.#tx.paymentsOf([...new Set(grantIds)]));
  }

  /** Does not overwrite payments that this transaction has already changed. */
  #add(payments: readonly TalliedPayment[]): void {
    for (const payment of payments)
      if (!this.#payments.has(keyOf(payment))) this.#payments.set(keyOf(payment), payment);
  }
}

function byGrant(one: PaymentRow, other: PaymentRow): number {
  return keyOf(one) === keyOf(other) ? 0 : keyOf(one) < keyOf(other) ? -1 : 1;
}

function keyOf({ grantId, fiat }: Pick<PaymentRow, 'grantId' | 'fiat'>): string {
  return JSON.stringify([grantId, fiat]);
}
