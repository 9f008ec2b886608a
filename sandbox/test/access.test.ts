import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pair } from 'deposit-slip/contract';
import { ADD_FUNDS, assertRefused, TestSandbox, FLOWS, PAIRS } from './test-sandbox.js';

const sandbox = new TestSandbox();

function assertMarked(headers: Headers): void {
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(Date.parse(headers.get('date') ?? '') > 0);
}

test('a token is asked for before anything else is read', async () => {
  for (const token of [null, '', 'wrong', 'control-token', 'sandbox-token2'])
    for (const [path, query] of [
      [ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=MXN'],
      [ADD_FUNDS, 'nonsense=1&nonsense=2'],
      [FLOWS, 'pageSize=0'],
      ['/v2/no/such/route', ''],
    ] as const)
      assertRefused(await sandbox.get(path, query, token), 401);
});

test('the pairs need no token and have the fields of the specification', async () => {
  const { status, body, headers } = await sandbox.get(PAIRS, {}, null);
  assert.equal(status, 200);
  assert.deepEqual([body.code, body.msg], [200, 'SUCCESS']);
  assertMarked(headers);
  const pairs = body.data as unknown as object[];
  assert.ok(pairs.length >= 7);
  for (const entry of pairs) {
    assert.deepEqual(Object.keys(entry), ['country', 'fiat', 'crypto', 'accuracy']);
    pair.parse(entry);
  }
});

test('a foreign merchant and none at all look the same', async () => {
  for (const path of [ADD_FUNDS, FLOWS]) {
    const ask = (id: string) => `merchantId=${id}${path === FLOWS ? '' : '&paymentId=105&fiat=MXN'}`;
    const foreign = await sandbox.get(path, ask('2001'));
    const nobody = await sandbox.get(path, ask('3009'));
    assertRefused(foreign, 404);
    assertRefused(nobody, 404);
    assert.equal(foreign.body.msg.replace('2001', ''), nobody.body.msg.replace('3009', ''));
    assertRefused(await sandbox.get(path, ask('1001'), 'other-token'), 404);
  }
});

test('a token without merchantId sees the flows of its own merchants alone', async () => {
  const { fieldList } = (
    await sandbox.get(ADD_FUNDS, 'merchantId=2001&paymentId=105&fiat=MXN', 'other-token')
  ).body.data;
  const account = fieldList['Cuenta CLABE']!;
  await sandbox.control.deposit({ merchantId: 2001, fiat: 'MXN', amount: '7.00', account });
  const other = await sandbox.flows({}, 'other-token');
  assert.deepEqual(
    other.record.map(({ merchantId, total }) => [merchantId, total]),
    [[2001, '7.00']],
  );
  const own = await sandbox.flows({ pageSize: 1000 });
  assert.deepEqual(
    [...new Set(own.record.map(({ merchantId }) => merchantId))].sort((a, b) => a - b),
    [1001, 1002],
  );
  assert.equal(own.total, 24);
});

test('a merchant without an account in the currency is refused as such', async () => {
  assertRefused(await sandbox.get(ADD_FUNDS, 'merchantId=2001&paymentId=90&fiat=BRL', 'other-token'), 422);
});

test('an unknown route is 404 and a wrong verb 405 with what is allowed', async () => {
  assertRefused(await sandbox.get('/v2/no/such/route'), 404);
  assertRefused(await sandbox.get('/nothing', {}, null), 404);
  for (const [path, token] of [
    [ADD_FUNDS, 'sandbox-token'],
    [FLOWS, 'sandbox-token'],
    [PAIRS, ''],
  ] as const)
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await fetch(sandbox.url + path, { method, headers: { 'x-bh-token': token } });
      assert.equal(response.status, 405, `${method} ${path}`);
      assert.equal(response.headers.get('allow'), 'GET');
      assert.equal(((await response.json()) as { code: number }).code, 405);
    }
});

// What is wrong with each query, and the parameter its message must name.
const BAD: readonly (readonly [path: string, query: string, named: string])[] = [
  [ADD_FUNDS, 'paymentId=105&fiat=MXN', 'merchantId'],
  [ADD_FUNDS, 'merchantId=1001&fiat=MXN', 'paymentId'],
  [ADD_FUNDS, 'merchantId=1001&paymentId=105', 'fiat'],
  [ADD_FUNDS, 'merchantId=abc&paymentId=105&fiat=MXN', 'merchantId'],
  [ADD_FUNDS, 'merchantId=01001&paymentId=105&fiat=MXN', 'merchantId'],
  [ADD_FUNDS, 'merchantId=1001.0&paymentId=105&fiat=MXN', 'merchantId'],
  [ADD_FUNDS, 'merchantId=99999999999999999999&paymentId=105&fiat=MXN', 'merchantId'],
  [ADD_FUNDS, 'merchantId=1001&merchantId=1001&paymentId=105&fiat=MXN', 'merchantId'],
  [ADD_FUNDS, 'merchantId=1001&paymentId=1&fiat=MXN', 'paymentId'],
  [ADD_FUNDS, 'merchantId=1001&paymentId=105x&fiat=MXN', 'paymentId'],
  [ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=EUR', 'fiat'],
  [ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=mxn', 'fiat'],
  [ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=XXX', 'fiat'],
  [ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=MXN&extra=1', 'extra'],
  [ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=MXN&__proto__=1', '__proto__'],
  [ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=MXN&depositAlias=', 'depositAlias'],
  [ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=MXN&amount=', 'amount'],
  [FLOWS, 'pageSize=0', 'pageSize'],
  [FLOWS, 'pageSize=-1', 'pageSize'],
  [FLOWS, 'pageSize=1001', 'pageSize'],
  [FLOWS, 'pageSize=10abc', 'pageSize'],
  [FLOWS, 'currentPage=0', 'currentPage'],
  [FLOWS, 'currentPage=1.5', 'currentPage'],
  [FLOWS, 'startTime=yesterday', 'startTime'],
  [FLOWS, 'startTime=-5', 'startTime'],
  [FLOWS, 'endTime=1e12', 'endTime'],
  [FLOWS, 'startTime=2&endTime=1', 'startTime'],
  [FLOWS, 'txId=x', 'txId'],
  [FLOWS, 'fiat=USDT', 'fiat'],
  [FLOWS, 'flowType=deposit', 'flowType'],
  [FLOWS, 'flowType=ALL&flowType=ALL', 'flowType'],
  [FLOWS, 'page=2', 'page'],
  [PAIRS, 'fiat=MXN', 'fiat'],
];

for (const [path, query, named] of BAD)
  test(`400 names ${named}: ${path}?${query}`, async () => {
    const came = await sandbox.get(path, query);
    assertRefused(came, 400);
    assert.ok(came.body.msg.includes(named), came.body.msg);
  });

test('an alias nobody gave is 404', async () => {
  assertRefused(
    await sandbox.get(ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=MXN&depositAlias=mine'),
    404,
  );
});
