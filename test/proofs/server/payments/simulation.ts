import assert from 'node:assert/strict';
import type { Grant, Store } from 'deposit-slip/kit';
import type { DepositRow } from '../../../../src/server/kit/store/rows.js';
import type { IssuedSlip, Records, Transaction } from '../../../../src/server/kit/store/store.js';
import { Bank, type BankTraits, type SentPage } from './bank.js';
import { DAY, MINUTE, type Clock } from './clock.js';
import { Copy, type KillPoint } from './copy.js';
import type { StoredFlow } from './model/flow.js';
import { Model, type ExpectedEvent } from './model/model.js';
import type { Random } from './random.js';
import type { StoreFault } from './records.js';
import { normalEvent, type HookEvent } from './told.js';

/** The options in which simulations differ. */
export interface SimulationTraits {
  readonly isSession: boolean;
  readonly watchDays: number;
  readonly bank: BankTraits;
}

/** How a hook fails: at once, later, or so late that another copy may call it in the meantime. */
export type HookFault = 'throws' | 'rejects' | 'slow' | 'hangs';
export const HOOK_FAULTS: readonly HookFault[] = ['throws', 'rejects', 'slow', 'hangs'];

/** The changes of a merchant's transaction. */
export interface ChangeKind {
  readonly kind: 'grant' | 'returns' | 'page';
  readonly page: SentPage | undefined;
  /** The last change of the model that the transaction must have seen. */
  readonly began: number;
}

interface ToldEvent {
  readonly id: string;
  readonly text: string;
  isResolved: boolean;
}

const COPIES = 3;
/** How long a failing hook is called again. */
const LIFETIME = 14 * DAY;

/**
 * Three copies of the kit on one store, the bank that they read, the merchant's hooks, and the model of all
 * of them.
 */
export class Simulation {
  readonly bank: Bank;
  readonly model: Model;
  readonly records: Records;
  readonly copies: Copy[] = [];
  /** Merchants that are read. */
  readonly followed = new Set<string>();
  /** Events whose hook resolved, and those that are not called any more, as the store has it. */
  readonly acknowledged = new Set<string>();
  readonly dead = new Set<string>();
  /** The flows of the ids that pages and hooks get. */
  readonly flowOf = new Map<string, string>();
  readonly storeFaults: { slot: number; method: string; when: StoreFault; count: number }[] = [];
  readonly kills: { slot: number; point: KillPoint; after: number }[] = [];
  readonly hookFaults: HookFault[] = [];
  /** Errors at places where the kit would catch them. */
  readonly violations: unknown[] = [];
  /** Counts events. */
  readonly counts = new Map<string, number>();
  readonly grants: Grant[] = [];
  /** The last time at which something failed. */
  faultAt = -Infinity;
  readonly #told = new Map<string, ToldEvent[]>();

  constructor(
    readonly traits: SimulationTraits,
    readonly store: Store,
    readonly scope: string,
    readonly clock: Clock,
    readonly random: Random,
  ) {
    this.bank = new Bank(traits.bank, clock, random);
    this.model = new Model(() => clock.now);
    this.records = store.open(scope);
    for (let slot = 0; slot < COPIES; slot += 1) this.copies.push(new Copy(this, slot));
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** The grant that a request identifies. */
  authorize({ headers }: Request): Grant {
    return this.grants[Number(headers.get('x-grant'))]!;
  }

  /** A copy was killed, and another one starts in its place. */
  replace(killed: Copy): void {
    this.count('killed copies');
    this.#fails();
    const next = new Copy(this, killed.slot);
    this.copies[killed.slot] = next;
    if (killed.isFollowing) next.follow();
  }

  takeKill(slot: number, point: string): boolean {
    const at = this.kills.findIndex((each) => each.slot === slot && each.point === point);
    const kill = this.kills[at];
    if (!kill) return false;
    kill.after -= 1;
    if (kill.after >= 0) return false;
    this.kills.splice(at, 1);
    this.count(`killed at ${point}`);
    return true;
  }

  takeStoreFault(slot: number, method: string): StoreFault | undefined {
    const isHere = (when: StoreFault): boolean => (when === 'inside') === (method === 'save');
    const at = this.storeFaults.findIndex(
      (each) =>
        each.slot === slot &&
        isHere(each.when) &&
        (each.method === '*' || each.method === method || method === 'save'),
    );
    const fault = this.storeFaults[at];
    if (!fault) return undefined;
    fault.count -= 1;
    if (fault.count <= 0) this.storeFaults.splice(at, 1);
    this.count(`store failed ${fault.when}`);
    this.#fails();
    return fault.when;
  }

  /** Makes everything work from now on. */
  recover(): void {
    this.bank.recover();
    this.storeFaults.length = 0;
    this.kills.length = 0;
    this.hookFaults.length = 0;
  }

  /** A slip was stored. */
  issued({ slip, asked, grantedAt }: IssuedSlip): void {
    this.#check(() => {
      const { merchantId, grantId, fiat, txId, paymentId } = slip;
      const made = this.bank.issued.findLast(
        (each) =>
          each.merchant === merchantId &&
          each.fiat === fiat &&
          each.paymentId === paymentId &&
          each.txId === txId,
      );
      assert.ok(made, `a slip that the API did not issue: ${txId}`);
      const issuedAt = made.at - (made.at % 1_000);
      const watchedUntil = issuedAt + this.traits.watchDays * DAY;
      this.model.issue(merchantId, { grant: grantId, fiat, txId, issuedAt, watchedUntil, asked, grantedAt });
      this.followed.add(merchantId);
      this.count('slips');
    });
  }

  /** A transaction of a merchant is about to be committed. */
  changed(
    merchantId: string,
    saved: readonly Parameters<Transaction['save']>[0][],
    { kind, page, began }: ChangeKind,
  ): void {
    this.#check(() => {
      const rows = saved.flatMap(({ deposits = [] }) => deposits);
      for (const { id, flowId } of rows) this.flowOf.set(id, flowId);
      const stored = new Map(rows.map((row) => [row.flowId, storedFlow(row)]));
      if (kind === 'returns') this.model.settleReturns(merchantId, stored, returnedIn(saved));
      else if (kind === 'page')
        this.model.book(merchantId, page!.records, { from: page!.from, began }, stored);
      else
        for (const { grantId, fiat, asked, grantedAt } of saved.flatMap(({ payments = [] }) => payments)) {
          const payment = this.model.merchant(merchantId).paymentOf(grantId, fiat)!;
          // If two requests have the same time, either may be the later one.
          const isNewest = grantedAt >= payment.newestGrant - (this.traits.isSession ? 0 : MINUTE);
          assert.ok(isNewest, `${grantId} asks for ${asked}, although a newer grant was answered`);
          payment.newestGrant = Math.max(payment.newestGrant, grantedAt);
          if (payment.askedAt() === asked) continue;
          this.model.ask(payment, asked, this.clock.now);
          this.count('changed amounts');
        }
    });
  }

  /** A hook is called. Resolves or rejects as the merchant's hook does. */
  async told(name: ExpectedEvent['name'], event: HookEvent): Promise<void> {
    let told: ToldEvent | undefined;
    this.#check(() => (told = this.#checkTold(name, event)));
    const fault = this.hookFaults.shift();
    if (fault) {
      this.count(`hook ${fault}`);
      this.#fails();
    }
    if (fault === 'throws') throw new Error('The hook failed');
    if (fault === 'rejects') await this.clock.wait(500);
    if (fault === 'rejects') throw new Error('The hook failed');
    if (fault === 'slow') await this.clock.wait(this.random.below(10_000));
    if (fault === 'hangs') await this.clock.wait(30_000 + this.random.below(40_000));
    if (told) told.isResolved = true;
  }

  /** A hook receives only stored data, in order, and the same data each time. */
  #checkTold(name: ExpectedEvent['name'], event: HookEvent): ToldEvent {
    const { key, told: normal } = normalEvent(name, event, this.flowOf);
    const all = this.#told.get(key) ?? [];
    this.#told.set(key, all);
    const text = JSON.stringify(event);
    assert.ok(!this.acknowledged.has(event.id), `told again after its hook resolved: ${text}`);
    const before = all.find(({ id }) => id === event.id);
    if (before) {
      assert.equal(text, before.text, 'an event is the same each time');
      this.count('events told again');
      return before;
    }
    const expected = this.model.events.get(key)?.[all.length]?.event;
    assert.ok(expected, `told, although the store has no such event of ${key}: ${text}`);
    const { candidates, ...rest } = expected;
    assert.deepEqual(
      { ...normal, candidates: candidates && normal.candidates },
      { ...rest, candidates },
      `event ${all.length} of ${key}`,
    );
    const isDone = all.every(({ id, isResolved }) => isResolved || this.dead.has(id));
    assert.ok(isDone, `told before an earlier event of ${key} is done with: ${text}`);
    const told = { id: event.id, text, isResolved: false };
    all.push(told);
    this.count(`told ${name}${normal.again ? ' again' : ''}`);
    return told;
  }

  /** The events that are still to be reported. */
  untold(): readonly string[] {
    return [...this.model.events].flatMap(([key, expected]) => {
      const told = this.#told.get(key) ?? [];
      const isDone = ({ id, isResolved }: ToldEvent): boolean => isResolved || this.dead.has(id);
      const done = told.filter(isDone).length;
      return done === expected.length ? [] : [`${key}: ${done} of ${expected.length}`];
    });
  }

  /** The kit gives up an event after 14 days, not earlier. */
  deadTooEarly(): readonly string[] {
    return [...this.#told].flatMap(([key, told]) =>
      told
        .filter(
          ({ id }, at) =>
            this.dead.has(id) && this.clock.now - this.model.events.get(key)![at]!.at < LIFETIME,
        )
        .map(({ text }) => text),
    );
  }

  #fails(): void {
    this.faultAt = this.clock.now;
  }

  #check(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.violations.push(error);
    }
  }
}

/** The deposits that are reported as returned. */
function returnedIn(saved: readonly Parameters<Transaction['save']>[0][]): readonly string[] {
  return saved
    .flatMap(({ events = [] }) => events)
    .filter(({ name }) => name === 'returned')
    .map(({ payload }) => (payload as HookEvent).deposit!.flowId);
}

function storedFlow({ state, grantId, returned, returnTime }: DepositRow): StoredFlow {
  return { state, grantId, returned, returnTime };
}
