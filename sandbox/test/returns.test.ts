import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMerchantClient } from 'deposit-slip/client';
import { startSandbox, type DepositRecord, type Sandbox } from '../src/index.js';
import { sharedServer } from './postgres.js';
import { holdAccount, watchBackends } from './proofs/backends.js';
import { BODIES, PATHS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

async function depositToClabe(amount: string, merchantId = 1001): Promise<DepositRecord> {
  const account = await sandbox.clabe(merchantId);
  return sandbox.control.deposit({ merchantId, fiat: 'MXN', amount, account });
}

const total = async (merchantId = 1001) => (await sandbox.newestFlow('MXN', merchantId)).total;

describe('a returned deposit', () => {
  it('lowers the balance by its amount, as a second flow of the same txId', async () => {
    const before = await total();
    const deposit = await depositToClabe('187.40');
    assert.equal(deposit.returnFlowId, null);
    const returned = await sandbox.control.returnDeposit(deposit.id);
    const { record } = await sandbox.flows({ merchantId: 1001, txId: deposit.txId!, flowType: 'DEPOSIT' });
    assert.deepEqual(
      record.map(({ id, category, flowType, changed, extId }) => {
        return [String(id), category, flowType, changed, extId];
      }),
      [
        [returned.returnFlowId, 'TRANSFER', 'DEPOSIT', '-187.40', `D${deposit.id}`],
        [deposit.flowId, 'TRANSFER', 'DEPOSIT', '187.40', `D${deposit.id}`],
      ],
    );
    assert.deepEqual(returned, { ...deposit, returnFlowId: returned.returnFlowId });
    assert.equal(record[0]!.total, before);
  });

  it('is booked in one posting, back to the bank', async () => {
    const { id, txId } = await depositToClabe('5.00');
    await sandbox.control.returnDeposit(id);
    const postings = await sandbox.control.postings({ txId: txId! });
    const sides = postings.map(({ entries }) =>
      Object.fromEntries(entries.map(({ role, debit, credit }) => [role, { debit, credit }])),
    );
    const [debit, credit] = [
      { debit: '5.00', credit: null },
      { debit: null, credit: '5.00' },
    ];
    assert.deepEqual(sides, [
      { main: debit, bank: credit },
      { main: credit, bank: debit },
    ]);
  });

  it('is listed by the client, which reads its amount with its sign', async () => {
    const { id, txId } = await depositToClabe('12.50');
    await sandbox.control.returnDeposit(id);
    const client = createMerchantClient({ baseUrl: sandbox.url, token: 'sandbox-token' });
    const { record } = await client.flows.list({ merchantId: '1001', flowType: 'DEPOSIT', txId: txId! });
    assert.deepEqual(
      record.map(({ changed }) => changed),
      ['-12.50', '12.50'],
    );
  });

  it('is one of several with the same txId', async () => {
    const { txId } = await sandbox.issued(90);
    const pay = (amount: string) => sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount, txId });
    const [first, second, third] = [await pay('3.00'), await pay('4.00'), await pay('3.00')];
    await sandbox.control.returnDeposit(second.id);
    await sandbox.control.returnDeposit(third.id);
    const { record } = await sandbox.flows({ txId });
    assert.deepEqual(
      record.slice(0, 2).map(({ changed, extId }) => [changed, extId]),
      [
        ['-3.00', `D${third.id}`],
        ['-4.00', `D${second.id}`],
      ],
    );
    const ids = new Set([first.id, second.id, third.id]);
    const listed = (await sandbox.control.deposits()).filter(({ id }) => ids.has(id));
    assert.deepEqual(
      listed.map(({ returnFlowId }) => returnFlowId === null),
      [false, false, true],
    );
  });

  it('is booked at the given time', async () => {
    const deposit = await depositToClabe('1.00');
    const at = Number(deposit.createTime);
    await assert.rejects(sandbox.control.returnDeposit(deposit.id, at - 1), {
      status: 409,
      message: /\bat\b/,
    });
    await sandbox.control.returnDeposit(deposit.id, at);
    assert.equal((await sandbox.newestFlow('MXN')).createTime, deposit.createTime);
  });
});

describe('the return of a deposit is refused, and changes nothing,', () => {
  it('the second time', async () => {
    const { id } = await depositToClabe('1.00');
    await sandbox.control.returnDeposit(id);
    const after = await total();
    await assert.rejects(sandbox.control.returnDeposit(id), {
      name: 'ControlError',
      status: 422,
      message: `Deposit ${id} was returned before.`,
    });
    assert.equal(await total(), after);
  });

  it('if the balance does not cover it, until it does', async () => {
    const deposit = await depositToClabe('100.00', 1002);
    const balance = await total(1002);
    const claim = { ...BODIES.claim, merchantId: 1002, userPaymentId: 503, clientId: 'all' };
    // All but 99.99, and the fee of 2.00.
    const amount = `${BigInt(balance.replace('.', '')) - 10_199n}`.replace(/(..)$/, '.$1');
    assert.equal((await sandbox.post(PATHS.claim, { ...claim, amount })).status, 200);
    assert.equal(await total(1002), '99.99');
    await assert.rejects(sandbox.control.returnDeposit(deposit.id), {
      status: 422,
      message: 'The balance is not sufficient.',
    });
    assert.equal(await total(1002), '99.99');
    await depositToClabe('0.01', 1002);
    await sandbox.control.returnDeposit(deposit.id);
    assert.equal(await total(1002), '0.00');
  });

  it('if it was not credited or does not exist', async () => {
    const { id } = await sandbox.control.deposit({ merchantId: 1001, fiat: 'MXN', amount: '1.00' });
    await assert.rejects(sandbox.control.returnDeposit(id), {
      status: 422,
      message: `Deposit ${id} was not credited.`,
    });
    await assert.rejects(sandbox.control.returnDeposit(999), {
      status: 404,
      message: 'Deposit 999 was not found.',
    });
    assertError(await sandbox.callControl('/deposits/x/return', {}), 404);
    assertError(await sandbox.callControl('/deposits/1/return', { amount: '1.00' }), 400, 'amount');
  });
});

describe('two returns of a deposit at once', () => {
  let databaseUrl: string;
  let server: Sandbox;
  before(async () => {
    databaseUrl = await (await sharedServer()).createDatabase();
    server = await startSandbox({ databaseUrl, connections: 4 });
  });
  after(async () => {
    await server.stop();
    await (await sharedServer()).dropDatabase(databaseUrl);
  });

  it('send it back once, and tell the other that it was returned', async () => {
    const { control } = server;
    const { id, txId } = (await control.deposits({ matched: true })).find(
      ({ merchantId, fiat }) => merchantId === '1001' && fiat === 'MXN',
    )!;
    const backends = await watchBackends(databaseUrl);
    const release = await holdAccount(databaseUrl, 1001, 'MXN');
    const both = Promise.allSettled([control.returnDeposit(id), control.returnDeposit(id)]);
    await backends.untilWaiting(2);
    await release();
    const refused = (await both).filter((result) => result.status === 'rejected');
    assert.deepEqual(
      refused.map(({ reason }) => (reason as Error).message),
      [`Deposit ${id} was returned before.`],
    );
    const flows = await control.flows({ txId: txId! });
    assert.deepEqual(
      flows.map(({ changed, total }) => [changed, total]),
      [
        ['-1000000.00', '0.00'],
        ['1000000.00', '1000000.00'],
      ],
    );
    assert.equal((await control.verify()).ok, true);
    await backends.close();
  });
});
