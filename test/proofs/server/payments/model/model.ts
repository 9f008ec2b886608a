import assert from 'node:assert/strict';
import { attribute, type Attribution } from './attribution.js';
import { byTime, type Flow, type Meaning, type StoredFlow, type StoredFlows } from './flow.js';
import { Merchant, newFlows, type KnownFlow } from './merchant.js';
import {
  decimal,
  depositView,
  Payment,
  type Deposit,
  type DepositView,
  type PaymentView,
} from './payment.js';
import { chooseReturned } from './returns.js';

/** A hook that is to be called. */
export interface ExpectedEvent {
  readonly name: 'deposit' | 'paid' | 'returned' | 'unmatched';
  readonly payment?: PaymentView;
  readonly grant?: string;
  readonly deposit?: DepositView;
  readonly merchant?: string;
  readonly excess?: string;
  readonly again?: true;
  /** If absent, it is not compared. */
  readonly candidates?: readonly { readonly grant: string; readonly payment: PaymentView }[] | undefined;
}

/** A hook that is to be called, and the time at which that was stored. */
export interface TimedEvent {
  readonly event: ExpectedEvent;
  readonly at: number;
}

/** A slip that was stored. */
export interface IssuedCode {
  readonly grant: string;
  readonly fiat: string;
  readonly txId: string | undefined;
  readonly issuedAt: number;
  readonly watchedUntil: number;
  readonly asked: bigint | undefined;
  /** When its grant was made. */
  readonly grantedAt: number;
}

/** How long a return waits for its deposit. */
const DAY = 86_400_000;

/**
 * The kit's stored data and hook calls, derived from the rules of payments.md alone. Each method is one
 * change, in the order in which the store made them. It receives what the kit stored with the change, which
 * must follow the rules, and which decides where the rules leave a choice.
 */
export class Model {
  readonly merchants = new Map<string, Merchant>();
  /** Events by their subject: a payment, or a flow that belongs to none. */
  readonly events = new Map<string, TimedEvent[]>();
  /** The number of changes. */
  seq = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  addMerchant(id: string, own: boolean): void {
    this.merchants.set(id, new Merchant(id, own));
  }

  merchant(id: string): Merchant {
    return this.merchants.get(id)!;
  }

  /** Issues a slip. If its payment is new, the grant sets the requested amount. */
  issue(merchantId: string, code: IssuedCode): void {
    const { grant, fiat, txId, issuedAt, watchedUntil, asked, grantedAt } = code;
    const seq = (this.seq += 1);
    const merchant = this.merchant(merchantId);
    const stored = merchant.paymentOf(grant, fiat);
    const payment = stored ?? new Payment(merchantId, grant, fiat, seq);
    if (!stored) {
      merchant.payments.push(payment);
      payment.askings.push({ seq, asked });
      payment.newestGrant = grantedAt;
    }
    payment.slips.push({ seq, issuedAt, watchedUntil, after: payment.countAt(), since: issuedAt });
    merchant.codes.push({ txId, payment, seq });
    merchant.addSlip(seq, issuedAt);
  }

  /** Applies a newer grant with another amount. */
  ask(payment: Payment, asked: bigint | undefined, time: number): void {
    const seq = (this.seq += 1);
    payment.askings.push({ seq, asked });
    this.#settle(payment, seq, time);
  }

  close(merchantId: string, grant: string): void {
    this.seq += 1;
    this.merchant(merchantId).closed.add(`${merchantId} ${grant}`);
  }

  /**
   * Stores a page of flows made at `from` or later. `began`: the last change that the kit must have seen,
   * since other slips may be issued while it stores the page.
   */
  book(
    merchantId: string,
    page: readonly Meaning[],
    { from, began }: { readonly from: number; readonly began: number },
    stored: StoredFlows,
  ): void {
    const merchant = this.merchant(merchantId);
    const news = newFlows(merchant, page, from);
    const ids = [...stored.keys()].filter((id) => !id.startsWith('unreadable-'));
    assert.deepEqual(ids.toSorted(), news.map(({ id }) => id).toSorted(), 'the flows stored of a page');
    const seq = (this.seq += 1);
    for (const flow of news.filter(({ amount }) => amount > 0n).toSorted(byTime))
      this.#bookDeposit(merchant, flow, { seq, began }, stored.get(flow.id)!);
    for (const flow of news.filter(({ amount }) => amount < 0n)) {
      assert.equal(stored.get(flow.id)?.state, 'pending', `return ${flow.id}`);
      merchant.flows.set(flow.id, { flow, state: 'pending', readAt: this.#now() });
    }
  }

  /**
   * Lets returns take back their deposits after a reading. `told`: the deposits that the kit reports as
   * returned, in order. Among several with the code of a return, the kit may choose.
   */
  settleReturns(merchantId: string, stored: StoredFlows, told: readonly string[]): void {
    const seq = (this.seq += 1);
    const merchant = this.merchant(merchantId);
    const pending = [...merchant.flows.values()]
      .filter(({ state }) => state === 'pending')
      .toSorted((one, other) => byTime(one.flow, other.flow));
    const deposits = chooseReturned(merchant, pending, stored, told);
    for (const [at, { flow, readAt }] of pending.entries()) {
      const deposit = deposits[at];
      if (deposit) this.#return(merchant, flow, deposit, { seq, readAt });
      else if (this.#now() - readAt >= DAY) this.#giveUp(merchant, flow, readAt);
      const { state } = merchant.flows.get(flow.id)!;
      assert.equal(stored.get(flow.id)?.state ?? 'pending', state, `return ${flow.id}`);
    }
  }

  #bookDeposit(
    merchant: Merchant,
    flow: Flow,
    { seq, began }: { readonly seq: number; readonly began: number },
    stored: StoredFlow,
  ): void {
    const readAt = this.#now();
    const deposit: Deposit = { ...flow, flow: flow.id, txId: flow.txId, seq, returns: [] };
    const payment = this.#choose(merchant, flow, [began, seq], stored);
    if (payment === 'earlier') {
      merchant.flows.set(flow.id, { flow, state: 'earlier', readAt, deposit });
      return;
    }
    if (payment instanceof Payment) {
      merchant.flows.set(flow.id, { flow, state: 'booked', readAt, deposit, payment });
      payment.deposits.push(deposit);
      const paid = this.#becomesPaid(payment, seq, deposit.createTime);
      this.#tell(payment, { name: 'deposit', deposit: depositView(deposit) });
      if (paid) this.#tell(payment, paid);
      return;
    }
    merchant.flows.set(flow.id, { flow, state: 'unmatched', readAt, deposit });
    const candidates = payment.candidates
      ?.map((each) => ({ grant: each.grant, payment: each.viewAt() }))
      .toSorted((one, other) => (one.grant < other.grant ? -1 : 1));
    this.#tellOf(merchant.id, flow.id, { name: 'unmatched', deposit: depositView(deposit), candidates });
  }

  /** Books a deposit where the kit did, if the rules allow that. */
  #choose(
    merchant: Merchant,
    flow: Flow,
    seqs: readonly number[],
    { state, grantId }: StoredFlow,
  ): Payment | Attribution | 'earlier' {
    const credit = { ...flow, txId: flow.txId };
    const choices = seqs.map((seq) => attribute(credit, merchant, seq));
    const isEarlier = seqs.map(
      (seq, at) => !choices[at]!.isByCode && flow.createTime < merchant.firstSlipAt(seq),
    );
    const told = `flow ${flow.id}: ${state}${grantId === undefined ? '' : ` in ${grantId}`}`;
    if (state === 'earlier') {
      assert.ok(isEarlier.includes(true), `${told}, although a slip was issued before`);
      return 'earlier';
    }
    assert.ok(isEarlier.includes(false), `${told}, although it is older than the first slip`);
    const allowed = choices.map(({ payments }) => payments.map(({ grant }) => grant).join(' or ') || 'none');
    const where = `${told}; the rules say ${allowed.join(', ')}`;
    if (grantId === undefined) {
      const none = choices.find(({ payments }) => payments.length === 0);
      assert.ok(none && state === 'unmatched', where);
      return none;
    }
    const payment = choices.flatMap(({ payments }) => payments).find(({ grant }) => grant === grantId);
    assert.ok(payment && state === 'booked', where);
    return payment;
  }

  #return(
    merchant: Merchant,
    flow: Flow,
    { deposit, payment, state }: KnownFlow,
    { seq, readAt }: { readonly seq: number; readonly readAt: number },
  ): void {
    deposit!.returns.push({ seq, amount: -flow.amount, time: flow.createTime });
    merchant.flows.set(flow.id, { flow, state: 'return', readAt });
    if (payment) {
      if (!payment.isPaidAt()) payment.paid = undefined;
      this.#tell(payment, { name: 'returned', deposit: depositView(deposit!) });
    } else if (state === 'unmatched')
      this.#tellOf(merchant.id, deposit!.flow, { name: 'returned', deposit: depositView(deposit!) });
  }

  #giveUp(merchant: Merchant, flow: Flow, readAt: number): void {
    merchant.flows.set(flow.id, { flow, state: 'unmatched-return', readAt });
    const { id, fiat, amount, createTime, txId } = flow;
    const deposit = {
      flow: id,
      amount: decimal(amount),
      fiat,
      createTime,
      ...(txId !== undefined && { txId }),
    };
    this.#tellOf(merchant.id, id, { name: 'unmatched', deposit, candidates: [] });
  }

  #settle(payment: Payment, seq: number, time: number): void {
    const paid = this.#becomesPaid(payment, seq, time);
    if (paid) this.#tell(payment, paid);
  }

  /** The event for a payment that is paid now, and was not before. */
  #becomesPaid(
    payment: Payment,
    seq: number,
    time: number,
  ): Pick<ExpectedEvent, 'name' | 'again' | 'excess'> | undefined {
    if (!payment.isPaidAt()) payment.paid = undefined;
    if (!payment.isPaidAt() || payment.paid) return undefined;
    payment.paid = { time, seq };
    const again = payment.isPaidReported && ({ again: true } as const);
    payment.isPaidReported = true;
    const { excess } = payment.viewAt();
    return { name: 'paid', ...(excess !== undefined && { excess }), ...again };
  }

  #tell(payment: Payment, event: ExpectedEvent): void {
    this.#push(payment.key, { ...event, grant: payment.grant, payment: payment.viewAt() });
  }

  #tellOf(merchant: string, flow: string, event: ExpectedEvent): void {
    this.#push(`${merchant} ${flow}`, { ...event, merchant });
  }

  #push(key: string, event: ExpectedEvent): void {
    const events = this.events.get(key) ?? [];
    events.push({ event, at: this.#now() });
    this.events.set(key, events);
  }
}
