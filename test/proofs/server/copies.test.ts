/**
 * SECURITY.md P11 for several copies of the kit on one store: a payer is shown one slip, whichever copies
 * their requests reach, and in whatever order the store is read and written.
 */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { createMemoryStore, type KitHooks, type Store } from 'deposit-slip/kit';
import { fakeApi, flowPage, pix } from '../../server/fake-api.js';
import { brokenStore, shop, txIdOf, type Answer } from '../../server/shop.js';
import { cases } from '../scale.js';

/** The longest delay of a store in each direction, in milliseconds. */
const STORE_DELAY = 200;
const API_DELAY = 60;

const delay = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Delays of varying length, the same for the same seed. */
function delays(seed: number): (max: number) => Promise<void> {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return delay(state % (max + 1));
  };
}

type Records = ReturnType<Store['open']>;

/** A store in which each call takes effect at one moment between the call and its result. */
function slowStore(wait: (max: number) => Promise<void>): Store {
  const store = createMemoryStore();
  return {
    migrate: () => store.migrate(),
    open: (scope) =>
      new Proxy(store.open(scope), {
        get:
          (records, name: keyof Records) =>
          async (...values: readonly unknown[]): Promise<unknown> => {
            await wait(STORE_DELAY);
            const call = records[name] as (...values: readonly unknown[]) => unknown;
            const result = await call.apply(records, [...values]);
            await wait(STORE_DELAY);
            return result;
          },
      }),
  };
}

/** Several copies of one kit, with a slow store and a slow API. */
function fleet(size: number, seed: number) {
  const wait = delays(seed);
  const store = slowStore(wait);
  let last = 0;
  const api = fakeApi({
    slip: async () => {
      const txId = String((last += 1));
      await wait(API_DELAY);
      return pix(txId);
    },
  });
  const issued: string[] = [];
  const booked: string[] = [];
  const on: KitHooks = {
    issued: ({ txId }) => void issued.push(txId!),
    deposit: ({ deposit }) => void booked.push(deposit.txId!),
  };
  const copies = Array.from({ length: size }, () => shop({ api, store, on, refreshes: 1000 }));
  return { copies, api, issued, booked };
}

type Fleet = ReturnType<typeof fleet>;

/**
 * Advances the clock until the work is done. Digests are not timers, so each step awaits a digest of its own:
 * those before it end first.
 */
async function settle<Result>(work: Promise<Result>): Promise<Result> {
  const state = { isDone: false };
  const onDone = (): void => void (state.isDone = true);
  work.then(onDone, onDone);
  while (!state.isDone) {
    for (let turn = 0; turn < 2; turn += 1) {
      await crypto.subtle.digest('SHA-256', new Uint8Array(1));
      await setImmediate();
    }
    mock.timers.tick(10);
  }
  return work;
}

async function withClock(run: () => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_700_000_000_000 });
  try {
    await run();
  } finally {
    mock.timers.reset();
  }
}

/** What a payer sees, and what the page polls with. The time at which deposits were last read may differ. */
function slipOf({ body }: Answer): string {
  return JSON.stringify({ ...body, checked: undefined });
}

interface Click {
  readonly copy: number;
  /** Milliseconds. */
  readonly at: number;
}

/** Sends each click to its copy at its time. */
function sendAll(copies: Fleet['copies'], clicks: readonly Click[], query: string): Promise<Answer[]> {
  const send = async ({ copy, at }: Click): Promise<Answer> => {
    await delay(at);
    return copies[copy]!.send(query);
  };
  return settle(Promise.all(clicks.map(send)));
}

const clicks = fc.array(fc.record({ copy: fc.nat(2), at: fc.nat(160) }), { minLength: 2, maxLength: 6 });

describe('several copies of the kit on one store', () => {
  it('show a visit one slip and emit issued once, in any order of requests to them', async () => {
    await fc.assert(
      fc.asyncProperty(clicks, fc.nat(), (requests, seed) =>
        withClock(async () => {
          const { copies, api, issued } = fleet(3, seed);
          const answers = await sendAll(copies, requests, '?paymentId=90');
          const reloads = await settle(Promise.all(copies.map(({ send }) => send())));
          assert.equal(new Set([...answers, ...reloads].map(slipOf)).size, 1);
          assert.deepEqual(issued, [txIdOf(answers[0]!)]);
          assert.equal(api.slips().length, 1);
        }),
      ),
      { numRuns: cases(25, 5_000, 'random orders of requests to several copies') },
    );
  });

  it('find the deposit for every code that was shown, even if all are refreshed at once', async () => {
    await fc.assert(
      fc.asyncProperty(clicks, fc.nat(), (requests, seed) =>
        withClock(async () => {
          const { copies, api, booked } = fleet(3, seed);
          const first = await settle(copies[0]!.send());
          const answers = await sendAll(copies, requests, '?refresh=1');
          const [reload, ...others] = await settle(Promise.all(copies.map(({ send }) => send())));
          for (const other of others) assert.equal(txIdOf(other), txIdOf(reload!));
          const shown = [...new Set([first, ...answers, reload!].map(txIdOf))].toSorted();
          api.script({ flows: flowPage(...shown.map((txId) => ({ id: `1${txId}`, txId }))) });
          // The next reading is due even if nobody waits for it.
          mock.timers.tick(20_000);
          await settle(copies[1]!.kit.tick());
          assert.deepEqual(booked.toSorted(), shown);
        }),
      ),
      { numRuns: cases(25, 5_000, 'random orders of refreshes at several copies') },
    );
  });

  it('do not wait longer than its request may take for a copy that is killed while it creates a slip', () =>
    withClock(async () => {
      const store = createMemoryStore();
      const killed = shop({
        api: fakeApi({ slip: () => new Promise<never>(() => undefined) }),
        // Anything it writes after it was killed is lost.
        store: brokenStore(
          (name) => (name === 'abandonSlip' ? new Promise(() => undefined) : undefined),
          store,
        ),
        timeout: 3_000,
      });
      const other = shop({ api: fakeApi({ slip: pix('1') }), store, timeout: 3_000 });
      void killed.send();
      await settle(delay(100));
      const start = Date.now();
      assert.equal((await settle(other.send())).status, 200);
      const waited = Date.now() - start;
      assert.ok(waited > 4_500 && waited < 5_500, `${waited} ms`);
    }));
});
