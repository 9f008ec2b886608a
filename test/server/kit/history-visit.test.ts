/** The history of a visit that has no account of its own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR, later, NOW, SECOND, useClock } from '../clock.js';
import { countingApi, fakeApi, flowPage } from '../fake-api.js';
import { flowList } from '../flow-list.js';
import { historyOf, rowsOf } from './history-pages.js';
import { PIX_GRANT, shop, txIdOf } from '../shop.js';

describe('the history of a visit without an own account', () => {
  useClock();
  const grant = { ...PIX_GRANT, methods: [{ paymentId: 92, fiat: 'BRL' }] };

  it('contains the slips and their deposits, read at most once a second, and reported once', async () => {
    let told = 0;
    const { api, send } = shop({ api: countingApi(), grant, on: { deposit: () => void (told += 1) } });
    const ten = txIdOf(await send('?amount=10'));
    later(2 * SECOND);
    await send('?amount=20');
    later(SECOND);
    const paid = { id: 1, txId: ten, changed: '10.00', createTime: NOW + 500 };
    api.script({ flows: flowList([paid, { id: 2, txId: '99', createTime: NOW }]) });
    const rows = [
      { txId: '2', paymentId: 92, fiat: 'BRL', amount: '20.00', createTime: NOW + 2_000, status: 'waiting' },
      { txId: ten, paymentId: 92, fiat: 'BRL', amount: '10.00', createTime: NOW + 500, status: 'arrived' },
    ];
    const looks = api.flows().length;
    const first = await historyOf(send);
    assert.deepEqual(await rowsOf(send), rows);
    assert.deepEqual([api.flows().length - looks, told], [1, 1]);
    // The API no longer lists the deposit.
    later(2 * HOUR);
    api.script({ flows: flowPage() });
    assert.deepEqual(await rowsOf(send), rows);
    assert.deepEqual((await historyOf(send)).deposits, first.deposits);
    assert.equal(told, 1);
  });

  it('lists the parts of an order, and awaits the remainder once', async () => {
    const reference = 'A-1042';
    const { api, send } = shop({ api: countingApi(), grant: { ...grant, amount: '10', reference } });
    const txId = txIdOf(await send());
    await send('?refresh=1');
    api.script({ flows: flowPage({ txId, changed: '4.00', createTime: NOW + 500 }) });
    later(SECOND);
    const payment = { paymentId: 92, fiat: 'BRL', asked: '10.00', received: '4.00', reference };
    assert.deepEqual(await rowsOf(send), [
      { ...payment, txId: '2', amount: '6.00', createTime: NOW, status: 'waiting' },
      { ...payment, txId, amount: '4.00', createTime: NOW + 500, status: 'part', payable: true },
    ]);
  });

  it('lists the deposits of an order that is paid, and awaits nothing', async () => {
    const { api, send } = shop({ api: countingApi(), grant: { ...grant, amount: '10' } });
    const { body } = await send();
    const txId = String(body.data!['txId']);
    api.script({ flows: flowList([{ id: 1, txId, changed: '10.00', createTime: NOW }]) });
    await send(`?arrival=${body.arrival}`);
    assert.equal((await send()).body.data!['status'], 'arrived');
    const sums = { amount: '10.00', asked: '10.00', received: '10.00' };
    const rows = [{ txId, paymentId: 92, fiat: 'BRL', createTime: NOW, status: 'arrived', ...sums }];
    assert.deepEqual(await rowsOf(send), rows);
  });

  it('lists everything that is awaited, with one request to the API', async () => {
    const { api, send } = shop({ api: countingApi(), grant });
    for (let amount = 1; amount <= 7; amount += 1) await send(`?amount=${amount}`);
    const looks = api.flows().length;
    later(SECOND);
    assert.equal((await rowsOf(send)).length, 7);
    assert.equal(api.flows().length, looks + 1);
  });

  it('lists deposits on a later page, without what is awaited', async () => {
    const { send } = shop({ api: countingApi(), grant });
    await send('?amount=10');
    assert.deepEqual((await historyOf(send, `${NOW}.2`)).deposits, []);
    assert.equal((await historyOf(send)).next, undefined);
  });

  it('sends no request to the API before the first slip', async () => {
    const api = fakeApi();
    assert.deepEqual(await historyOf(shop({ api, grant }).send), { deposits: [] });
    assert.deepEqual(api.calls, []);
  });
});
