import { API_FAULTS, flowJson, MALFORMED, malformedRecord, type BankRecord } from './bank.js';
import { HOUR, MINUTE, SECOND } from './clock.js';
import { KILL_POINTS, type Copy } from './copy.js';
import type { Code } from './model/attribution.js';
import type { Flow } from './model/flow.js';
import { leftOf, type Payment } from './model/payment.js';
import { Pages } from './pages.js';
import { STORE_FAULTS } from './records.js';
import type { Step, StepKind } from './schedule.js';
import { AMOUNTS, putVersion, type Order, type Version } from './shop.js';
import { HOOK_FAULTS, type Simulation } from './simulation.js';

const STORE_METHODS = [
  '*',
  'lookUp',
  'transaction',
  'finishSlip',
  'claim',
  'takeTurn',
  'endReading',
  'claimEvents',
  'deleteEvent',
  'postponeEvent',
  'knownFlows',
  'beginSlip',
];
const RUNS = [50, 300, SECOND, 1_100, 3 * SECOND, 6 * SECOND, 12 * SECOND, 20 * SECOND];
const LEAPS = [20 * SECOND, MINUTE, 4 * MINUTE, 20 * MINUTE, HOUR, 6 * HOUR, 20 * HOUR];
/** The overlap of two readings covers flows that become visible this late. */
const OVERLAP = 4 * MINUTE;

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length];

/** Runs the steps of a schedule. */
export class Runner {
  readonly pages: Pages;
  readonly #inFlight = new Set<Promise<void>>();
  #malformed = 0;

  constructor(
    readonly simulation: Simulation,
    readonly orders: readonly Order[],
  ) {
    this.pages = new Pages(simulation);
  }

  async do({ kind, ...step }: Step): Promise<void> {
    await this.#steps[kind](step);
    await this.simulation.clock.settle();
  }

  readonly #steps: Readonly<Record<StepKind, (step: Omit<Step, 'kind'>) => unknown>> = {
    open: ({ a, b, c, d }) => {
      const order = pick(this.orders, a)!;
      const at = b % 4 === 3 ? undefined : b;
      return this.#start(d % 3 !== 0, async () =>
        this.pages.slip(this.#copy(c), await this.newest(order), {
          ...(at !== undefined && { at }),
          refresh: d % 5 === 4,
          whole: d % 7 === 6,
        }),
      );
    },
    poll: ({ a, c, d }) => this.#poll(a, c, d % 3 !== 0),
    polls: async ({ a, b }) => {
      for (let n = 0; n < 3 + (b % 4); n += 1) await this.#poll(a + n, n, false);
    },
    history: ({ a, c, d }) =>
      this.#start(d % 3 !== 0, async () =>
        this.pages.history(this.#copy(c), await this.newest(pick(this.orders, a)!), false),
      ),
    pay: (step) => this.#pay(step),
    sendBack: (step) => this.#sendBack(step),
    again: (step) => this.#again(step),
    malformed: ({ a, b }) => {
      const { simulation } = this;
      const kind = pick(MALFORMED, b)!;
      const place = { number: (this.#malformed += 1), at: simulation.bank.now, now: simulation.clock.now };
      simulation.bank.add(malformedRecord(kind, this.#merchantId(a), place));
    },
    cart: async ({ a, b }) => {
      const order = pick(this.orders, a)!;
      await this.simulation.clock.advance(SECOND);
      await putVersion(this.simulation, order, this.#otherAmount(order, b));
    },
    oldCart: ({ a, b, c }) => {
      const order = pick(this.orders, a)!;
      const version = pick(order.versions, b)!;
      if (this.simulation.traits.isSession && this.#isExpired(version)) return undefined;
      return this.#start(true, () => this.pages.slip(this.#copy(c), version, {}));
    },
    close: async ({ a, c }) => {
      const { merchant, id } = pick(this.orders, a)!;
      const closed = this.#copy(c)
        .kit.close({ merchantId: merchant, id })
        .catch(() => undefined);
      await this.#until(Promise.race([closed, this.#copy(c).killed]));
    },
    apiFault: ({ b, c, d }) =>
      this.simulation.bank.fail(pick(API_FAULTS, b)!, SECOND * (2 + (c % 15)), d % 4),
    outage: async ({ b, c }) => {
      this.simulation.copies.forEach((copy) => copy.follow());
      this.simulation.bank.fail(pick(API_FAULTS.slice(0, -1), b)!, SECOND * (20 + (c % 40)));
      for (let n = 0; n < 4; n += 1) {
        await this.#poll(b + n, n, false);
        await this.simulation.clock.advance(7 * SECOND);
      }
    },
    storeFault: ({ a, b, c, d }) => {
      const fault = {
        slot: a % 3,
        method: pick(STORE_METHODS, b)!,
        when: pick(STORE_FAULTS, c)!,
        count: 1 + (d % 3),
      };
      this.simulation.storeFaults.push(fault);
    },
    hookFault: ({ b, c }) => {
      for (let n = 0; n <= c % 3; n += 1) this.simulation.hookFaults.push(pick(HOOK_FAULTS, b)!);
    },
    kill: ({ a, b, c }) => {
      if (b % 8 === 0) this.#copy(a).kill();
      else this.simulation.kills.push({ slot: a % 3, point: pick(KILL_POINTS, b)!, after: c % 3 });
    },
    run: ({ c }) => this.simulation.clock.advance(pick(RUNS, c)!),
    leap: ({ c }) => this.#leap(LEAPS[c % LEAPS.length] ?? 0),
    lastDay: async ({ a, c }) => {
      const { simulation } = this;
      const until = simulation.model.merchant(this.#merchantId(a)).watchedUntil - simulation.bank.traits.skew;
      const left = until - simulation.clock.now - (c % 24) * HOUR - MINUTE;
      if (Number.isFinite(left) && left > 0) await this.#leap(left);
    },
    absence: async (step) => {
      const { a, b, c } = step;
      const { bank } = this.simulation;
      await this.#leap(HOUR);
      this.#pay({ ...step, c: 0 });
      await this.#leap(29 * HOUR);
      // Our records are on the second page, which fails.
      if (b % 3 > 0) bank.fillers.set(this.#merchantId(a), 250);
      if (c % 3 > 0) bank.fail('server', 5 * SECOND, 1);
      await this.tick(a);
    },
    tick: ({ a }) => this.tick(a),
    follow: ({ a }) => this.#copy(a).follow(),
    fillers: ({ a, c }) =>
      void this.simulation.bank.fillers.set(this.#merchantId(a), pick([0, 0, 245, 250, 498], c)!),
    sameCode: ({ a }) => {
      const { bank } = this.simulation;
      bank.repeated = pick(
        bank.issued.filter(({ txId }) => txId !== undefined),
        a,
      )?.txId;
    },
  };

  /** Starts a request, and waits for it. */
  request(work: () => Promise<void>): Promise<void> {
    return this.#start(true, work);
  }

  /** Waits until no request is in flight. */
  async idle(): Promise<void> {
    await this.#until(Promise.all(this.#inFlight));
  }

  /** Runs a cron job. */
  async tick(slot: number): Promise<void> {
    const copy = this.#copy(slot);
    await this.#until(Promise.race([copy.kit.tick().catch(() => undefined), copy.killed]));
  }

  /** Makes sure that every flow which the API lists now has been read, even if it became visible late. */
  async calm(): Promise<void> {
    const { simulation } = this;
    const { bank, clock } = simulation;
    simulation.recover();
    const invisible = Math.max(0, ...bank.records.map(({ visibleAt }) => visibleAt - clock.now));
    if (invisible > 0) await clock.leap(invisible);
    // Operations in progress end, and every merchant becomes due.
    await clock.advance(20 * SECOND);
    await clock.leap(11 * MINUTE);
    await clock.advance(20 * SECOND);
    await this.tick(0);
    if (!this.#unread().some((record) => this.#isLate(record))) return;
    await clock.leap(HOUR + MINUTE);
    await clock.advance(20 * SECOND);
    await this.tick(0);
  }

  /** Suspends all processes. First, everything is read that could not be read afterwards. */
  async #leap(ms: number): Promise<void> {
    const { clock, model } = this.simulation;
    const isMissed = (record: BankRecord): boolean =>
      this.#isLate(record) || clock.now + ms > model.merchant(record.merchant).watchedUntil + 20 * HOUR;
    if (ms > OVERLAP && this.#unread().some(isMissed)) await this.calm();
    await clock.leap(ms);
  }

  /** The flows that are not stored. */
  #unread(): readonly BankRecord[] {
    const { bank, model } = this.simulation;
    return bank.records.filter(({ merchant, flow }) => flow && !model.merchant(merchant).flows.has(flow.id));
  }

  #isLate({ at, visibleAt }: BankRecord): boolean {
    return visibleAt - (at - this.simulation.bank.traits.skew) > OVERLAP;
  }

  /** Starts a request, and waits for it or lets it continue. */
  async #start(isAwaited: boolean, work: () => Promise<void>): Promise<void> {
    const done: Promise<void> = work()
      .catch((error: unknown) => void this.simulation.violations.push(error))
      .finally(() => this.#inFlight.delete(done));
    this.#inFlight.add(done);
    if (isAwaited) await this.#until(done);
    else await this.simulation.clock.advance(this.simulation.random.below(120));
  }

  async #until(done: Promise<unknown>): Promise<void> {
    let isDone = false;
    const end = (): void => void (isDone = true);
    done.then(end, end);
    await this.simulation.clock.advanceUntil(() => isDone, 5 * MINUTE);
    if (!isDone) throw new Error('It takes longer than five minutes');
  }

  async #poll(a: number, slot: number, isAwaited: boolean): Promise<void> {
    const page = pick(this.pages.open.slice(-6), a);
    if (!page || !this.pages.canPoll(page)) return;
    await this.#start(isAwaited, async () =>
      this.pages.poll(this.#copy(slot), page, await this.newest(page.version.order)),
    );
  }

  #copy(slot: number): Copy {
    return this.simulation.copies[slot % this.simulation.copies.length]!;
  }

  #merchantId(at: number): string {
    return pick([...this.simulation.model.merchants.keys()], at)!;
  }

  #isExpired({ madeAt }: Version): boolean {
    return this.simulation.clock.now - madeAt > 23 * HOUR;
  }

  /** The newest version of an order, with a valid session. */
  async newest(order: Order): Promise<Version> {
    const newest = order.versions.at(-1)!;
    if (!this.simulation.traits.isSession || !this.#isExpired(newest)) return newest;
    return putVersion(this.simulation, order, newest.asked.get(order.methods[0]!.fiat) ?? 0n);
  }

  #otherAmount(order: Order, how: number): bigint {
    const { fiat } = order.methods[0]!;
    const asked = order.versions.at(-1)!.asked.get(fiat) ?? 1_000n;
    const received =
      this.simulation.model.merchant(order.merchant).paymentOf(order.id, fiat)?.receivedAt() ?? 0n;
    const amounts = [
      asked + 500n,
      asked > 500n ? asked - 500n : asked,
      received,
      asked * 2n,
      received + 100n,
      1_000n,
    ];
    return pick(
      amounts.filter((each) => each > 0n),
      how,
    )!;
  }

  /** Makes a deposit: with or without a code, of the rest or another amount, now or late. */
  #pay({ a, b, c, d }: Omit<Step, 'kind'>): void {
    const { simulation } = this;
    const codes = [...simulation.model.merchants.values()].flatMap((merchant) => merchant.codes);
    const code = pick(codes.slice(-8), a);
    if (!code) return;
    const merchant = simulation.model.merchant(code.payment.merchant);
    const amount = this.#amountOf(code.payment, b);
    const fiat = d % 13 === 12 ? 'BRL' : code.payment.fiat;
    const txId = this.#txIdOf(code, merchant.own, d);
    const number = b % 19 === 18 ? 24 : [1, 1, 1, 1, 2, 3][d % 6]!;
    const late = [0, 0, 0, 0, 0, 2 * SECOND, 30 * SECOND, 3 * MINUTE, 2 * HOUR, 15 * HOUR][c % 10]!;
    const hidden = [0, 0, 0, SECOND, 20 * SECOND][c % 5]!;
    for (let n = 0; n < number; n += 1) {
      const early = simulation.bank.now - late + (number > 3 ? n : 0);
      // Nobody pays with a code that has not been issued.
      const earliest = txId === code.txId && txId !== undefined ? code.payment.issuedAt() : 0;
      const createTime = Math.max(early, earliest);
      const flow = { id: simulation.bank.newFlowId(), merchant: merchant.id, fiat, amount, createTime, txId };
      this.#add(flow, hidden);
    }
    simulation.count('deposits');
  }

  #add(flow: Flow, hidden: number): void {
    const { bank, clock, random } = this.simulation;
    bank.add({
      merchant: flow.merchant,
      at: flow.createTime,
      visibleAt: clock.now + hidden,
      json: flowJson(flow, random),
      flow,
    });
  }

  #amountOf(payment: Payment, how: number): bigint {
    const asked = payment.askedAt() ?? 1_000n;
    const remaining = payment.remainingAt() ?? 1_000n;
    const others = this.simulation.model
      .merchant(payment.merchant)
      .payments.map((each) => each.askedAt() ?? 300n);
    const least = (amount: bigint): bigint => (amount > 0n ? amount : asked);
    return pick(
      [
        least(remaining),
        least(remaining),
        asked,
        least(remaining / 2n),
        least(remaining) + 500n,
        100n,
        least(remaining - 1n),
        pick(others, how)!,
        pick(AMOUNTS, how)!,
      ],
      how,
    )!;
  }

  #txIdOf({ txId }: Code, own: boolean, how: number): string | undefined {
    const choices = own
      ? [txId, txId, undefined, undefined, '55501']
      : [txId, txId, txId, txId, txId, undefined, '55501'];
    return pick(choices, how);
  }

  /** Returns a deposit or a part of it, or one that never arrived. */
  #sendBack({ a, b, c, d }: Omit<Step, 'kind'>): void {
    const { simulation } = this;
    const flows = simulation.bank.records.map(({ flow }) => flow).filter((flow) => flow && flow.amount > 0n);
    const flow = pick(flows.slice(-12), a);
    if (!flow) return;
    const deposit = simulation.model.merchant(flow.merchant).flows.get(flow.id)?.deposit;
    const left = deposit ? leftOf(deposit) : flow.amount;
    const amounts = [left, left, left / 2n, 100n, flow.amount, flow.amount + 700n];
    const amount = pick(amounts, b)!;
    if (amount <= 0n) return;
    const createTime = Math.max(simulation.bank.now, flow.createTime);
    const back = {
      ...flow,
      id: simulation.bank.newFlowId(),
      amount: -amount,
      createTime,
      txId: d % 4 === 3 ? undefined : flow.txId,
    };
    this.#add(back, [0, 0, 0, 5 * SECOND][c % 4]!);
    simulation.count('returns');
  }

  /** Lists a record twice, or again with a different content, or makes an unreadable record readable. */
  #again({ a, b }: Omit<Step, 'kind'>): void {
    const { bank, clock, random } = this.simulation;
    const record = pick(bank.records, a);
    if (!record) return;
    const { flow, meant } = record;
    // A record that becomes visible after a day may never be read.
    if (meant && bank.now - meant.createTime < 15 * HOUR) this.#add(meant, 0);
    if (meant) return;
    const same: BankRecord = {
      ...record,
      visibleAt: clock.now,
      json: flow ? flowJson(flow, random) : record.json,
    };
    if (!flow || b % 3 > 0) bank.add(same);
    else {
      const other = { ...flow, amount: flow.amount + 100n };
      bank.add({ ...same, flow: other, json: flowJson(other, random) });
    }
  }
}
