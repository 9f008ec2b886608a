import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Payment as ToldPayment } from 'deposit-slip/kit';
import { HOUR, MINUTE } from './clock.js';
import type { Copy } from './copy.js';
import type { Merchant } from './model/merchant.js';
import { decimal, leftOf, type Payment, type PaymentView, type Since } from './model/payment.js';
import type { Version } from './shop.js';
import { normalPayment } from './told.js';
import type { Simulation } from './simulation.js';

/** A page that shows a slip, and polls. */
export interface OpenPage {
  readonly version: Version;
  readonly fiat: string;
  readonly token: string;
  /**
   * Deposits of a wallet count after an initial number. That number is not known exactly if deposits arrived
   * in the meantime.
   */
  readonly after: readonly [least: number, most: number];
  /** When its slip was, or may have been, issued: the API may issue a code twice. */
  readonly since: readonly number[];
}

interface Row {
  readonly id: string;
  readonly txId?: string;
  readonly fiat: string;
  readonly amount: string;
  readonly createTime: number;
  readonly status: string;
  readonly returned?: string;
}

interface Body {
  readonly data: {
    readonly status?: 'waiting' | 'arrived';
    readonly deposits?: readonly Row[];
    readonly payment?: ToldPayment;
    readonly methods?: readonly { readonly fiat: string; readonly fixed?: string }[];
    readonly next?: string;
    readonly txId?: string;
  } | null;
  readonly payment?: ToldPayment;
  readonly amount?: string;
  readonly fiat?: string;
  readonly arrival?: string;
}

/** A response, and the changes of the model between which it was made. */
interface Answer {
  readonly status: number;
  readonly body: Body;
  /** The changes after which the page may have read the store. */
  readonly seqs: readonly number[];
}

/** Requests of pages. Each response must match the model at one moment during the request. */
export class Pages {
  readonly open: OpenPage[] = [];

  constructor(readonly simulation: Simulation) {}

  /** Whether a page may still poll: it may for a day. */
  canPoll({ since }: OpenPage): boolean {
    return this.simulation.clock.now - Math.min(...since) < 23 * HOUR;
  }

  /** Opens the page of an order: with one of its methods, or with a choice of methods. */
  async slip(
    copy: Copy,
    version: Version,
    query: { at?: number; refresh?: boolean; whole?: boolean },
  ): Promise<void> {
    const { order, asked } = version;
    const method = query.at === undefined ? undefined : order.methods[query.at % order.methods.length]!;
    const amount = method && query.whole ? (asked.get(method.fiat) ?? 700n) : undefined;
    const params = new URLSearchParams({
      ...(method && { paymentId: String(method.paymentId), fiat: method.fiat }),
      ...(query.refresh && { refresh: '1' }),
      ...(amount !== undefined && { amount: decimal(amount) }),
    });
    const answer = await this.#send(copy, version, `?${params}`);
    if (!answer || answer.status !== 200) return;
    const { data } = answer.body;
    if (data!.status === 'arrived') this.#checkReceipt(version, answer);
    else if (data!.methods) this.#checkMethods(version, answer);
    else this.#checkSlip(version, answer);
  }

  /** Polls for the deposit of an open page. */
  async poll(copy: Copy, page: OpenPage, version: Version): Promise<void> {
    const answer = await this.#send(copy, version, `?arrival=${page.token}`);
    if (!answer || answer.status !== 200) return;
    const { status, payment, deposits } = answer.body.data!;
    const told = this.#normal(payment);
    const views = answer.seqs.flatMap((seq) =>
      this.#shownAt(version, page.fiat, seq).flatMap((each) => viewsOfPage(each, seq, page)),
    );
    assertOneOf(told, views, 'the payment of a poll');
    const hasArrived =
      told!.asked === undefined ? told!.received !== '0.00' : ['paid', 'over'].includes(told!.status);
    assert.equal(status, hasArrived ? 'arrived' : 'waiting', JSON.stringify(told));
    const arrived = told!.deposits.filter(({ amount, returned }) => amount !== returned);
    assert.deepEqual(
      deposits!.map(({ amount, createTime }) => [amount, createTime]),
      arrived.map(({ amount, createTime }) => [amount, createTime]),
    );
    this.simulation.count(`polls ${told!.status}`);
  }

  /** Reads the history of a payer: the first page, or all pages. */
  async history(copy: Copy, version: Version, isWhole: boolean): Promise<void> {
    const rows: Row[] = [];
    let answer = await this.#send(copy, version, '?history=1');
    const seqs = answer?.seqs ?? [];
    for (;;) {
      if (!answer || answer.status !== 200) return;
      rows.push(...answer.body.data!.deposits!.filter(({ status }) => status !== 'waiting'));
      const { next } = answer.body.data!;
      if (next === undefined || !isWhole) break;
      answer = await this.#send(copy, version, `?history=1&before=${next}`);
    }
    const told = rows.map((row) => ({ ...row, flow: this.simulation.flowOf.get(row.id) }));
    const lists = seqs.map((seq) => this.#listedAt(version, seq));
    const cut = (list: readonly ListedRow[]): readonly ListedRow[] =>
      isWhole ? list : list.slice(0, rows.length);
    const texts = told.map((row) => textOf(row)).toSorted();
    const isListed = lists.some((list) =>
      isWhole
        ? isDeepStrictEqual(texts, list.map(textOf).toSorted())
        : texts.length === Math.min(list.length, 20) &&
          texts.every((text) => list.map(textOf).includes(text)),
    );
    if (!isListed) assert.deepEqual(texts, cut(lists.at(-1)!).map(textOf).toSorted(), 'a history');
    for (const { createTime, status } of told) assert.ok(createTime && status);
    this.simulation.count('histories');
  }

  /** The rows of a history after a change. */
  #listedAt({ order: { merchant, id, own, methods } }: Version, seq: number): readonly ListedRow[] {
    const fiats = methods.map(({ fiat }) => fiat);
    const known = [...this.#merchant(merchant).flows.values()];
    return known.flatMap(({ deposit, payment }) => {
      if (!deposit || deposit.seq > seq || !fiats.includes(deposit.fiat)) return [];
      if (!own && payment?.grant !== id) return [];
      const { flow, fiat, createTime, txId } = deposit;
      const isReturned = leftOf(deposit, seq) === 0n;
      return [
        {
          flow,
          fiat,
          createTime,
          amount: decimal(deposit.amount),
          ...(txId !== undefined && { txId }),
          status: isReturned ? 'returned' : 'arrived',
        },
      ];
    });
  }

  async #send(copy: Copy, version: Version, query: string): Promise<Answer | undefined> {
    const { simulation } = this;
    const { model, clock } = simulation;
    const [from, start] = [model.seq, clock.now];
    const request = new Request(`https://shop.example/deposit${query}`, { headers: version.headers });
    const response = await Promise.race([copy.kit(request), copy.killed]);
    // Its copy was killed.
    if (!response) return undefined;
    const { status } = response;
    const body = (await response.json()) as Body;
    const seqs = Array.from({ length: model.seq - from + 1 }, (_, at) => from + at);
    const grantedAt = simulation.traits.isSession ? version.madeAt : start;
    simulation.count(`responses ${status}`);
    if (status === 200) this.#checkNewest(version, grantedAt, seqs);
    else if (status === 409) assert.ok(this.#merchant(version.order.merchant).isClosed(version.order.id));
    else this.#checkFailure(version, status, body);
    return { status, body, seqs };
  }

  /** The requested amount is that of the newest grant whose request was answered. */
  #checkNewest({ order, asked }: Version, grantedAt: number, seqs: readonly number[]): void {
    for (const payment of this.#payments(order)) {
      if (grantedAt < payment.newestGrant || payment.createdSeq > seqs[0]!) continue;
      payment.newestGrant = grantedAt;
      const expected = asked.get(payment.fiat);
      const actual = seqs.map((seq) => payment.askedAt(seq));
      assert.ok(
        actual.includes(expected),
        `${order.id} asks for ${actual.join()}, its newest grant for ${expected}`,
      );
    }
  }

  /** A request fails only if the API, the store or its copy failed. */
  #checkFailure({ order }: Version, status: number, body: Body): void {
    const { simulation } = this;
    const { clock, bank, faultAt } = simulation;
    const disturbed = Math.max(faultAt, bank.failedAt, clock.leaps.at(-1) ?? 0);
    const isDisturbed = clock.now - disturbed < 2 * MINUTE;
    const codes = this.#merchant(order.merchant).codes.filter(({ payment }) => payment.grant === order.id);
    const isFull = codes.length >= 20;
    assert.ok(isDisturbed || isFull || status === 422, `${status} ${JSON.stringify(body)}`);
  }

  #checkReceipt({ order }: Version, { body, seqs }: Answer): void {
    const told = this.#normal(body.payment);
    const views = seqs.flatMap((seq) =>
      this.#payments(order)
        .filter((each) => each.isPaidAt(seq))
        .map((each) => each.viewAt(seq)),
    );
    assertOneOf(told, views, 'the payment of a receipt');
    assert.equal(body.amount, told!.asked);
    this.simulation.count('receipts');
  }

  #checkMethods({ order }: Version, { body, seqs }: Answer): void {
    assert.ok(this.#isUnpaid(order, seqs), 'a paid order may be paid again');
    for (const { fiat, fixed } of body.data!.methods!) {
      const payment = this.#payments(order).find((each) => each.fiat === fiat);
      const remaining = seqs.map((seq) => payment?.remainingAt(seq)).filter((each) => each !== undefined);
      const isAsked = payment && payment.createdSeq <= seqs[0]! && remaining.length > 0;
      if (isAsked)
        assert.ok(
          remaining.some((each) => decimal(each) === fixed),
          `${fixed} of ${remaining.join()}`,
        );
    }
    if (body.payment) {
      const { fiat } = body.payment;
      const payment = this.#payments(order).find((each) => each.fiat === fiat)!;
      assertOneOf(
        this.#normal(body.payment),
        seqs.map((seq) => payment.viewAt(seq)),
        'the payment of a list',
      );
    }
    this.simulation.count('lists of methods');
  }

  #checkSlip(version: Version, { body, seqs }: Answer): void {
    const { order } = version;
    assert.ok(this.#isUnpaid(order, seqs), 'a paid order may be paid again');
    const payment = this.#payments(order).find((each) => each.fiat === body.fiat);
    assert.ok(payment, 'a slip without a payment');
    const told = this.#normal(body.payment);
    const views = order.isWallet ? [NOTHING(payment.fiat)] : seqs.map((seq) => payment.viewAt(seq));
    assertOneOf(told, views, 'the payment of a slip');
    if (!order.isWallet) assert.equal(body.amount, told!.remaining, 'a slip asks for what remains');
    this.#checkCode(payment, body.data!.txId, seqs[0]!);
    this.simulation.count(`slips shown ${told!.status}`);
    if (body.arrival === undefined) return;
    const { slips } = payment;
    const counts = seqs.map((seq) => payment.countAt(seq));
    const codes = this.#merchant(order.merchant).codes.filter(
      (each) => each.payment === payment && each.txId === body.data!.txId,
    );
    const seqsOfCode = codes.map(({ seq }) => seq);
    this.open.push({
      version,
      fiat: payment.fiat,
      token: body.arrival,
      after: [Math.min(...counts), Math.max(...counts)],
      since: slips.filter(({ seq }) => seqsOfCode.includes(seq)).map(({ issuedAt }) => issuedAt),
    });
  }

  /**
   * A code is stored before it is shown, and is not shown once it is paid, unless the API issued it twice.
   */
  #checkCode(payment: Payment, txId: string | undefined, seq: number): void {
    const codes = this.#merchant(payment.merchant).codes.filter((each) => each.txId === txId);
    assert.ok(
      codes.some((each) => each.payment === payment),
      `a code that is not stored: ${txId}`,
    );
    if (txId === undefined || codes.length > 1) return;
    const isPaid = payment.deposits.some((each) => each.txId === txId && each.seq <= seq);
    assert.ok(!isPaid, `the code ${txId} was paid before, and is shown`);
  }

  /**
   * The payments that a page in a currency shows after a change: the payment that is paid, in any currency,
   * or else the one in its own currency.
   */
  #shownAt({ order }: Version, fiat: string, seq: number): readonly Payment[] {
    const payments = this.#payments(order).filter((each) => each.createdSeq <= seq);
    const own = payments.filter((each) => each.fiat === fiat);
    const paid = payments.filter((each) => each.isPaidAt(seq));
    return own.some((each) => paid.includes(each)) || paid.length === 0 ? own : paid;
  }

  #isUnpaid(order: Version['order'], seqs: readonly number[]): boolean {
    return seqs.some(
      (seq) => !this.#payments(order).some((each) => each.createdSeq <= seq && each.isPaidAt(seq)),
    );
  }

  #payments({ merchant, id }: Version['order']): readonly Payment[] {
    return this.#merchant(merchant).paymentsOf(id);
  }

  #merchant(id: string): Merchant {
    return this.simulation.model.merchant(id);
  }

  #normal(payment: ToldPayment | undefined): PaymentView | undefined {
    return payment && normalPayment(payment, this.simulation.flowOf);
  }
}

interface ListedRow {
  readonly flow: string | undefined;
  readonly fiat: string;
  readonly amount: string;
  readonly createTime: number;
  readonly txId?: string;
  readonly status: string;
}

function textOf({ flow, fiat, amount, createTime, txId, status }: ListedRow): string {
  return [flow, fiat, amount, createTime, txId, status === 'returned' ? status : 'kept'].join(' ');
}

const NOTHING = (fiat: string): PaymentView => ({ status: 'open', fiat, received: '0.00', deposits: [] });

/** Every report of a payment that a page may receive after a change. */
function viewsOfPage(
  payment: Payment,
  seq: number,
  { after: [least, most], since }: OpenPage,
): readonly PaymentView[] {
  if (payment.askedAt(seq) !== undefined) return [payment.viewAt(seq)];
  const starts: Since[] = since.flatMap((time) =>
    Array.from({ length: most - least + 1 }, (_, at) => ({ after: least + at, since: time })),
  );
  return starts.map((start) => payment.viewAt(seq, start));
}

function assertOneOf(actual: unknown, expected: readonly unknown[], what: string): void {
  if (expected.some((each) => isDeepStrictEqual(actual, each))) return;
  assert.deepEqual(actual, expected.at(-1), `${what}, which is none of ${expected.length}`);
}
