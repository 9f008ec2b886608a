/**
 * P11 over several copies of the kit and one store: whichever copy a payer's requests meet, and in whatever order the store
 * hears of it, they are shown one slip.
 */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import fc from 'fast-check';
import type { IssuedEvent, Store } from 'deposit-slip/kit';
import { fakeApi, pix, type FakeApi } from '../../server/fake-api.js';
import { shop, type Answer } from '../../server/shop.js';
import { cases } from '../scale.js';

/** Milliseconds a store may take each way: less than half of what the copies wait for each other. */
const STORE_DELAY = 22;
const API_DELAY = 60;

const delay = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** An unsteady source of delays, the same for the same seed. */
function delays(seed: number): (most: number) => Promise<void> {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return delay(state % (most + 1));
  };
}

/** Several copies of one merchant's kit, on a store and before an API that take their time. */
function fleet(size: number, seed: number) {
  const wait = delays(seed);
  const kept = new Map<string, string>();
  // What is read or written is so at one moment, some time after it was asked and some before it is answered.
  const store: Store = {
    async get(key) {
      await wait(STORE_DELAY);
      const value = kept.get(key);
      await wait(STORE_DELAY);
      return value;
    },
    async set(key, value) {
      await wait(STORE_DELAY);
      kept.set(key, value);
      await wait(STORE_DELAY);
    },
  };
  let last = 0;
  const api: FakeApi = fakeApi({
    slip: async () => {
      const txId = String((last += 1));
      await wait(API_DELAY);
      return pix(txId);
    },
  });
  const issued: string[] = [];
  const on = { issued: ({ txId }: IssuedEvent) => void issued.push(txId!) };
  const copies = Array.from({ length: size }, () => shop({ fetch: api.fetch, store, on }));
  return { copies, api, issued };
}

/** Lets time pass until the work is done; all of it is made of timers, but for digests. */
async function through<Result>(work: Promise<Result>): Promise<Result> {
  const state = { isOver: false };
  const over = (): void => void (state.isOver = true);
  work.then(over, over);
  while (!state.isOver) {
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
    mock.timers.tick(3);
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

function txIdOf({ body }: Answer): string {
  return String((body.data as Record<string, unknown> | null)?.['txId']);
}

const clicks = fc.array(fc.record({ copy: fc.nat(2), at: fc.nat(160) }), { minLength: 2, maxLength: 6 });

describe('several copies of the kit on one store', () => {
  it('show a visit one slip, and tell the merchant of one, whenever each is asked', async () => {
    let doubles = 0;
    const runs = cases(60, 5_000);
    await fc.assert(
      fc.asyncProperty(clicks, fc.nat(), (asked, seed) =>
        withClock(async () => {
          const { copies, api, issued } = fleet(3, seed);
          const answers = await through(
            Promise.all(
              asked.map(async ({ copy, at }) => {
                await delay(at);
                return copies[copy]!.send('?paymentId=90');
              }),
            ),
          );
          const reloads = await through(Promise.all(copies.map(({ send }) => send())));
          assert.equal(new Set([...answers, ...reloads].map(({ text }) => text)).size, 1);
          assert.deepEqual(issued, [txIdOf(answers[0]!)]);
          assert.ok(api.calls.length <= 3, 'each copy asks once at most');
          if (api.calls.length > 1) doubles += 1;
        }),
      ),
      { numRuns: runs },
    );
    assert.ok(doubles > runs / 10, `copies met in ${doubles} of ${runs} runs`);
  });

  it('watch every code that was shown, though new ones are asked for at once everywhere', async () => {
    await fc.assert(
      fc.asyncProperty(clicks, fc.nat(), (asked, seed) =>
        withClock(async () => {
          const { copies } = fleet(3, seed);
          const first = await through(copies[0]!.send());
          const answers = await through(
            Promise.all(
              asked.slice(0, 4).map(async ({ copy, at }) => {
                await delay(at);
                return copies[copy]!.send('?refresh=1');
              }),
            ),
          );
          const [reload, ...others] = await through(Promise.all(copies.map(({ send }) => send())));
          for (const other of others) assert.equal(other.text, reload!.text);
          const { txIds } = decodeJwt<{ txIds: string[] }>(reload!.body.arrival!);
          for (const shown of [first, ...answers])
            assert.ok(
              txIds.includes(txIdOf(shown)),
              `${txIdOf(shown)} of ${[first, ...answers].map(txIdOf).join()} is not in ${txIds.join()}`,
            );
          assert.equal(txIds[0], txIdOf(reload!));
        }),
      ),
      { numRuns: cases(60, 5_000) },
    );
  });
});
