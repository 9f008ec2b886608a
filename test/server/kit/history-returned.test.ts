/** Rows of a history for returned deposits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, later, NOW, SECOND, useClock } from '../clock.js';
import { countingApi, fakeApi, flowPage } from '../fake-api.js';
import { flowList, type FlowRecord } from '../flow-list.js';
import { allPages, deposits, rowsOf, WALLET } from './history-pages.js';
import { shop } from '../shop.js';

describe('a returned deposit', () => {
  useClock();
  const back = (change: object = {}): FlowRecord => ({
    id: 1000,
    txId: '90',
    changed: '-150.00',
    createTime: NOW + 1,
    ...change,
  });
  const statusesOf = async (...flows: object[]): Promise<unknown> => {
    const { send } = shop({ grant: WALLET, api: fakeApi({ flows: flowPage(...(flows as never[])) }) });
    return (await rowsOf(send)).map(({ txId, status }) => `${txId as string} ${status as string}`).join();
  };

  it('is one row with the status `returned`', async () => {
    const [deposit] = deposits(1) as [FlowRecord];
    for (const change of [{}, { createTime: NOW }, { txId: null }]) {
      assert.equal(await statusesOf(back(change), deposit), '90 returned', JSON.stringify(change));
      assert.equal(await statusesOf(deposit, back(change)), '90 returned', 'in any order');
    }
  });

  it('has the returned amount and the time of the latest return', async () => {
    const parts = [back({ changed: '-100.00' }), back({ id: 1001, changed: '-50.00', createTime: NOW + 2 })];
    for (const [flows, expected] of [
      [[], [undefined, undefined]],
      [parts.slice(0, 1), ['100.00', NOW + 1]],
      [parts, ['150.00', NOW + 2]],
    ] as const) {
      const api = fakeApi({ flows: flowPage(...(deposits(1) as [FlowRecord]), ...flows) });
      const [row] = await rowsOf(shop({ api, grant: WALLET }).send);
      assert.deepEqual([row!['returned'], row!['returnTime']], expected);
    }
  });

  it('leaves its order partly paid, and does not pay it a second time', async () => {
    const [first, second] = deposits(2, () => ({ txId: '1' })) as [FlowRecord, FlowRecord];
    const returned = back({ txId: '1', changed: '-150.00', createTime: NOW + 2000 });
    const part = back({ txId: '1', changed: '-50.00', createTime: NOW + 2000 });
    for (const [flows, expected] of [
      [[first, returned], ['returned 0.00']],
      [[first, part], ['part 100.00']],
      [
        [first, second, returned],
        ['returned 150.00', 'arrived 150.00'],
      ],
    ] as const) {
      const api = countingApi();
      const { send } = shop({ api, grant: { ...WALLET, amount: '150' } });
      await send();
      api.script({ flows: flowPage(...flows) });
      later(SECOND);
      const rows = await rowsOf(send);
      assert.deepEqual(
        rows.map(({ status, received }) => `${status as string} ${received as string}`),
        expected,
      );
    }
  });

  it('is one row even if it is on a later page than its return', async () => {
    const returns = [0, 1, 2].map((at) => back({ id: 1000 + at, txId: `9${at}`, createTime: NOW + DAY }));
    const api = fakeApi({ flows: flowList([...deposits(60), ...returns]) });
    const rows = await allPages(shop({ api, grant: WALLET }).send);
    assert.equal(rows.length, 60);
    assert.deepEqual(
      rows.filter(({ status }) => status !== 'arrived').map(({ txId, status }) => [txId, status]),
      ['92', '91', '90'].map((txId) => [txId, 'returned']),
    );
  });
});
