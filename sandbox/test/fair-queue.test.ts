/** The embedded database runs statements in the order in which they arrive, and limits how many wait. */
import assert from 'node:assert/strict';
import { describe, it, type MockTracker } from 'node:test';
import { createApp } from '../src/app.js';
import { Busy, MAX_WAITING, SHARE_MS, FairQueue } from '../src/db/fair-queue.js';
import { toApiError } from '../src/http/database-errors.js';
import { BODIES, PATHS } from './requests.js';
import { openDb } from './test-sandbox.js';

/**
 * Stops the clock, so that no request uses up its share of time on a slow machine and only the order of
 * arrival counts.
 */
const takeNoTime = (mock: MockTracker): void => void mock.method(performance, 'now', () => 0);

describe('turns', () => {
  it('are taken in the order of requests, even after failed work', async () => {
    const queue = new FairQueue();
    const done: number[] = [];
    const work = Array.from({ length: 20 }, (_, at) =>
      queue.take(async () => {
        await new Promise(setImmediate);
        done.push(at);
        if (at % 3 === 0) throw new Error('no');
      }),
    );
    await Promise.allSettled(work);
    assert.deepEqual(
      done,
      Array.from({ length: 20 }, (_, at) => at),
    );
  });

  it('of an earlier request are taken before those of a later one', async ({ mock }) => {
    takeNoTime(mock);
    const queue = new FairQueue();
    const done: string[] = [];
    const request = async (name: string, count: number) => {
      const place = queue.arrive();
      for (let at = 1; at <= count; at++) await queue.take(async () => done.push(`${name}${at}`), place);
    };
    const later = ['b', 'c', 'd', 'e', 'f'];
    await Promise.all([request('a', 3), ...later.map((name) => request(name, 1))]);
    assert.ok(done.indexOf('a3') < done.indexOf('e1'), done.join(' '));
  });

  it('of a request that takes long wait behind all others again', async () => {
    const queue = new FairQueue();
    const done: string[] = [];
    const place = queue.arrive();
    const long = async () => {
      const end = performance.now() + SHARE_MS;
      while (performance.now() < end);
    };
    const first = queue.take(long, place);
    const others = Array.from({ length: 5 }, () => queue.take(async () => done.push('other')));
    await first;
    await queue.take(async () => done.push('long'), place);
    await Promise.all(others);
    assert.equal(done.at(-1), 'long');
  });

  it('allow input and output in between, however much work there is', async () => {
    const queue = new FairQueue();
    let isRead = false;
    setImmediate(() => (isRead = true));
    const busy = async () => {
      const end = performance.now() + 2;
      while (performance.now() < end);
      return isRead;
    };
    const seen = await Promise.all(Array.from({ length: 20 }, () => queue.take(busy)));
    assert.equal(seen.at(-1), true);
  });

  it('are refused while too many wait, and available again afterwards', async () => {
    const queue = new FairQueue();
    let finish!: () => void;
    let first!: Promise<void>;
    await new Promise<void>((begun) => {
      first = queue.take(() => {
        begun();
        return new Promise<void>((resolve) => (finish = resolve));
      });
    });
    const waiting = Array.from({ length: MAX_WAITING }, (_, at) => queue.take(async () => at));
    await assert.rejects(
      queue.take(async () => 0),
      Busy,
    );
    const closing = queue.add(async () => 'closed');
    finish();
    await first;
    assert.equal((await Promise.all(waiting)).at(-1), MAX_WAITING - 1);
    assert.equal(await closing, 'closed');
    assert.equal(await queue.take(async () => 1), 1);
  });

  it('that are refused cause a 503, which says when to retry', () => {
    const { status, message, headers } = toApiError(new Busy(), false, { error: () => undefined });
    assert.deepEqual(
      [status, message, headers],
      [503, 'Nothing was done; send the request again.', { 'retry-after': '1' }],
    );
  });
});

describe('requests on the embedded database', () => {
  it('end in the order of arrival, however many statements they have', async ({ mock }) => {
    takeNoTime(mock);
    const db = await openDb('pglite');
    const app = createApp({
      ...{ db, seed: 1, tokens: new Map(), controlToken: 'control', channels: [] },
      ...{ baseUrl: () => 'http://127.0.0.1', later: () => undefined },
    });
    const done: string[] = [];
    const send = async (path: string, init?: RequestInit) => {
      const { status } = await app.request(`http://127.0.0.1${path}`, init);
      assert.ok(status < 300, `${path}: ${status}`);
      done.push(path);
    };
    const headers = { authorization: 'Bearer control', 'content-type': 'application/json' };
    await Promise.all([
      send('/sandbox/orders', { method: 'POST', headers, body: JSON.stringify(BODIES.order) }),
      ...Array.from({ length: 30 }, () => send(PATHS.pairs)),
    ]);
    assert.ok(done.indexOf('/sandbox/orders') < 20, done.join(' '));
    await db.close();
  });
});
