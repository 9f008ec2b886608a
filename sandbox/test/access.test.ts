import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ADD_FUNDS, FLOWS, PAIRS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

test('the token is checked before anything else', async () => {
  for (const token of [null, '', 'wrong', 'control-token', 'sandbox-token2'])
    for (const [path, query] of [
      [ADD_FUNDS, 'merchantId=1001&paymentId=105&fiat=MXN'],
      [ADD_FUNDS, 'nonsense=1&nonsense=2'],
      [FLOWS, 'pageSize=0'],
      ['/v2/no/such/route', ''],
    ] as const)
      assertError(await sandbox.get(path, query, token), 401);
});

test('without a merchantId, the flows are those of the merchants of the token', async () => {
  const query = 'merchantId=2001&paymentId=105&fiat=MXN';
  const { fieldList } = (await sandbox.get(ADD_FUNDS, query, 'other-token')).body.data;
  const account = fieldList['Cuenta CLABE']!;
  await sandbox.control.deposit({ merchantId: 2001, fiat: 'MXN', amount: '7.00', account });
  const other = await sandbox.flows({}, 'other-token');
  assert.deepEqual(
    other.record.map(({ merchantId, total }) => [merchantId, total]),
    [[2001, '7.00']],
  );
  const { record, total } = await sandbox.flows({ pageSize: 1000 });
  assert.deepEqual(new Set(record.map(({ merchantId }) => merchantId)), new Set([1001, 1002]));
  assert.equal(total, 24);
});

test('an unknown route is a 404, and a wrong HTTP method a 405 with the allowed one', async () => {
  assertError(await sandbox.get('/v2/no/such/route'), 404);
  assertError(await sandbox.get('/nothing', {}, null), 404);
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

// Invalid queries, and the parameter the message must name.
const INVALID: readonly (readonly [path: string, query: string, name: string])[] = [
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

for (const [path, query, name] of INVALID)
  test(`${path}?${query} is a 400 that names ${name}`, async () =>
    assertError(await sandbox.get(path, query), 400, name));
