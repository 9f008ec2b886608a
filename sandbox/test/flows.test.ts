import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIATS } from 'deposit-slip/contract';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

test('a seeded merchant has a balance of a million in seven currencies', async () => {
  for (const merchantId of [1001, 1002])
    for (const fiat of FIATS) {
      const { total, category, flowType } = await sandbox.newestFlow(fiat, merchantId);
      assert.deepEqual([total, category, flowType], ['1000000.00', 'TRANSFER', 'DEPOSIT'], fiat);
    }
});

test('pages go from newest to oldest, without repeated or missing records', async () => {
  const account = await sandbox.clabe(1002);
  // All at the same millisecond, so that the order must be stable without help from the time.
  const at = Date.UTC(2025, 5, 1);
  for (let n = 1; n <= 25; n++)
    await sandbox.control.deposit({ merchantId: 1002, fiat: 'MXN', amount: `${n}.00`, account, at });
  const ids: number[] = [];
  for (let currentPage = 1; currentPage <= 6; currentPage++) {
    const page = await sandbox.flows({ merchantId: 1002, currentPage, pageSize: 7 });
    assert.equal(page.total, 37);
    assert.equal(page.record.length, currentPage < 6 ? 7 : 2);
    ids.push(...page.record.map(({ id }) => id));
  }
  assert.equal(new Set(ids).size, 37);
  const all = await sandbox.flows({ merchantId: 1002, pageSize: 1000 });
  assert.deepEqual(
    ids,
    all.record.map(({ id }) => id),
  );
  assert.deepEqual([all.record[0]!.changed, all.record[0]!.total], ['25.00', '1000325.00']);
  const beyond = await sandbox.flows({ merchantId: 1002, currentPage: 9, pageSize: 7 });
  assert.deepEqual([beyond.total, beyond.record.length], [37, 0]);
});

test('flows are filtered by currency, txId, type and time', async () => {
  const { txId } = await sandbox.issued(90);
  const at = Date.UTC(2025, 6, 1);
  await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '5.00', txId, at });
  await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '6.00', txId, at: at + 1 });
  for (const [params, changed] of [
    [{ txId }, ['6.00', '5.00']],
    [{ txId, fiat: 'MXN' }, []],
    [{ txId, flowType: 'ALL' }, ['6.00', '5.00']],
    [{ txId, flowType: 'DEPOSIT' }, ['6.00', '5.00']],
    [{ txId, flowType: 'WITHDRAW' }, []],
    [{ txId, startTime: at }, ['6.00', '5.00']],
    [{ txId, startTime: at + 1 }, ['6.00']],
    [{ txId, endTime: at + 1 }, ['5.00']],
    [{ startTime: at, endTime: at + 1 }, ['5.00']],
    [{ startTime: at, endTime: at }, []],
  ] as const) {
    const { record } = await sandbox.flows({ merchantId: 1001, ...params });
    assert.deepEqual(
      record.map((flow) => flow.changed),
      changed,
      JSON.stringify(params),
    );
  }
  assert.equal((await sandbox.flows({ txId, pageSize: 1000 })).total, 2);
});
