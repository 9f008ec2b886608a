/** Tests the effects of a fault on the operations over HTTP. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { sampleOf } from '../../../test/proofs/scale.js';
import { BODIES, exchange, OPERATION_EXAMPLES, PATHS, type Example } from '../requests.js';
import { TestSandbox } from '../test-sandbox.js';

const delays: number[] = [];
const sandbox = new TestSandbox({
  later: (milliseconds, run) => {
    delays.push(milliseconds);
    run();
  },
});
afterEach(() => sandbox.control.faults([]));

/** A sample is enough because the same code serves all operations. A soak tests every operation. */
const SENT = sampleOf(Object.entries(OPERATION_EXAMPLES), 3);

/** The amounts of the flows, newest first. */
const changes = async (): Promise<string[]> =>
  (await sandbox.flows({ merchantId: 1001, fiat: 'MXN', pageSize: 1000 })).record.map(
    ({ changed }) => changed,
  );

/** A throttled response is sent in ten pieces a second. */
const PIECE_MS = 100;

const JSON_TYPE = 'application/json; charset=utf-8';

describe('a response', () => {
  for (const [effect, status, text] of [
    [{ status: 500 }, 500, '{"code":500,"msg":"A fault was injected.","data":null}'],
    [{ status: 403, code: 4003, msg: 'Blocked.' }, 403, '{"code":4003,"msg":"Blocked.","data":null}'],
    [{ status: 204 }, 204, ''],
    [{ status: 502, body: '<h1>Bad gateway</h1>', type: 'text/html' }, 502, '<h1>Bad gateway</h1>'],
    [{ delay: 250, status: 500 }, 500, '{"code":500,"msg":"A fault was injected.","data":null}'],
  ] as const)
    test(`is changed by ${JSON.stringify(effect)} on every operation`, async () => {
      for (const [route, example] of SENT) {
        delays.length = 0;
        await sandbox.control.faults([{ ...effect, route, count: 1 }]);
        const response = await sandbox.send(example);
        assert.deepEqual([response.status, response.text], [status, text], route);
        assert.deepEqual(delays, 'delay' in effect ? [effect.delay] : [], route);
        assert.deepEqual(await sandbox.control.faults(), [], route);
      }
    });

  test('is sent in pieces by {"throttle":1000} on every operation', async () => {
    await sandbox.control.faults([{ route: '*', throttle: 1000 }]);
    for (const [route, example] of SENT) {
      delays.length = 0;
      assert.equal((await sandbox.send(example)).status, 200, route);
      assert.ok(delays.length > 0 && delays.every((delay) => delay === PIECE_MS), route);
    }
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
      for (const [path, body] of [
        [PATHS.claim, { ...BODIES.claim, amount: '1.00' }],
        [PATHS.transfer, BODIES.transfer],
      ] as const)
        await sandbox.post(path, { ...body, clientId: randomUUID() }).catch(() => undefined);
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
