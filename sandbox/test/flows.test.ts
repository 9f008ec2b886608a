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
    const { total, record } = await sandbox.flows({ merchantId: 1001, ...params });
    const found = record.map((flow) => flow.changed);
    assert.deepEqual([found, total], [changed, changed.length], JSON.stringify(params));
  }
});
