import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import {
  AuthenticationError,
  InvalidRequestError,
  RateLimitError,
  RefusedError,
  UnreadableResponseError,
  type UnreadableFlow,
} from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { useClock } from './clock.js';
import { follow, POLL, withFaults } from './follower.js';
import { listApi, rowsOf, START } from './list-api.js';
import { envelope, errorOf, scriptedClient, TOKEN, type Answer } from './scripted-client.js';

const clock = useClock();

const DOWN = json('{}', { status: 500 });

describe('flows.follow, when a poll fails', () => {
  const temporary: readonly Answer[] = [
    new TypeError('fetch failed'),
    DOWN,
    json('{}', { status: 503 }),
    json('{}', { status: 429 }),
    json('<h1>'),
    envelope('{"record":[{"id":"x"}]}'),
    new Response('', { status: 302 }),
  ];

  it('continues after temporary failures, and misses nothing', async () => {
    const follower = follow(withFaults(listApi(rowsOf(3)), temporary), { since: START });
    for (let n = 0; n < 10; n += 1) await clock.advance(300_000);
    assert.deepEqual(follower.ids(), [1, 2, 3]);
  });

  it('waits longer after each failure, up to five minutes, and starts over after a success', async () => {
    clock.setRandom(0.999_999);
    const times: number[] = [];
    let now = 0;
    const fetchOf = withFaults(listApi(), [...Array.from({ length: 8 }, () => DOWN), undefined, DOWN]);
    const fetch = ((...args: Parameters<typeof fetchOf>) => {
      times.push(now);
      return fetchOf(...args);
    }) as typeof fetchOf;
    follow(fetch, { since: START });
    await clock.advance(0);
    while (times.length < 11) {
      now += 1;
      await clock.advance(1_000);
    }
    const waits = times.slice(1).map((time, n) => time - times[n]!);
    assert.deepEqual(waits, [10, 20, 40, 80, 160, 300, 300, 300, 6, 10]);
  });

  it('waits for Retry-After', async () => {
    for (const status of [429, 503]) {
      const api = listApi();
      const busy = json('{}', { status, headers: { 'retry-after': '1000' } });
      follow(withFaults(api, [busy]), { since: START });
      await clock.advance(1_000_000);
      assert.equal(api.requests.length, 0);
      await clock.advance(10_000);
      assert.equal(api.requests.length, 1);
    }
  });

  it('throws the last error after ten failures in a row', async () => {
    const api = listApi();
    const script = Array.from({ length: 10 }, () => DOWN);
    const follower = follow(withFaults(api, script), { since: START });
    for (let n = 0; n < 9; n += 1) {
      assert.equal(follower.outcome.value, undefined);
      await clock.advance(300_000);
    }
    assert.equal((follower.outcome.value as Error).name, 'ServerError');
    assert.equal(api.requests.length, 0);
  });

  it('throws permanent errors at once, without the token', async () => {
    for (const [answer, type] of [
      [json(`{"code":"${TOKEN}","msg":"${TOKEN}"}`, { status: 401 }), AuthenticationError],
      [json('{}', { status: 403 }), AuthenticationError],
      [json('{"code":4005,"msg":"no","data":null}'), RefusedError],
      [json('{}', { status: 404 }), RefusedError],
      [json('{}', { status: 429, headers: { 'retry-after': '3601' } }), RateLimitError],
    ] as const) {
      const { outcome } = follow(withFaults(listApi(), [answer]), { since: START });
      await clock.advance(0);
      assert.ok(outcome.value instanceof type, String(outcome.value));
      assert.match(outcome.value.message, /^flows\.follow: /);
      assert.ok(!JSON.stringify(outcome.value).includes(TOKEN));
    }
  });
});

/** A page of deposits, with members changed. `undefined` removes a member. */
function depositsWith(...changes: readonly object[]): string {
  const records = changes.map((change, n) => ({
    ...{ id: n + 1, merchantId: 1001, settingsId: 3, txId: n + 1, category: 'TRANSFER', flowType: 'DEPOSIT' },
    ...{ fiat: 'MXN', changed: '1.00', total: '1.00', extId: '', createTime: String(START + n), ...change },
  }));
  return `{"currentPage":1,"size":250,"total":${records.length},"record":${JSON.stringify(records)}}`;
}

describe('a flow that cannot be read', () => {
  const BAD = { txId: `canary ${TOKEN}`, changed: null };
  for (const [name, change, seen] of [
    ['with its id', BAD, { id: '2', createTime: START + 1 }],
    ['without a time', { ...BAD, createTime: 'x' }, { id: '2', createTime: undefined }],
    ['without an id', { ...BAD, id: '' }, { id: undefined, createTime: START + 1 }],
    ['that is no object', undefined, { id: undefined, createTime: undefined }],
  ] as const)
    it(`is reported once and skipped: ${name}`, async () => {
      const data = change
        ? depositsWith({}, change, {})
        : depositsWith({}, {}, {}).replace(/{"id":2[^}]*}/, '7');
      const fetch = (async () => envelope(data)) as typeof globalThis.fetch;
      const reports: [object, Error][] = [];
      const onUnreadable = (flow: object, error: Error): number => reports.push([flow, error]);
      const follower = follow(fetch, { since: START, onUnreadable });
      for (let n = 0; n < 3; n += 1) await clock.advance(POLL);
      assert.deepEqual(follower.ids(), [1, 3]);
      const [[flow, error] = [], ...others] = reports as [UnreadableFlow, UnreadableResponseError][];
      assert.deepEqual([flow?.id, flow?.createTime, others], [seen.id, seen.createTime, []]);
      assert.ok(error instanceof UnreadableResponseError && error.field?.startsWith('record.1'));
      assert.doesNotMatch(inspect(error), /canary/);
      assert.equal(flow?.cursor?.endsWith('.1.3.2'), seen.id && true);
      const ids: string[] = [];
      const { flows } = scriptedClient(data).client;
      for await (const { id } of flows.all({}, { onUnreadable })) ids.push(id);
      assert.deepEqual([ids, reports.length], [['1', '3'], 2]);
      const all = flows.all();
      await all.next();
      assert.equal((await errorOf(all.next())).name, 'UnreadableResponseError');
    });

  it('of a list is reported before the next one is yielded, and an error of the hook ends the list', async () => {
    const { flows } = scriptedClient(depositsWith({}, BAD, {})).client;
    const log: unknown[] = [];
    const onUnreadable = async ({ id }: UnreadableFlow): Promise<void> => {
      await setImmediate();
      log.push(`unreadable ${id}`);
    };
    for await (const { id } of flows.all({}, { onUnreadable })) log.push(id);
    assert.deepEqual(log, ['1', 'unreadable 2', '3']);
    const failing = flows.all({}, { onUnreadable: () => Promise.reject(new Error('disk full')) });
    await failing.next();
    assert.equal((await errorOf(failing.next())).message, 'disk full');
  });

  it('is omitted if it belongs to another merchant, and logged if there is no hook', async ({ mock }) => {
    const log = mock.method(console, 'error', () => undefined);
    const fetch = (async () =>
      envelope(depositsWith({ ...BAD, merchantId: 7 }, BAD))) as typeof globalThis.fetch;
    follow(fetch);
    await clock.advance(POLL);
    follow(fetch, { since: START });
    await clock.advance(POLL);
    assert.deepEqual(
      log.mock.calls.map(({ arguments: [text] }) => text as unknown),
      [
        'flows.follow: the response cannot be read (HTTP 200, record.1.txId is missing or malformed). The flow is skipped.',
      ],
    );
  });
});

describe('the input of flows.follow', () => {
  it('is validated before a request is sent', async () => {
    const malformedCursors = ['', 'x', '1700000000000', '1700000000000.', '1.2,3', '-1.1', '1.x', 7, 1.5, {}];
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
      [{ merchantId: '1', onUnreadable: 1 }, 'onUnreadable'],
      ...malformedCursors.map((after) => [{ merchantId: '1', after }, 'after'] as const),
    ] as const) {
      const { client, requests } = scriptedClient('{}');
      const error = await errorOf(client.flows.follow(input as never).next());
      assert.ok(error instanceof InvalidRequestError, String(error));
      assert.deepEqual([error.field, requests], [field, []]);
    }
  });
});
