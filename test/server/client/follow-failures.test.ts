import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  AuthenticationError,
  InvalidRequestError,
  ClientError,
  RateLimitError,
  RefusedError,
} from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { startClock, stopClock, type Clock } from './clock.js';
import { desk, envelope, errorOf, TOKEN, type Answer } from './desk.js';
import { listApi, rowsOf, START } from './list-api.js';
import { follow, withFaults } from './watch.js';

let clock: Clock;
beforeEach(() => void (clock = stopClock()));
afterEach(startClock);

describe('a watch when a look fails', () => {
  const passing: readonly Answer[] = [
    new TypeError('fetch failed'),
    json('{}', { status: 500 }),
    json('{}', { status: 503 }),
    json('{}', { status: 429 }),
    json('<h1>'),
    envelope('{"record":[{"id":"x"}]}'),
    new Response('', { status: 302 }),
  ];

  it('goes on through what may pass, and misses nothing', async () => {
    const api = listApi(rowsOf(3));
    const watch = follow(withFaults(api, passing), { since: START });
    for (let n = 0; n < 10; n += 1) await clock.pass(300_000);
    assert.deepEqual(watch.ids(), [1, 2, 3]);
    watch.abort();
  });

  it('waits longer each time, up to five minutes, and begins anew after a success', async () => {
    clock.draw(0.999_999);
    const down = json('{}', { status: 500 });
    const api = listApi();
    const script = [...Array.from({ length: 8 }, () => down), undefined, down];
    const asked: number[] = [];
    let now = 0;
    const answer = withFaults(api, script);
    const fetch = ((...of: Parameters<typeof answer>) => (asked.push(now), answer(...of))) as typeof answer;
    const watch = follow(fetch, { since: START });
    await clock.pass(0);
    while (asked.length < 11) {
      now += 1;
      await clock.pass(1_000);
    }
    const waits = asked.slice(1).map((time, n) => time - asked[n]!);
    assert.deepEqual(waits, [10, 20, 40, 80, 160, 300, 300, 300, 6, 10]);
    watch.abort();
  });

  it('is not back before Retry-After', async () => {
    for (const status of [429, 503]) {
      const api = listApi();
      const busy = json('{}', { status, headers: { 'retry-after': '1000' } });
      const watch = follow(withFaults(api, [busy]), { since: START });
      await clock.pass(1_000_000);
      assert.equal(api.asked.length, 0);
      await clock.pass(10_000);
      assert.equal(api.asked.length, 1);
      watch.abort();
    }
  });

  it('throws the last error after ten failures in a row', async () => {
    const api = listApi();
    const fetch = withFaults(
      api,
      Array.from({ length: 10 }, () => json('{}', { status: 500 })),
    );
    const watch = follow(fetch, { since: START });
    for (let n = 0; n < 9; n += 1) {
      assert.equal(watch.end.as, undefined);
      await clock.pass(300_000);
    }
    assert.equal((watch.end.as as Error).name, 'ServerError');
    assert.equal(api.asked.length, 0);
  });

  it('throws at once what does not pass', async () => {
    for (const [answer, of] of [
      [json('{}', { status: 401 }), AuthenticationError],
      [json('{}', { status: 403 }), AuthenticationError],
      [json('{"code":4005,"msg":"no","data":null}'), RefusedError],
      [json('{}', { status: 404 }), RefusedError],
      [json('{}', { status: 429, headers: { 'retry-after': '3601' } }), RateLimitError],
    ] as const) {
      const watch = follow(withFaults(listApi(), [answer]), { since: START });
      await clock.pass(0);
      assert.ok(watch.end.as instanceof of, String(watch.end.as));
      assert.match(watch.end.as.message, /^flows\.follow: /);
    }
  });

  it('refuses wrong input before anything is sent', async () => {
    for (const [input, field] of [
      [undefined, 'merchantId'],
      [{}, 'merchantId'],
      [{ merchantId: 'x' }, 'merchantId'],
      [{ merchantId: '1', since: -1 }, 'since'],
      [{ merchantId: '1', since: new Date() }, 'since'],
      [{ merchantId: '1', fiat: 'mxn' }, 'fiat'],
      [{ merchantId: '1', interval: 999 }, 'interval'],
      [{ merchantId: '1', interval: 3_600_001 }, 'interval'],
      [{ merchantId: '1', overlap: -1 }, 'overlap'],
      [{ merchantId: '1', overlap: 86_400_001 }, 'overlap'],
      [{ merchantId: '1', signal: 'x' }, 'signal'],
      [{ merchantId: '1', timeout: 0 }, 'timeout'],
      [{ merchantId: '1', retries: 11 }, 'retries'],
      [{ merchantId: '1', flowType: 'ALL' }, 'flowType'],
    ] as const) {
      const { client, asked } = desk('{}');
      const error = await errorOf(client.flows.follow(input as never).next());
      assert.ok(error instanceof InvalidRequestError, String(error));
      assert.deepEqual([error.field, asked], [field, []]);
    }
  });
});

describe('what a watch says of a failure', () => {
  it('has no token in it', async () => {
    const said = json(`{"code":"${TOKEN}","msg":"${TOKEN}"}`, { status: 401 });
    const watch = follow(withFaults(listApi(), [said]), { since: START });
    await clock.pass(0);
    assert.ok(watch.end.as instanceof ClientError);
    assert.ok(!JSON.stringify(watch.end.as).includes(TOKEN));
  });
});
