/**
 * Tests every effect of a fault on every operation over HTTP, with the package's own client and with a plain
 * connection.
 */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import {
  ClientError,
  createMerchantClient,
  type CallOptions,
  type MerchantClient,
} from 'deposit-slip/client';
import { sampleOf } from '../../../test/proofs/scale.js';
import type { Fault } from '../../src/index.js';
import { exchange, OPERATION_EXAMPLES, type Example } from '../requests.js';
import { TestSandbox } from '../test-sandbox.js';

const delays: number[] = [];
const sandbox = new TestSandbox({
  later: (milliseconds, run) => {
    delays.push(milliseconds);
    run();
  },
});
afterEach(() => sandbox.control.faults([]));

const own = { merchantId: '1001', fiat: 'MXN' } as const;

/** A call of the client for each operation, which the seeded sandbox accepts, by the operation's name. */
const CALLS: Readonly<Record<string, (client: MerchantClient, options: CallOptions) => Promise<unknown>>> = {
  'crypto-transfers': (client, options) => client.cryptoTransfers.list({}, options),
  activation: (client, options) =>
    client.accounts.activate(
      { ...own, channel: 'clabe', trench: 'CLABE - PROVIDER_A', fieldList: { alias: 'new' } },
      options,
    ),
  claim: (client, options) => client.funds.claim({ ...own, amount: '1.00', userPaymentId: '501' }, options),
  transfer: (client, options) =>
    client.funds.transfer(
      { fromMerchantId: '1001', toMerchantId: '1002', fiat: 'MXN', fiatAmount: '1.00' },
      options,
    ),
  orders: (client, options) => client.orders.list({ orderType: 'fiat_to_fiat' }, options),
  'virtual-accounts': (client, options) => client.virtualAccounts.list({ ...own, paymentId: 105 }, options),
  flows: (client, options) => client.flows.list({}, options),
  'pending-fund': (client, options) => client.pendingFund.get({ ...own, paymentId: 105 }, options),
  pairs: (client, options) => client.pairs.list(options),
};

/** A sample is enough because the same code serves all operations. A soak tests every operation. */
const ROUTES = sampleOf(Object.keys(CALLS), 3);
const SENT = sampleOf(Object.entries(OPERATION_EXAMPLES), 3);

function call(route: string, signal?: AbortSignal): Promise<unknown> {
  const client = createMerchantClient({ baseUrl: sandbox.url, token: 'sandbox-token' });
  return CALLS[route]!(client, { retries: 0, ...(signal && { signal }) });
}

async function failure(route: string, signal?: AbortSignal): Promise<ClientError> {
  const error = await call(route, signal).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ClientError, `${route}: ${String(error)}`);
  return error;
}

/** The amounts of the flows, newest first. */
const changes = async (): Promise<string[]> =>
  (await sandbox.flows({ merchantId: 1001, fiat: 'MXN', pageSize: 1000 })).record.map(
    ({ changed }) => changed,
  );

/** A throttled response is sent in ten pieces a second. */
const PIECE_MS = 100;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The effect on a call of the client: the class of its error and some members, or no error. */
const EFFECTS: readonly (readonly [effect: Omit<Fault, 'route'>, name: string | undefined, more?: object])[] =
  [
    [{ status: 500 }, 'ServerError', { status: 500, code: '500' }],
    [{ status: 503, retryAfter: 7 }, 'ServerError', { retryAfter: 7 }],
    [{ status: 429, retryAfter: 7 }, 'RateLimitError', { retryAfter: 7 }],
    [{ status: 403, code: 4003, msg: 'Blocked.' }, 'AuthenticationError', { code: '4003', msg: 'Blocked.' }],
    [{ status: 200, code: 1299, msg: 'REFUSED' }, 'RefusedError', { status: 200, code: '1299' }],
    [{ status: 204 }, 'UnreadableResponseError', { status: 204 }],
    [{ status: 502, body: '<h1>Bad gateway</h1>', type: 'text/html' }, 'ServerError', { status: 502 }],
    [{ body: '<h1>Hello</h1>', type: 'text/html' }, 'UnreadableResponseError', { status: 200 }],
    [{ body: '{"code":200,"msg":"SUCC' }, 'UnreadableResponseError', { reason: 'not-json' }],
    [{ cut: 'before' }, 'ConnectionError'],
    [{ cut: 'headers' }, 'ConnectionError'],
    [{ cut: 'body' }, 'ConnectionError'],
    [{ lose: 'answer' }, 'ConnectionError'],
    [{ limit: 0 }, 'RateLimitError', { retryAfter: 60 }],
    [{ throttle: 1000 }, undefined],
    [{ shape: { code: 0 } }, undefined],
    [{ delay: 250 }, undefined],
    [{ delay: 250, status: 500 }, 'ServerError', { status: 500 }],
    [{ status: 200, cut: 'body' }, 'ConnectionError'],
  ];

describe('the client', () => {
  for (const [effect, name, more = {}] of EFFECTS)
    test(`sees ${JSON.stringify(effect)} on every operation as ${name ?? 'a success'}`, async () => {
      for (const route of ROUTES) {
        delays.length = 0;
        await sandbox.control.faults([{ ...effect, route, count: 1 }]);
        if (name === undefined) await call(route);
        else {
          const error = await failure(route);
          assert.deepEqual({ ...error, name: error.name, ...more }, { ...error, name });
        }
        if (effect.throttle === undefined)
          assert.deepEqual(delays, effect.delay === undefined ? [] : [effect.delay], route);
        else assert.ok(delays.length > 0 && delays.every((delay) => delay === PIECE_MS), route);
        assert.deepEqual(await sandbox.control.faults(), [], route);
      }
    });

  test('waits until it gives up for a response that never arrives, on every operation', async () => {
    const before = await changes();
    for (const route of ROUTES) {
      await sandbox.control.faults([{ route, delay: 'forever', count: 1 }]);
      const giveUp = new AbortController();
      const outcome = failure(route, giveUp.signal);
      // The fault is used up when the request arrives.
      while ((await sandbox.control.faults()).length > 0);
      giveUp.abort();
      assert.equal((await outcome).name, 'ConnectionError', route);
    }
    assert.deepEqual(await changes(), before);
  });
});

/** Sends an example on a connection of its own and returns every byte that comes back. */
function bytesOf({ path, query, body }: Example): Promise<string> {
  const text = body ? JSON.stringify(body) : '';
  const search = query
    ? `?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`
    : '';
  const head = [
    `${body ? 'POST' : 'GET'} ${path}${search} HTTP/1.1`,
    `host: ${new URL(sandbox.url).host}`,
    'x-bh-token: sandbox-token',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return exchange(sandbox.url, `${head.join('\r\n')}\r\n\r\n${text}`, true);
}

describe('a connection', () => {
  for (const [effect, pattern] of [
    [{ cut: 'before' }, /^$/],
    [{ lose: 'answer' }, /^$/],
    [{ cut: 'headers' }, /^HTTP\/1\.1 200 OK\r\n(?![^]*\r\n\r\n)[^]+$/],
    [{ cut: 'body' }, /^HTTP\/1\.1 200 OK\r\n[^]*content-length: [0-9]+\r\n[^]*\r\n\r\n\{"code":200/],
  ] as const)
    test(`ends where ${JSON.stringify(effect)} says, on every operation`, async () => {
      await sandbox.control.faults([{ ...effect, route: '*' }]);
      for (const [route, example] of SENT) {
        const bytes = await bytesOf(example);
        assert.match(bytes, pattern, route);
        const length = /content-length: ([0-9]+)/.exec(bytes)?.[1];
        const body = bytes.slice(bytes.indexOf('\r\n\r\n') + 4);
        if (length !== undefined)
          assert.equal(Buffer.byteLength(body), Math.floor(Number(length) / 2), route);
      }
    });

  test('keeps the content type and headers of a fault', async () => {
    await sandbox.control.faults([{ route: '*', status: 429, retryAfter: 3 }]);
    for (const [route, example] of SENT) {
      const { headers, text } = await sandbox.send(example);
      assert.deepEqual([headers.get('retry-after'), headers.get('content-type')], ['3', JSON_TYPE], route);
      assert.equal(text, '{"code":429,"msg":"A fault was injected.","data":null}');
    }
    await sandbox.control.faults([{ route: '*', body: '{}', type: 'text/plain' }]);
    for (const [route, example] of SENT) {
      const { headers, text } = await sandbox.send(example);
      assert.deepEqual([headers.get('content-type'), text], ['text/plain', '{}'], route);
    }
  });
});

describe('an operation', () => {
  for (const [effect, isCarriedOut] of [
    [{ cut: 'before' }, false],
    [{ status: 500 }, false],
    [{ status: 200, code: 0 }, false],
    [{ cut: 'headers' }, true],
    [{ cut: 'body' }, true],
    [{ lose: 'answer' }, true],
    [{ body: '' }, true],
    [{ limit: 0 }, false],
    [{ throttle: 50 }, true],
  ] as const)
    test(`is ${isCarriedOut ? '' : 'not '}carried out with ${JSON.stringify(effect)}`, async () => {
      const before = await changes();
      await sandbox.control.faults([{ ...effect, route: '*' }]);
      for (const route of ['claim', 'transfer']) await call(route).catch(() => undefined);
      await sandbox.control.faults([]);
      const booked = isCarriedOut ? ['-0.01', '-1.00', '-2.00', '-1.00'] : [];
      assert.deepEqual(await changes(), [...booked, ...before]);
    });
});

test('an in-process response fails where its connection would end', async () => {
  const { createApp } = await import('../../src/app.js');
  const db = { query: async () => [], forRequest: () => db };
  const app = createApp({
    db: db as never,
    tokens: new Map([['t', [1n]]]),
    controlToken: 'c',
    channels: [],
    seed: 1,
    baseUrl: () => '',
    later: () => undefined,
  });
  const body = JSON.stringify({ faults: [{ route: 'claim', status: 500, cut: 'body' }] });
  const headers = { authorization: 'Bearer c', 'content-type': 'application/json', 'x-bh-token': 't' };
  await app.request('/sandbox/faults', { method: 'POST', headers, body });
  const response = await app.request('/v2/merchant/claimfunds', { method: 'POST', headers, body: '{}' });
  assert.equal(response.status, 500);
  await assert.rejects(response.text(), /cut/);
});
