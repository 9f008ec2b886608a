import { test } from 'node:test';
import assert from 'node:assert/strict';
import { PATHS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

test('the token is checked before anything else', async () => {
  for (const token of [null, '', 'wrong', 'control-token', 'sandbox-token2'])
    for (const [path, query] of [
      [PATHS.details, 'merchantId=1001&paymentId=105&fiat=MXN'],
      [PATHS.details, 'nonsense=1&nonsense=2'],
      [PATHS.flows, 'pageSize=0'],
      ['/v2/no/such/route', ''],
    ] as const)
      assertError(await sandbox.get(path, query, token), 401);
});

test('without a merchantId, the flows are those of the merchants of the token', async () => {
  const query = 'merchantId=2001&paymentId=105&fiat=MXN';
  const { fieldList } = (await sandbox.get(PATHS.details, query, 'other-token')).body.data;
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
    [PATHS.details, 'sandbox-token'],
    [PATHS.flows, 'sandbox-token'],
    [PATHS.pairs, ''],
  ] as const)
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await fetch(sandbox.url + path, { method, headers: { 'x-bh-token': token } });
      assert.equal(response.status, 405, `${method} ${path}`);
      assert.equal(response.headers.get('allow'), 'GET');
      assert.equal(((await response.json()) as { code: number }).code, 405);
    }
});

const VALID = {
  [PATHS.details]: 'merchantId=1001&paymentId=105&fiat=MXN',
  [PATHS.flows]: '',
  [PATHS.pairs]: '',
};

/** Parameters that are invalid in place of the valid ones, or missing if there is no value. */
const INVALID: Readonly<Record<keyof typeof VALID, readonly string[]>> = {
  [PATHS.details]: [
    ...['merchantId', 'merchantId=abc', 'merchantId=01001', 'merchantId=1001.0'],
    ...['merchantId=99999999999999999999', 'merchantId=1001&merchantId=1001'],
    ...['paymentId', 'paymentId=1', 'paymentId=105x', 'fiat', 'fiat=EUR', 'fiat=mxn', 'fiat=XXX'],
    ...['extra=1', '__proto__=1', 'depositAlias=', 'amount='],
  ],
  [PATHS.flows]: [
    ...['pageSize=0', 'pageSize=-1', 'pageSize=1001', 'pageSize=10abc', 'currentPage=0', 'currentPage=1.5'],
    ...['startTime=yesterday', 'startTime=-5', 'endTime=1e12', 'startTime=2&endTime=1', 'txId=x', 'page=2'],
    ...['fiat=USDT', 'flowType=deposit', 'flowType=ALL&flowType=ALL'],
  ],
  [PATHS.pairs]: ['fiat=MXN'],
};

for (const [path, params] of Object.entries(INVALID))
  for (const param of params)
    test(`${path} with ${param} is a 400 that names the parameter`, async () => {
      const [name] = param.split('=') as [string];
      const query = new URLSearchParams(VALID[path as keyof typeof VALID]);
      query.delete(name);
      const others = param.includes('=') ? [...query, ...new URLSearchParams(param)] : [...query];
      assertError(await sandbox.get(path, String(new URLSearchParams(others))), 400, name);
    });
