import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIATS } from 'deposit-slip/contract';
import type { DepositParams } from '../src/index.js';
import { PATHS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

const VALID = { merchantId: 1001, fiat: 'MXN', amount: '1.00' };

test('a deposit by txId is credited to its txId, as often as it is paid', async () => {
  const { txId } = await sandbox.issued(90);
  for (const [amount, total] of [
    ['187.4', '1000187.40'],
    ['0.01', '1000187.41'],
  ] as const) {
    const deposit = await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount, txId });
    assert.deepEqual([deposit.matched, deposit.txId, deposit.total], [true, txId, total]);
    const flow = await sandbox.newestFlow('BRL');
    assert.deepEqual([String(flow.txId), String(flow.id), flow.total], [txId, deposit.flowId, total]);
    assert.equal(flow.createTime, deposit.createTime);
  }
  assert.equal((await sandbox.flows({ txId })).total, 2);
});

test('a deposit by account is credited in any spelling of the account, with a new txId each time', async () => {
  const clabe = await sandbox.clabe();
  const { IBAN: iban = '', 'Deposit Message': reference } = (await sandbox.issued(85)).fieldList;
  const key = (await sandbox.issued(90)).fieldList['Chave Pix - Random Pix']!;
  const spellings: [string, string][] = [
    ['MXN', clabe],
    ['MXN', clabe.replace(/(.{3})(.{3})(.{11})/, '$1 $2 $3 ')],
    ['MXN', clabe.replace(/^(.{3})/, '$1-')],
    ['EUR', iban],
    ['EUR', iban.replace(/(.{4})/g, '$1 ')],
    ['EUR', iban.toLowerCase()],
    ['BRL', key],
    ['BRL', key.toUpperCase()],
  ];
  const txIds = new Set<string | null>();
  for (const [fiat, account] of spellings) {
    const deposit = await sandbox.control.deposit({
      merchantId: 1001,
      fiat,
      amount: '1.00',
      account,
      ...(fiat === 'EUR' && { reference }),
    });
    assert.equal(deposit.matched, true, account);
    assert.equal((await sandbox.newestFlow(fiat)).changed, '1.00');
    if (fiat !== 'BRL') txIds.add(deposit.txId);
  }
  assert.equal(txIds.size, 6);
});

test('a deposit by reference is credited, even with words that the bank added', async () => {
  const message = (await sandbox.issued(85, { merchantId: 1002 })).fieldList['Deposit Message']!;
  for (const reference of [message, message.toLowerCase(), `SVWZ+${message} THANK YOU`]) {
    const deposit = { merchantId: 1002, fiat: 'EUR', amount: '3.00', reference };
    assert.equal((await sandbox.control.deposit(deposit)).matched, true, reference);
  }
});

for (const [paymentId, fiat, account] of [
  [81, 'USD', 'Bank Account Number'],
  [83, 'USD', 'Bank Account Number'],
  [85, 'EUR', 'IBAN'],
] as const)
  test(`a deposit to the shared account of ${paymentId} is credited only with its reference`, async () => {
    const { fieldList } = await sandbox.issued(paymentId);
    const deposit = { ...VALID, fiat, account: fieldList[account]! };
    for (const without of [{}, { reference: 'Order 100041' }])
      assert.equal((await sandbox.control.deposit({ ...deposit, ...without })).unmatched, 'no reference');
    const reference = fieldList['Deposit Message']!;
    assert.equal((await sandbox.control.deposit({ ...deposit, reference })).matched, true);
  });

test('a deposit to an account of one payer needs no reference', async () => {
  const { fieldList } = await sandbox.issued(82);
  const deposit = { ...VALID, fiat: 'USD', account: fieldList['Bank Account Number']! };
  assert.equal((await sandbox.control.deposit(deposit)).matched, true);
});

test('a deposit that contradicts its references or its payee is recorded with the reason, and credits nothing', async () => {
  const [clabe, foreign] = [await sandbox.clabe(), await sandbox.clabe(1002)];
  const { IBAN: iban, 'Deposit Message': reference } = (await sandbox.issued(85)).fieldList;
  const { txId } = await sandbox.issued(90);
  const [ownKey, foreignKey] = await Promise.all(
    [1001, 1002].map(
      async (merchantId) => (await sandbox.issued(90, { merchantId })).fieldList['Chave Pix - Random Pix']!,
    ),
  );
  const failed = { merchantId: 1001, paymentId: 105, depositAlias: 'sur' };
  const { record } = (await sandbox.get(PATHS.virtual, { ...failed, fiat: 'MXN' })).body.data as unknown as {
    record: readonly { readonly status: number; readonly fieldList: Record<string, string> }[];
  };
  assert.equal(record[0]!.status, 3);
  const before = await sandbox.flows({ pageSize: 1000 });
  for (const [params, reason] of [
    [{}, 'no details'],
    [{ reference: 'nothing of ours' }, 'unknown'],
    [{ account: clabe, reference: reference! }, 'contradiction'],
    [{ txId, account: ownKey!, fiat: 'BRL' }, 'contradiction'],
    [{ txId, account: foreignKey!, fiat: 'BRL' }, 'contradiction'],
    [{ account: foreign }, 'other merchant'],
    [{ account: iban!, reference: reference! }, 'other currency'],
    [{ account: Object.values(record[0]!.fieldList)[0]! }, 'account not active'],
  ] as const) {
    const { matched, unmatched, flowId } = await sandbox.control.deposit({ ...VALID, ...params });
    assert.deepEqual([matched, unmatched, flowId], [false, reason, null], JSON.stringify(params));
  }
  assert.deepEqual(await sandbox.flows({ pageSize: 1000 }), before);
});

test('balances stay exact beyond the precision of a JavaScript number', async () => {
  const account = await sandbox.clabe(1002);
  for (const amount of ['999999999999999.99', '90071992547409.93', '0.01'])
    await sandbox.control.deposit({ merchantId: 1002, fiat: 'MXN', amount, account });
  const { record } = await sandbox.flows({ merchantId: 1002, fiat: 'MXN' });
  assert.deepEqual(
    record.map(({ changed, total }) => [changed, total]),
    [
      ['0.01', '1090071993547409.93'],
      ['90071992547409.93', '1090071993547409.92'],
      ['999999999999999.99', '1000000000999999.99'],
      ['1000000.00', '1000000.00'],
    ],
  );
});

async function byClabe(): Promise<DepositParams> {
  return { ...VALID, account: await sandbox.clabe() };
}

test('a deposit dated before the last entry of the account is a 409', async () => {
  const deposit = await byClabe();
  await sandbox.control.deposit(deposit);
  const early = sandbox.control.deposit({ ...deposit, at: Date.UTC(2025, 1, 1) });
  await assert.rejects(early, { name: 'ControlError', status: 409, message: /\bat\b/ });
});

test('an invalid deposit is an error that names the parameter', async () => {
  for (const [change, status, words] of [
    [{ amount: undefined }, 400, 'amount'],
    [{ amount: '1.001' }, 400, 'amount'],
    [{ amount: -1 }, 400, 'amount'],
    [{ amount: 0 }, 400, 'amount'],
    [{ fiat: 'XYZ' }, 400, 'fiat'],
    [{ merchantId: 'x' }, 400, 'merchantId'],
    [{ merchantId: 4004 }, 404, '4004'],
    [{ extra: 1 }, 400, 'extra'],
    [{ account: '' }, 400, 'account'],
    [{ account: 'a\0b' }, 400, 'account'],
    [{ reference: '\n' }, 400, 'reference'],
    [{ reference: 'x'.repeat(70_000) }, 413, 'larger'],
    [{ at: Date.UTC(2200, 0, 1) }, 400, 'at'],
  ] as const)
    assertError(await sandbox.callControl('/deposits', { ...VALID, ...change }), status, words);
  for (const [body, words] of [
    ['{', 'JSON'],
    ['"x"', 'object'],
    ['{"a":1,"a":2}', 'JSON'],
    ['{"merchantId":99999999999999999999,"fiat":"MXN","amount":"1.00"}', 'merchantId'],
    ['{"merchantId":1001,"fiat":"MXN","amount":1e400}', 'amount'],
  ] as const)
    assertError(await sandbox.callControl('/deposits', body), 400, words);
  for (const [name, value, status] of [
    ['content-type', 'text/plain', 415],
    ['authorization', 'Bearer sandbox-token', 401],
  ] as const)
    assertError(await sandbox.callControl('/deposits', VALID, { headers: { [name]: value } }), status);
  const lossless = '{"merchantId":1001,"fiat":"MXN","amount":1.10}';
  assert.equal((await sandbox.callControl('/deposits', lossless)).status, 201);
});

test('a reset restores the initial state', async () => {
  await sandbox.control.reset();
  // Ten flows of orders, and a deposit into each account of two merchants.
  assert.equal((await sandbox.flows({ pageSize: 1 })).total, 10 + 2 * FIATS.length);
  assert.equal((await sandbox.control.deposits({ matched: false })).length, 0);
  assert.equal((await sandbox.issued(90)).txId, String(100_007 + 2 * FIATS.length));
});
