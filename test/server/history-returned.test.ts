/** Rows of a history whose deposit was sent back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, NOW, useClock } from './clock.js';
import { fakeApi, flowPage } from './fake-api.js';
import { flowList, type FlowRecord } from './flow-list.js';
import { allPages, deposits, rowsOf, WALLET } from './history-pages.js';
import { shop } from './shop.js';

describe('a deposit that is sent back', () => {
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

  it('is one row, `returned`', async () => {
    const [deposit] = deposits(1) as [FlowRecord];
    for (const change of [{}, { createTime: NOW }, { txId: null }]) {
      assert.equal(await statusesOf(back(change), deposit), '90 returned', JSON.stringify(change));
      assert.equal(await statusesOf(deposit, back(change)), '90 returned', 'in any order');
    }
  });

  it('is of the same code and currency, earlier, and no less than what is sent back', async () => {
    const [deposit] = deposits(1) as [FlowRecord];
    for (const change of [
      { txId: '91' },
      { changed: '-150.01' },
      { txId: null, changed: '-149.99' },
      { flowType: 'DEPOSIT_ROLLBACK' },
      { fiat: 'MXN' },
      { createTime: NOW - 1 },
      { createTime: null },
    ])
      assert.equal(await statusesOf(back(change), deposit), '90 arrived', JSON.stringify(change));
  });

  it('is `arrived` while a part of it is left', async () => {
    const [deposit] = deposits(1) as [FlowRecord];
    const parts = [back({ changed: '-100.00' }), back({ id: 1001, changed: '-50.00' })];
    assert.equal(await statusesOf(deposit, parts[0]!), '90 arrived');
    assert.equal(await statusesOf(deposit, ...parts), '90 returned');
  });

  it('is one deposit for each return, the latest before it', async () => {
    const paid = (at: number) => ({ id: at, txId: '90', createTime: NOW + at });
    assert.equal(
      await statusesOf(paid(3), back({ createTime: NOW + 2 }), paid(1), paid(0)),
      '90 arrived,90 returned,90 arrived',
    );
  });

  it('is one row also if it is on a later page than its return', async () => {
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
