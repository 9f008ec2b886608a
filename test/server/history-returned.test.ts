/** Rows of a history whose deposit was taken back. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { fakeApi, flowPage } from './fake-api.js';
import { flowList, type FlowRecord } from './flow-list.js';
import { allPages, DAY, deposits, NOW, rowsOf, WALLET } from './history-pages.js';
import { shop } from './shop.js';

beforeEach(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
afterEach(() => mock.timers.reset());

describe('a deposit that is taken back', () => {
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

  it('is one row, `returned`, whether the API calls it a negative deposit or a rollback', async () => {
    const [deposit] = deposits(1) as [FlowRecord];
    for (const change of [
      {},
      { flowType: 'DEPOSIT_ROLLBACK' },
      { flowType: 'DEPOSIT_ROLLBACK', changed: '150' },
      { createTime: NOW },
      { createTime: null },
    ]) {
      assert.equal(await statusesOf(back(change), deposit), '90 returned', JSON.stringify(change));
      assert.equal(await statusesOf(deposit, back(change)), '90 returned', 'in any order');
    }
  });

  it('is of the same code, currency and amount, and earlier', async () => {
    const [deposit] = deposits(1) as [FlowRecord];
    for (const change of [
      { txId: '91' },
      { txId: null },
      { changed: '-150.01' },
      { changed: null, flowType: 'DEPOSIT_ROLLBACK' },
      { fiat: 'MXN' },
      { createTime: NOW - 1 },
    ])
      assert.equal(await statusesOf(back(change), deposit), '90 arrived', JSON.stringify(change));
  });

  it('is one deposit for each rollback, the latest before it', async () => {
    const paid = (at: number) => ({ id: at, txId: '90', createTime: NOW + at });
    assert.equal(
      await statusesOf(paid(3), back({ createTime: NOW + 2 }), paid(1), paid(0)),
      '90 arrived,90 returned,90 arrived',
    );
  });

  it('is one row also if it is on a later page than its rollback', async () => {
    const rollbacks = [0, 1, 2].map((at) => back({ id: 1000 + at, txId: `9${at}`, createTime: NOW + DAY }));
    const api = fakeApi({ flows: flowList([...deposits(60), ...rollbacks]) });
    const rows = await allPages(shop({ api, grant: WALLET }).send, api);
    assert.equal(rows.length, 60);
    assert.deepEqual(
      rows.filter(({ status }) => status !== 'arrived').map(({ txId, status }) => [txId, status]),
      ['92', '91', '90'].map((txId) => [txId, 'returned']),
    );
  });

  it('needs a cursor of 512 characters at most, however many there are', async () => {
    const rollbacks = deposits(100, () => ({ changed: '-150.00' }));
    const api = fakeApi({ flows: flowList([...rollbacks, ...deposits(1, () => ({ createTime: NOW - 1 }))]) });
    const rows = await allPages(shop({ api, grant: WALLET }).send, api);
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['returned'],
    );
  });
});
