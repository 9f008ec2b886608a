import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ControlError, type DepositParams } from '../src/index.js';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

async function newestFlow(merchantId: number, fiat: string) {
  return (await sandbox.flows({ merchantId, fiat, pageSize: 1 })).record[0]!;
}

test('a deposit by txId is credited to its funding, as often as it is paid', async () => {
  const { txId } = await sandbox.issued(90);
  for (const [amount, total] of [
    ['187.4', '1000187.40'],
    ['0.01', '1000187.41'],
  ] as const) {
    const deposit = await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount, txId });
    assert.deepEqual([deposit.matched, deposit.txId, deposit.total], [true, txId, total]);
    const flow = await newestFlow(1001, 'BRL');
    assert.deepEqual([String(flow.txId), String(flow.id), flow.total], [txId, deposit.flowId, total]);
    assert.equal(flow.createTime, deposit.createTime);
  }
  assert.equal((await sandbox.flows({ txId })).total, 2);
});

test('a deposit by account is credited whatever way the account is written', async () => {
  const clabe = (await sandbox.issued(105)).fieldList['Cuenta CLABE']!;
  const iban = (await sandbox.issued(85)).fieldList['IBAN']!;
  const key = (await sandbox.issued(90)).fieldList['Chave Pix - Random Pix']!;
  const written: [string, string][] = [
    ['MXN', clabe],
    ['MXN', clabe.replace(/(.{3})(.{3})(.{11})/, '$1 $2 $3 ')],
    ['MXN', clabe.replace(/^(.{3})/, '$1-')],
    ['EUR', iban],
    ['EUR', iban.replace(/(.{4})/g, '$1 ')],
    ['EUR', iban.toLowerCase()],
    ['BRL', key],
    ['BRL', key.toUpperCase()],
  ];
  for (const [fiat, account] of written) {
    const deposit = await sandbox.control.deposit({ merchantId: 1001, fiat, amount: '1.00', account });
    assert.equal(deposit.matched, true, account);
    assert.equal((await newestFlow(1001, fiat)).changed, '1.00');
  }
});

test('every deposit to an account has a txId of its own', async () => {
  const account = (await sandbox.issued(105)).fieldList['Cuenta CLABE']!;
  const ask = { merchantId: 1001, fiat: 'MXN', amount: '2.00', account };
  const [one, two] = [await sandbox.control.deposit(ask), await sandbox.control.deposit(ask)];
  assert.notEqual(one.txId, two.txId);
});

test('a deposit by reference is credited, with words of the bank around it', async () => {
  const message = (await sandbox.issued(85, { merchantId: 1002 })).fieldList['Deposit Message']!;
  for (const reference of [message, message.toLowerCase(), `SVWZ+${message} THANK YOU`]) {
    const ask = { merchantId: 1002, fiat: 'EUR', amount: '3.00', reference };
    assert.equal((await sandbox.control.deposit(ask)).matched, true, reference);
  }
});

test('balances stay exact beyond what a JavaScript number holds', async () => {
  const account = (await sandbox.issued(105, { merchantId: 1002 })).fieldList['Cuenta CLABE']!;
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

test('a balance past what the ledger holds is refused whole', async () => {
  const account = (await sandbox.issued(105, { merchantId: 1002 })).fieldList['Cuenta CLABE']!;
  const ask = { merchantId: 1002, fiat: 'MXN', amount: '999999999999999.99', account };
  const before = await newestFlow(1002, 'MXN');
  for (let paid = 0; paid < 90; paid++) await sandbox.control.deposit(ask);
  await assert.rejects(
    async () => {
      for (let paid = 0; paid < 4; paid++) await sandbox.control.deposit(ask);
    },
    isRefusal(422, /balance/),
  );
  assert.notEqual((await newestFlow(1002, 'MXN')).id, before.id);
});

// A deposit nobody can be credited for, and why.
const UNMATCHED: readonly (readonly [why: string, ask: () => Promise<DepositParams>])[] = [
  ['no clue', async () => ({ merchantId: 1001, fiat: 'MXN', amount: '1.00' })],
  ['unknown', async () => ({ merchantId: 1001, fiat: 'BRL', amount: '1.00', txId: '999999999' })],
  ['unknown', async () => ({ merchantId: 1001, fiat: 'MXN', amount: '1.00', account: '999180000000000017' })],
  ['unknown', async () => ({ merchantId: 1001, fiat: 'EUR', amount: '1.00', reference: 'GIFT' })],
  ['other merchant', async () => ({ ...(await clabeAsk(1001)), merchantId: 1002 })],
  ['other currency', async () => ({ ...(await clabeAsk(1001)), fiat: 'USD' })],
  ['contradiction', async () => ({ ...(await clabeAsk(1001)), txId: (await sandbox.issued(90)).txId })],
];

async function clabeAsk(merchantId: number): Promise<DepositParams> {
  const account = (await sandbox.issued(105, { merchantId })).fieldList['Cuenta CLABE']!;
  return { merchantId, fiat: 'MXN', amount: '1.00', account };
}

for (const [why, ask] of UNMATCHED)
  test(`a deposit is kept and credited to nobody: ${why}`, async () => {
    const before = (await sandbox.flows({ pageSize: 1 })).total;
    const deposit = await sandbox.control.deposit({ ...(await ask()), senderName: 'Ana' });
    assert.deepEqual([deposit.matched, deposit.unmatched, deposit.flowId], [false, why, null]);
    assert.equal((await sandbox.flows({ pageSize: 1 })).total, before);
    const [listed] = await sandbox.control.deposits({ matched: false });
    assert.deepEqual(listed, deposit);
    assert.ok((await sandbox.control.deposits({ matched: true })).every(({ matched }) => matched));
  });

test('a time before the last entry of the account is 409', async () => {
  const ask = await clabeAsk(1001);
  await sandbox.control.deposit(ask);
  await assert.rejects(
    sandbox.control.deposit({ ...ask, at: Date.UTC(2025, 1, 1) }),
    isRefusal(409, /\bat\b/),
  );
  await assert.rejects(
    sandbox.control.deposit({ ...ask, at: Date.UTC(2300, 1, 1) }),
    isRefusal(400, /\bat\b/),
  );
});

test('the control API refuses what it cannot read and names it', async () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/sandbox/deposits`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer control-token', 'content-type': 'application/json', ...headers },
    });
  const good = { merchantId: 1001, fiat: 'MXN', amount: '1.00' };
  const bad: [string, number, RegExp][] = [
    ['{', 400, /JSON/],
    ['[]', 400, /object/],
    ['"x"', 400, /object/],
    ['{"a":1,"a":2}', 400, /JSON/],
    [JSON.stringify({ ...good, amount: undefined }), 400, /\bamount\b/],
    [JSON.stringify({ ...good, amount: '1.001' }), 400, /\bamount\b/],
    [JSON.stringify({ ...good, amount: -1 }), 400, /\bamount\b/],
    [JSON.stringify({ ...good, amount: 0 }), 400, /\bamount\b/],
    [JSON.stringify({ ...good, fiat: 'XYZ' }), 400, /\bfiat\b/],
    [JSON.stringify({ ...good, merchantId: 'x' }), 400, /\bmerchantId\b/],
    [JSON.stringify({ ...good, merchantId: 4004 }), 404, /4004/],
    [JSON.stringify({ ...good, extra: 1 }), 400, /\bextra\b/],
    [JSON.stringify({ ...good, account: '' }), 400, /\baccount\b/],
    [JSON.stringify({ ...good, account: 'a\0b' }), 400, /\baccount\b/],
    [JSON.stringify({ ...good, reference: '\n' }), 400, /\breference\b/],
    ['{"merchantId":99999999999999999999,"fiat":"MXN","amount":"1.00"}', 400, /\bmerchantId\b/],
    ['{"merchantId":1001,"fiat":"MXN","amount":1e400}', 400, /\bamount\b/],
    [JSON.stringify({ ...good, reference: 'x'.repeat(70_000) }), 413, /larger/],
  ];
  for (const [body, status, words] of bad) {
    const response = await send(body);
    const { code, msg } = (await response.json()) as { code: number; msg: string };
    assert.deepEqual([response.status, code], [status, status], body.slice(0, 80));
    assert.match(msg, words);
  }
  assert.equal((await send('{}', { 'content-type': 'text/plain' })).status, 415);
  assert.equal((await send(JSON.stringify(good), { authorization: 'Bearer sandbox-token' })).status, 401);
  assert.equal((await send('{"merchantId":1001,"fiat":"MXN","amount":1.10}')).status, 201);
});

test('reset brings back the start', async () => {
  await sandbox.control.reset();
  assert.equal((await sandbox.flows({ pageSize: 1 })).total, 24);
  assert.equal((await sandbox.control.deposits({ matched: false })).length, 0);
  assert.equal((await sandbox.issued(90)).txId, '100021');
});

function isRefusal(status: number, words: RegExp) {
  return (error: unknown) =>
    error instanceof ControlError && error.status === status && words.test(error.message);
}
