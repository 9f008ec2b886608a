/** The history of a visit without an account of its own. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { memoryStore, type Grant } from 'deposit-slip/kit';
import { countingApi, flowPage } from './fake-api.js';
import { flowList } from './flow-list.js';
import { historyOf, later, NOW, rowsOf, type Send } from './history-pages.js';
import { PIX_GRANT, sendTo, shop, txIdOf } from './shop.js';

beforeEach(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
afterEach(() => mock.timers.reset());

describe('the history of a visit without an own account', () => {
  const grant = { ...PIX_GRANT, methods: [{ paymentId: 92, fiat: 'BRL' }] };

  it('is what it was issued and what arrived for that, found at most once a second and told once', async () => {
    let told = 0;
    const { api, send } = shop({ api: countingApi(), grant, on: { arrived: () => void (told += 1) } });
    const ten = txIdOf(await send('?amount=10'));
    later();
    await send('?amount=20');
    const paid = { id: 1, txId: ten, changed: '10.00', createTime: NOW + 500 };
    api.script({ flows: flowList([paid, { id: 2, txId: '99', createTime: NOW }]) });
    const rows = [
      { txId: '2', paymentId: 92, fiat: 'BRL', amount: '20.00', createTime: NOW + 2_000, status: 'waiting' },
      { txId: ten, paymentId: 92, fiat: 'BRL', amount: '10.00', createTime: NOW + 500, status: 'arrived' },
    ];
    const first = await historyOf(send);
    assert.deepEqual(await rowsOf(send), rows);
    assert.deepEqual([api.flows().length, told], [2, 1]);
    // The arrival's own record has expired, and the API lists the deposit no more.
    later(2 * 3_600_000);
    api.script({ flows: flowPage() });
    assert.deepEqual(await rowsOf(send), rows);
    assert.deepEqual((await historyOf(send)).deposits, first.deposits);
    assert.equal(told, 1);
  });

  it('says which amount arrived instead, for each code of an amount', async () => {
    const { api, send } = shop({ api: countingApi(), grant });
    await send('?amount=10');
    const txId = txIdOf(await send('?amount=10&refresh=1'));
    api.script({
      flows: flowList([
        { id: 1, txId, changed: '10.00', createTime: NOW },
        { id: 2, txId: '1', changed: '11.00', createTime: NOW + 1 },
      ]),
    });
    assert.deepEqual(
      (await rowsOf(send)).map(({ amount, status }) => [amount, status]),
      [
        ['11.00', 'other-amount'],
        ['10.00', 'arrived'],
      ],
    );
  });

  it('shows the deposits of an order that is paid', async () => {
    const { api, send } = shop({ api: countingApi(), grant: { ...grant, amount: '10' } });
    const { body } = await send();
    const txId = String(body.data!['txId']);
    api.script({ flows: flowList([{ id: 1, txId, changed: '10.00', createTime: NOW }]) });
    await send(`?arrival=${body.arrival}`);
    assert.equal((await send()).body.data!['status'], 'arrived');
    const rows = [{ txId, paymentId: 92, fiat: 'BRL', amount: '10.00', createTime: NOW, status: 'arrived' }];
    assert.deepEqual(await rowsOf(send), rows);
  });

  it('looks up the latest five entries, and lists the others as awaited', async () => {
    const { api, send } = shop({ api: countingApi(), grant });
    for (let amount = 1; amount <= 7; amount += 1) await send(`?amount=${amount}`);
    assert.equal((await rowsOf(send)).length, 7);
    const lookedUp = api.flows().map(({ url }) => url.searchParams.get('txId'));
    assert.deepEqual(new Set(lookedUp), new Set(['3', '4', '5', '6', '7']));
  });

  it('is one page', async () => {
    const { api, send } = shop({ api: countingApi(), grant });
    await send('?amount=10');
    assert.deepEqual(await historyOf(send, `${NOW}.2`), { deposits: [] });
    assert.equal(api.flows().length, 0);
    assert.equal((await historyOf(send)).next, undefined);
  });

  it('is rejected if a look-up fails', async () => {
    const { api, send } = shop({ api: countingApi(), grant });
    await send('?amount=10');
    api.script({ flows: new TypeError('down') });
    assert.equal((await send('?history=1')).status, 502);
  });

  it('is that of its visit only', async () => {
    const [store, api] = [memoryStore(), countingApi()];
    const authorize = ({ headers }: Request): Grant => ({ ...grant, id: headers.get('cookie')! });
    const { kit } = shop({ api, store, authorize });
    const sendAs =
      (cookie: string): Send =>
      (query) =>
        sendTo(kit, query, { headers: { cookie } });
    await sendAs('a')('?amount=10');
    assert.deepEqual(await rowsOf(sendAs('b')), []);
    assert.equal((await rowsOf(sendAs('a'))).length, 1);
  });
});
