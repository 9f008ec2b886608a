import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIATS, flow, flowsPage } from 'deposit-slip/contract';
import { TestSandbox, FLOWS } from './test-sandbox.js';

const sandbox = new TestSandbox();

async function clabeOf(merchantId: number): Promise<string> {
  return (await sandbox.issued(105, { merchantId })).fieldList['Cuenta CLABE']!;
}

test('a page and its records have the fields of the specification', async () => {
  const { body, text } = await sandbox.get(FLOWS, { merchantId: 1001 });
  assert.deepEqual(Object.keys(body.data), ['currentPage', 'size', 'total', 'record']);
  assert.deepEqual([body.data.currentPage, body.data.size, body.data.total], [1, 10, 12]);
  for (const record of body.data.record) assert.deepEqual(Object.keys(record), Object.keys(flow.shape));
  flowsPage.parse(body.data);
  assert.match(text, /"changed":1000000\.00,"total":1000000\.00/);
  assert.match(text, /"createTime":"[0-9]{13}"/);
});

test('a seeded merchant starts with a million in seven currencies', async () => {
  for (const merchantId of [1001, 1002])
    for (const fiat of FIATS) {
      const { record } = await sandbox.flows({ merchantId, fiat });
      const { total, category, flowType } = record[0]!;
      assert.deepEqual([total, category, flowType], ['1000000.00', 'TRANSFER', 'DEPOSIT'], fiat);
    }
});

test('pages go from newest to oldest without repeating or losing a record', async () => {
  const account = await clabeOf(1002);
  // The same millisecond for all: the order must be stable where time cannot tell.
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
  assert.deepEqual(
    ids,
    (await sandbox.flows({ merchantId: 1002, pageSize: 1000 })).record.map(({ id }) => id),
  );
  const { record } = await sandbox.flows({ merchantId: 1002, pageSize: 1 });
  assert.deepEqual([record[0]!.changed, record[0]!.total], ['25.00', '1000325.00']);
  const beyond = await sandbox.flows({ merchantId: 1002, currentPage: 9, pageSize: 7 });
  assert.deepEqual([beyond.total, beyond.record.length], [37, 0]);
});

test('filters by currency, funding, type and time', async () => {
  const { txId } = await sandbox.issued(90);
  const at = Date.UTC(2025, 6, 1);
  await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '5.00', txId, at });
  await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '6.00', txId, at: at + 1 });
  const changed = async (params: Record<string, string | number>) =>
    (await sandbox.flows({ merchantId: 1001, ...params })).record.map((record) => record.changed);
  assert.deepEqual(await changed({ txId }), ['6.00', '5.00']);
  assert.deepEqual(await changed({ txId, fiat: 'MXN' }), []);
  assert.deepEqual(await changed({ txId, flowType: 'ALL' }), ['6.00', '5.00']);
  assert.deepEqual(await changed({ txId, flowType: 'DEPOSIT' }), ['6.00', '5.00']);
  assert.deepEqual(await changed({ txId, flowType: 'WITHDRAW' }), []);
  assert.deepEqual(await changed({ txId, startTime: at }), ['6.00', '5.00'], 'startTime is inclusive');
  assert.deepEqual(await changed({ txId, startTime: at + 1 }), ['6.00']);
  assert.deepEqual(await changed({ txId, endTime: at + 1 }), ['5.00'], 'endTime is exclusive');
  assert.deepEqual(await changed({ startTime: at, endTime: at + 1 }), ['5.00']);
  assert.deepEqual(await changed({ startTime: at, endTime: at }), []);
  const both = await sandbox.flows({ txId, pageSize: 1000 });
  assert.equal(both.total, 2);
});

test('page sizes from 1 to 1000 are taken', async () => {
  assert.equal((await sandbox.flows({ pageSize: 1 })).record.length, 1);
  assert.equal((await sandbox.flows({ pageSize: 1000 })).size, 1000);
});
