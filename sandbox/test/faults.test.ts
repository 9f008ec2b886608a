import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { flowsPage } from 'deposit-slip/contract';
import { parse } from 'lossless-json';
import type { Fault, Shape } from '../src/index.js';
import { BODIES, PATHS } from './requests.js';
import { assertError, TestSandbox, type ApiResponse } from './test-sandbox.js';

const sandbox = new TestSandbox();
afterEach(() => sandbox.control.faults([]));

const CODE_ZERO: Fault = { route: 'pending-fund', shape: { code: 0 } };

/** The `code` of each of the next responses of operation 8. */
async function nextCodes(count: number): Promise<number[]> {
  const codes: number[] = [];
  for (let n = 0; n < count; n++) codes.push((await sandbox.details(105)).body.code);
  return codes;
}

/** A response of operation 8 in a shape. Payment id 90 has fields of every kind. */
async function shaped(shape: Shape, paymentId = 90): Promise<ApiResponse> {
  await sandbox.control.faults([{ route: 'pending-fund', shape }]);
  return sandbox.details(paymentId);
}

const clearByDelete = () => sandbox.callControl('/faults', undefined, { method: 'DELETE' });

describe('active faults', () => {
  test('are listed and replaced', async () => {
    assert.deepEqual(await sandbox.control.faults(), []);
    const counted: Fault = { ...CODE_ZERO, count: 2 };
    assert.deepEqual(await sandbox.control.faults([counted]), [counted]);
    const likely: Fault = { route: PATHS.flows, shape: { list: 'data' }, probability: 0.5 };
    assert.deepEqual(await sandbox.control.faults([likely, CODE_ZERO]), [likely, CODE_ZERO]);
    assert.deepEqual(await sandbox.control.faults(), [likely, CODE_ZERO]);
  });

  test('are removed by an empty list, by DELETE and by a reset', async () => {
    for (const clear of [() => sandbox.control.faults([]), clearByDelete, () => sandbox.control.reset()]) {
      await sandbox.control.faults([CODE_ZERO]);
      assert.deepEqual(await nextCodes(1), [0]);
      await clear();
      assert.deepEqual(await sandbox.control.faults(), []);
      assert.deepEqual(await nextCodes(1), [200]);
    }
  });

  test('affect one operation, given by name or path', async () => {
    for (const route of ['pending-fund', PATHS.details]) {
      await sandbox.control.faults([{ ...CODE_ZERO, route }]);
      assert.deepEqual(await nextCodes(1), [0]);
      assert.equal((await sandbox.get(PATHS.flows)).body.code, 200);
    }
  });

  test('with a count affect that many requests and list how many are left', async () => {
    await sandbox.control.faults([{ ...CODE_ZERO, count: 2 }]);
    assert.deepEqual(await nextCodes(1), [0]);
    assert.deepEqual(await sandbox.control.faults(), [{ ...CODE_ZERO, count: 1 }]);
    assert.deepEqual(await nextCodes(2), [0, 200]);
    assert.deepEqual(await sandbox.control.faults(), []);
  });

  test('with a count affect no more of several concurrent requests', async () => {
    await sandbox.control.faults([{ ...CODE_ZERO, count: 3 }]);
    const codes = await Promise.all(Array.from({ length: 10 }, () => nextCodes(1)));
    assert.equal(codes.flat().filter((code) => code === 0).length, 3);
  });

  test('with a count and a probability affect that many of a share of requests', async () => {
    await sandbox.control.faults([{ ...CODE_ZERO, count: 5, probability: 0.5 }]);
    const codes = await nextCodes(60);
    assert.equal(codes.filter((code) => code === 0).length, 5);
    assert.ok(codes.indexOf(200) < codes.lastIndexOf(0));
  });

  test('with a seed affect the same requests again, and with another seed others', async () => {
    const run = async (seed: number, ...before: Fault[]) => {
      await sandbox.control.faults([...before, { ...CODE_ZERO, probability: 0.5, seed }]);
      return nextCodes(40);
    };
    const first = await run(7);
    assert.deepEqual(await run(7, { route: 'pairs', status: 500 }), first);
    assert.notDeepEqual(await run(8), first);
  });

  test('with a match affect only requests that match all of it', async () => {
    const transfer = { ...BODIES.transfer, fiatAmount: 2.5 };
    const claim = (more: object) => sandbox.post(PATHS.claim, { ...BODIES.claim, ...more });
    for (const [match, send, expected] of [
      [{ merchantId: 1001 }, () => sandbox.details(105), 503],
      [{ merchantId: 1001 }, () => sandbox.details(105, { merchantId: 1002 }), 200],
      [{ merchantId: '1002' }, () => sandbox.post(PATHS.transfer, transfer), 503],
      [{ merchantId: 1001 }, () => sandbox.get(PATHS.pairs), 200],
      [{ clientId: 'a' }, () => claim({ clientId: 'a' }), 503],
      [{ clientId: 'a' }, () => claim({ clientId: 'ab' }), 200],
      [{ amount: '2.50' }, () => sandbox.post(PATHS.transfer, transfer), 503],
      [{ amount: 2.5 }, () => claim({ clientId: 'b', amount: '2.50' }), 503],
      [{ amount: 2.5 }, () => claim({ clientId: 'c', amount: '2.51' }), 200],
      [{ amount: 150 }, () => sandbox.details(90, { amount: '150.00' }), 503],
      [{ merchantId: 1001, clientId: 'd' }, () => claim({ clientId: 'd' }), 503],
      [{ merchantId: 1002, clientId: 'd' }, () => claim({ clientId: 'd' }), 200],
      [{ clientId: 'd' }, () => sandbox.post(PATHS.claim, '{'), 400],
    ] as const) {
      await sandbox.control.faults([{ route: '*', status: 503, match }]);
      assert.equal((await send()).status, expected, JSON.stringify(match));
    }
  });

  test('with a match count only the requests that match', async () => {
    await sandbox.control.faults([{ ...CODE_ZERO, match: { merchantId: 1002 }, count: 1 }]);
    assert.deepEqual(await nextCodes(2), [200, 200]);
    assert.equal((await sandbox.details(105, { merchantId: 1002 })).body.code, 0);
    assert.deepEqual(await sandbox.control.faults(), []);
  });

  test('with a probability affect that share of requests, and the same requests on every run', async () => {
    const runs: number[][] = [];
    for (let run = 0; run < 2; run++) {
      await sandbox.control.faults([{ ...CODE_ZERO, probability: 0.5 }]);
      runs.push(await nextCodes(40));
    }
    assert.deepEqual(runs[0], runs[1]);
    const affected = runs[0]!.filter((code) => code === 0).length;
    assert.ok(affected > 8 && affected < 32, `${affected} of 40`);
    await sandbox.control.faults([{ ...CODE_ZERO, probability: 1 }]);
    assert.deepEqual(await nextCodes(3), [0, 0, 0]);
  });

  test('with a limit let that many requests per minute pass, and tell the others when to retry', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    await sandbox.control.faults([{ route: 'pending-fund', limit: 2 }]);
    const next = async () => {
      const { status, headers } = await sandbox.details(105);
      return [status, headers.get('retry-after')];
    };
    assert.deepEqual(await next(), [200, null]);
    t.mock.timers.tick(20_000);
    assert.deepEqual(
      [await next(), await next()],
      [
        [200, null],
        [429, '40'],
      ],
    );
    assert.equal((await sandbox.get(PATHS.flows)).status, 200);
    t.mock.timers.tick(40_000);
    assert.deepEqual(
      [await next(), await next()],
      [
        [200, null],
        [429, '20'],
      ],
    );
  });

  test('combine if several affect one request', async () => {
    await sandbox.control.faults([
      CODE_ZERO,
      { route: 'pending-fund', shape: { status: 1, txId: 'number' } },
      { route: 'pending-fund', shape: { record: 'array' } },
    ]);
    const { text } = await sandbox.details(90);
    assert.match(
      text,
      /^\{"code":0,"msg":"SUCCESS","data":\{"currentPage":1,"size":10,"total":1,"record":\[\{/,
    );
    assert.match(text, /"txId":[0-9]+,"status":1,"fieldList"/);
  });

  test('do not change errors and truncated bodies', async () => {
    await sandbox.control.faults([{ route: 'pending-fund', shape: { code: 0, extra: 'unknown' } }]);
    assert.equal((await sandbox.details(105, { fiat: 'USD' })).body.code, 400);
    assert.equal((await sandbox.details(90, { amount: '9299' })).body.code, 1299);
    const truncated = '{"code":200,"msg":"SUCCESS","data":{"fiat":';
    assert.equal((await sandbox.details(90, { amount: '9422' })).text, truncated);
  });
});

test('an invalid fault is an error that names the member, and keeps the active faults', async () => {
  await sandbox.control.faults([CODE_ZERO]);
  for (const [faults, words] of [
    [{}, 'faults'],
    [[{ ...CODE_ZERO, route: 'nowhere' }], 'faults.0.route must be an operation ('],
    [[{ shape: { code: 0 } }], 'faults.0.route is required'],
    [[{ route: 'pairs' }], 'with one of delay, limit, status,'],
    [[CODE_ZERO, { ...CODE_ZERO, sharpness: 1 }], 'sharpness'],
    [[{ ...CODE_ZERO, count: 0 }], 'faults.0.count'],
    [[{ ...CODE_ZERO, probability: 1.5 }], 'faults.0.probability'],
    [[{ ...CODE_ZERO, probability: 0 }], 'faults.0.probability'],
    [[{ ...CODE_ZERO, match: {} }], 'faults.0.match'],
    [[{ ...CODE_ZERO, match: { fiat: 'MXN' } }], 'fiat'],
    [[{ ...CODE_ZERO, seed: -1 }], 'faults.0.seed'],
    [[{ route: '*', status: 199 }], 'faults.0.status must be between 200 and 599'],
    [[{ route: '*', delay: 0, code: 1 }], 'with a status if it has one of code, msg, retryAfter'],
    [[{ route: '*', delay: 600_001 }], 'faults.0.delay must be milliseconds up to 600000, or forever'],
    [[{ route: '*', cut: 'after' }], 'faults.0.cut must be one of before, headers, body'],
    [[{ route: '*', cut: 'before', status: 500 }], 'without later effects if it cuts'],
    [[{ route: '*', limit: 1, status: 429 }], 'a fault with a limit, or one with status, lose, cut'],
    [[{ route: '*', throttle: 0 }], 'faults.0.throttle must be between 1 and'],
    [[{ route: '*', throttle: 9, cut: 'body' }], 'throttles the response, or one that loses or cuts it'],
    [[{ route: '*', lose: 'request' }], 'faults.0.lose must be answer'],
    [[{ route: '*', lose: 'answer', status: 500 }], 'loses the answer of the operation, or'],
    [[{ route: '*', type: 'text/html\r\nx: y' }], 'faults.0.type must be a content type'],
    [[{ route: 'pairs', shape: {} }], 'faults.0.shape'],
    [[{ route: 'pairs', shape: { code: 201 } }], 'faults.0.shape.code must be one of 200, 0'],
    [[{ route: 'pairs', shape: { status: 4 } }], 'faults.0.shape.status'],
    [
      [{ route: 'pairs', shape: { values: 'nested' } }],
      'faults.0.shape.values must be one of strings, arrays',
    ],
    [[{ route: 'pairs', shape: { checks: 'passed' } }], 'faults.0.shape.checks must be failed'],
    [Array.from({ length: 101 }, () => CODE_ZERO), 'at most 100'],
  ] as const)
    assertError(await sandbox.callControl('/faults', { faults }), 400, words);
  const headers = { authorization: 'Bearer sandbox-token' };
  assertError(await sandbox.callControl('/faults', { faults: [] }, { headers }), 401);
  assert.deepEqual(await sandbox.control.faults(), [CODE_ZERO]);
});

describe('a shape', () => {
  test('has the values of a fieldList as strings, arrays or both in turn', async () => {
    for (const [values, areArrays] of [
      ['strings', [false, false, false]],
      ['arrays', [true, true, true]],
      ['mixed', [true, false, true]],
    ] as const) {
      const { fieldList } = (await shaped({ values })).body.data;
      assert.deepEqual(
        Object.values(fieldList).map((value) => Array.isArray(value)),
        areArrays,
      );
    }
  });

  test('has details in a page with a record, in a page with a list, or directly', async () => {
    const keys = ['currentPage', 'size', 'total', 'record'];
    const object = (await shaped({ record: 'object' })).body.data;
    assert.deepEqual(Object.keys(object), keys);
    assert.equal(typeof (object.record as unknown as { fieldList: object }).fieldList, 'object');
    const array = (await shaped({ record: 'array' })).body.data;
    assert.deepEqual([Object.keys(array), array.record.length], [keys, 1]);
    assert.ok('fieldList' in (await shaped({ record: 'direct' })).body.data);
  });

  test('has virtual accounts in a page with one record as an object, and as deposit information itself', async () => {
    const listed = async (record: NonNullable<Shape['record']>, paymentId: number, fiat: string) => {
      await sandbox.control.faults([{ route: 'virtual-accounts', shape: { record } }]);
      const query = { merchantId: 1001, paymentId, fiat, depositAlias: 'centro' };
      return (await sandbox.get(PATHS.virtual, query)).body.data;
    };
    for (const [paymentId, fiat] of [
      [105, 'MXN'],
      [81, 'USD'],
      [84, 'USD'],
      [92, 'BRL'],
    ] as const) {
      const { record, ...page } = await listed('array', paymentId, fiat);
      assert.deepEqual(await listed('object', paymentId, fiat), { ...page, record: record[0] });
      const direct = await listed('direct', paymentId, fiat);
      const details = (await sandbox.details(paymentId)).body.data;
      assert.deepEqual(
        Object.keys(direct),
        Object.keys(details),
        `${paymentId} is answered as by operation 8`,
      );
      assert.deepEqual(Object.keys(direct.fieldList), Object.keys(details.fieldList));
    }
    const { txId, fiat } = await listed('direct', 92, 'BRL');
    assert.equal(
      (await sandbox.control.deposit({ merchantId: 1001, fiat, amount: '1.00', txId })).matched,
      true,
    );
    const none = { merchantId: 1001, paymentId: 105, fiat: 'MXN', depositAlias: 'nobody' };
    await sandbox.control.faults([{ route: 'virtual-accounts', shape: { record: 'direct' } }]);
    assert.deepEqual((await sandbox.get(PATHS.virtual, none)).body.data.record, []);
  });

  test('names the list of a page record or data, and keeps every digit', async () => {
    const plain = await sandbox.get(PATHS.flows);
    for (const list of ['record', 'data'] as const) {
      await sandbox.control.faults([{ route: 'flows', shape: { list } }]);
      const { text } = await sandbox.get(PATHS.flows);
      assert.equal(text, plain.text.replace('"record":[', `"${list}":[`));
      assert.equal(flowsPage.parse((parse(text) as { data: unknown }).data).record.length, 10);
    }
    assert.ok('data' in (await shaped({ record: 'array', list: 'data' })).body.data);
  });

  test('has the txId as a string, a number, or a number beyond the precision of JavaScript', async () => {
    assert.match((await shaped({ txId: 'string' })).text, /"txId":"[0-9]+"/);
    assert.match((await shaped({ txId: 'number' })).text, /"txId":[0-9]+,/);
    const [, beyond] = /"txId":([0-9]+),/.exec((await shaped({ txId: 'beyond' })).text)!;
    assert.notEqual(String(Number(beyond)), beyond);
    assert.ok(!(await shaped({ txId: 'beyond' }, 105)).text.includes('txId'), 'none for 105');
  });
});
