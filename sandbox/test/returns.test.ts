import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromMinor, toMinor } from 'deposit-slip/core';
import type { DepositRecord } from '../src/index.js';
import { BODIES, PATHS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

async function depositToClabe(amount: string, merchantId = 1001): Promise<DepositRecord> {
  const account = await sandbox.clabe(merchantId);
  return sandbox.control.deposit({ merchantId, fiat: 'MXN', amount, account });
}

const sumOf = (one: string, other: string) => fromMinor(toMinor(one)! + toMinor(other)!);

const total = async (merchantId = 1001) => (await sandbox.newestFlow('MXN', merchantId)).total;

describe('a returned deposit', () => {
  it('lowers the balance by its amount, as a second flow of the same txId', async () => {
    const before = await total();
    const deposit = await depositToClabe('187.40');
    assert.deepEqual([deposit.returned, deposit.returnFlowIds], ['0.00', []]);
    const returned = await sandbox.control.returnDeposit(deposit.id);
    const { record } = await sandbox.flows({ merchantId: 1001, txId: deposit.txId!, flowType: 'DEPOSIT' });
    assert.deepEqual(
      record.map(({ id, category, flowType, changed, extId }) => {
        return [String(id), category, flowType, changed, extId];
      }),
      [
        [returned.returnFlowIds[0], 'TRANSFER', 'DEPOSIT', '-187.40', `D${deposit.id}`],
        [deposit.flowId, 'TRANSFER', 'DEPOSIT', '187.40', `D${deposit.id}`],
      ],
    );
    const { returnFlowIds } = returned;
    assert.deepEqual(returned, { ...deposit, returned: '187.40', returnFlowIds });
    assert.equal(record[0]!.total, before);
  });

  it('can be returned in parts, each as a separate flow, or without an amount to return the remainder', async () => {
    const before = await total();
    const deposit = await depositToClabe('10.00');
    await sandbox.control.returnDeposit(deposit.id, { amount: '2.5' });
    const { returned } = await sandbox.control.returnDeposit(deposit.id, { amount: '0.01' });
    assert.deepEqual([returned, await total()], ['2.51', sumOf(before, '7.49')]);
    const whole = await sandbox.control.returnDeposit(deposit.id);
    const { record } = await sandbox.flows({ txId: deposit.txId! });
    assert.deepEqual(
      record.map(({ changed, extId }) => [changed, extId]),
      ['-7.49', '-0.01', '-2.50', '10.00'].map((changed) => [changed, `D${deposit.id}`]),
    );
    const ids = record.map(({ id }) => String(id)).toReversed();
    assert.deepEqual([whole.flowId, whole.returned, whole.returnFlowIds], [ids[0], '10.00', ids.slice(1)]);
    assert.equal(await total(), before);
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
      listed.map(({ returned }) => returned),
      ['3.00', '4.00', '0.00'],
    );
  });

  it('is booked at the given time', async () => {
    const deposit = await depositToClabe('1.00');
    const at = Number(deposit.createTime);
    await assert.rejects(sandbox.control.returnDeposit(deposit.id, { at: at - 1 }), {
      status: 409,
      message: /\bat\b/,
    });
    await sandbox.control.returnDeposit(deposit.id, { at });
    assert.equal((await sandbox.newestFlow('MXN')).createTime, deposit.createTime);
  });
});

describe('the return of a deposit is refused, and changes nothing,', () => {
  it('if less than that is left', async () => {
    const { id } = await depositToClabe('10.00');
    const refused = async (left: string, ...amounts: readonly string[]) => {
      const before = await total();
      for (const params of [...amounts.map((amount) => ({ amount })), ...(left === '0.00' ? [{}] : [])])
        await assert.rejects(sandbox.control.returnDeposit(id, params), {
          name: 'ControlError',
          status: 422,
          message: `Only ${left} of the deposit is left to return.`,
        });
      assert.equal(await total(), before);
    };
    await refused('10.00', '10.01', '999999999999999.99');
    await sandbox.control.returnDeposit(id, { amount: '4.00' });
    await refused('6.00', '6.01', '10.00');
    await sandbox.control.returnDeposit(id, { amount: '6.00' });
    await refused('0.00', '0.01');
  });

  it('if the balance does not cover it, until it does', async () => {
    const deposit = await depositToClabe('100.00', 1002);
    const balance = await total(1002);
    const claim = { ...BODIES.claim, merchantId: 1002, userPaymentId: 503, clientId: 'all' };
    // Leaves 99.99 after the fee of 2.00.
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
    for (const amount of ['0', '-1.00', '1.001', '1,00', ''])
      assertError(await sandbox.callControl('/deposits/1/return', { amount }), 400, 'amount');
  });
});
