/** Rows of a history for awaited deposits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore } from 'deposit-slip/kit';
import { DAY, HOUR, later, NOW, SECOND, useClock } from '../clock.js';
import { countingApi, fakeApi, flowPage, PERU, pix, SPEI } from '../fake-api.js';
import { CLABE, deposits, historyOf, rowsOf, WALLET } from './history-pages.js';
import { PERU_GRANT, shop, txIdOf } from '../shop.js';

describe('an awaited deposit', () => {
  useClock();
  const OPTIONAL = { ...WALLET, methods: [{ paymentId: 92, fiat: 'BRL' }] };

  it('is at the top of the first page, newest first, until its code is paid', async () => {
    const api = countingApi();
    const { send } = shop({ api, grant: OPTIONAL });
    const before = deposits(21, (at) => ({ createTime: NOW - DAY + at }));
    api.script({ flows: flowPage(...before) });
    const first = txIdOf(await send('?amount=10'));
    later(2 * SECOND);
    const second = txIdOf(await send());
    const waiting = (change: object) => ({ paymentId: 92, fiat: 'BRL', status: 'waiting', ...change });
    assert.deepEqual((await rowsOf(send)).slice(0, 2), [
      waiting({ txId: second, createTime: NOW + 2_000 }),
      waiting({ txId: first, amount: '10.00', createTime: NOW }),
    ]);
    const ids = (await historyOf(send)).deposits.map(({ id }) => id);
    const page = await historyOf(send);
    assert.deepEqual(
      page.deposits.slice(0, 3).map(({ id, status }) => [id, status]),
      [
        [ids[0], 'waiting'],
        [ids[1], 'waiting'],
        [page.deposits[2]!.id, 'arrived'],
      ],
    );
    assert.equal((await historyOf(send, page.next)).deposits.length, 1, 'none on a later page');
    const paid = { id: 100, txId: second, changed: '5.00', createTime: NOW + 2_500 };
    api.script({ flows: flowPage(...before, paid) });
    later(2 * SECOND);
    const rows = (await historyOf(send)).deposits.slice(0, 3);
    assert.deepEqual(
      rows.map(({ id, txId, status }) => [id === ids[1], txId, status]),
      [
        [true, first, 'waiting'],
        [false, second, 'arrived'],
        [false, '920', 'arrived'],
      ],
    );
    assert.ok(!ids.includes(rows[1]!.id), 'a deposit has an id of its own');
  });

  it('lasts for a day, or for five days on a slow rail', async () => {
    const cases = [
      [90, 'BRL', pix('1'), 1],
      [68, 'COP', SPEI.replace('MXN', 'COP').replace('Cuenta CLABE', 'alias'), 1],
      [95, 'PEN', PERU, 1],
      [85, 'EUR', SPEI.replace('MXN', 'EUR'), 5],
      [81, 'USD', SPEI.replace('MXN', 'USD'), 5],
      [7, 'BRL', pix('1'), 5],
    ] as const;
    for (const [paymentId, fiat, slip, days] of cases) {
      const grant = { ...WALLET, methods: [{ paymentId, fiat }], amount: '10.00' };
      const { send } = shop({ grant, api: fakeApi({ slip }) });
      const start = Date.now();
      await send();
      later(days * DAY - 1);
      assert.equal((await rowsOf(send)).length, 1, String(paymentId));
      later(1);
      assert.equal((await rowsOf(send)).length, 0, String(paymentId));
      assert.equal(Date.now() - start, days * DAY);
    }
  });

  it('is one row for all codes of one method and amount, and disappears once the order is paid by any of them', async () => {
    for (const paid of [1, 2]) {
      const api = countingApi();
      const { send } = shop({ api, grant: { ...OPTIONAL, amount: '10.00' } });
      await send();
      await send('?refresh=1');
      later(SECOND);
      assert.equal((await rowsOf(send)).length, 1);
      api.script({ flows: flowPage({ txId: paid, changed: '10.00' }) });
      later(SECOND);
      assert.deepEqual(
        (await rowsOf(send)).map(({ status }) => status),
        ['arrived'],
      );
    }
  });
  it('into an account is paid by the first later deposit with none of our codes', async () => {
    const methods = [...CLABE.methods, { paymentId: 90, fiat: 'MXN' }];
    const slip = (url: URL) =>
      url.searchParams.get('paymentId') === '90' ? pix('77').replace('BRL', 'MXN') : SPEI;
    const awaitedWith = async (record: object) => {
      const api = fakeApi({ slip });
      const { send } = shop({ api, grant: { ...CLABE, methods } });
      const start = Date.now();
      await send('?paymentId=105');
      later(SECOND);
      await send('?paymentId=90');
      api.script({ flows: flowPage({ fiat: 'MXN', createTime: start + SECOND, ...record }) });
      later(SECOND);
      const rows = await rowsOf(send);
      return rows.flatMap(({ status, paymentId }) => (status === 'waiting' ? paymentId : []));
    };
    assert.deepEqual(await awaitedWith({ createTime: NOW - SECOND }), [90, 105], 'before the slips');
    assert.deepEqual(await awaitedWith({ txId: '77' }), [105], 'by the code');
    assert.deepEqual(await awaitedWith({ changed: '-5.00' }), [90, 105], 'a return');
    assert.deepEqual(await awaitedWith({ txId: '12' }), [90], 'by an unknown code');
    assert.deepEqual(await awaitedWith({}), [90], 'by no code');
  });

  it('is not listed if its method is no longer granted', async () => {
    const store = createMemoryStore();
    await shop({ store, grant: WALLET }).send();
    const methods = [{ paymentId: 92, fiat: 'BRL' }];
    assert.deepEqual(await rowsOf(shop({ store, grant: { ...WALLET, methods } }).send), []);
  });

  it('is not listed if its payment was closed', async () => {
    const { kit, send } = shop({ grant: WALLET });
    await send();
    assert.equal((await rowsOf(send)).length, 1);
    await kit.close(WALLET);
    assert.deepEqual(await rowsOf(send), []);
  });

  it('is listed again after the next slip', async () => {
    const { api, send } = shop({ grant: WALLET, api: countingApi() });
    const txId = txIdOf(await send());
    api.script({ flows: flowPage({ txId }) });
    assert.deepEqual(
      (await rowsOf(send)).map(({ status }) => status),
      ['arrived'],
    );
    // The slip of the next hour awaits the next deposit.
    later(HOUR);
    await send();
    assert.deepEqual(
      (await rowsOf(send)).map(({ createTime, status }) => [createTime, status]),
      [
        [NOW + HOUR, 'waiting'],
        [NOW + 500, 'arrived'],
      ],
    );
  });

  it('is not listed if it could never be recognized', async () => {
    const grant = { ...CLABE, ownAccount: undefined };
    const { send } = shop({ grant, api: fakeApi({ slip: SPEI }) });
    await send();
    assert.deepEqual(await rowsOf(send), []);
    const peru = shop({ grant: PERU_GRANT, api: fakeApi({ slip: PERU }) });
    await peru.send('?amount=10');
    assert.deepEqual(await rowsOf(peru.send), []);
  });

  it('is not listed if the response was not a slip, or if the API failed', async () => {
    const { api, send } = shop({ grant: WALLET, api: fakeApi({ slip: SPEI }) });
    await send();
    api.script({ slip: new TypeError('down') });
    await send();
    assert.deepEqual(await rowsOf(send), []);
  });

  it('is listed with all others if several copies of the kit issue slips at the same moment', async () => {
    const [store, api] = [createMemoryStore(), countingApi()];
    const copies = [1, 2, 3].map(() => shop({ api, store, grant: OPTIONAL }));
    await Promise.all(copies.map(({ send }, at) => send(`?amount=${at + 1}`)));
    assert.equal((await rowsOf(copies[0]!.send)).length, 3);
  });
});
