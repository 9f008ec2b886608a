/** Rows of a history whose deposit is awaited. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { memoryStore, type Store } from 'deposit-slip/kit';
import { countingApi, fakeApi, flowPage, PERU, pix, SPEI } from './fake-api.js';
import { CLABE, DAY, deposits, historyOf, later, NOW, rowsOf, WALLET } from './history-pages.js';
import { PERU_GRANT, recordingLogger, shop, txIdOf, withAdd } from './shop.js';

beforeEach(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
afterEach(() => mock.timers.reset());

describe('what is awaited', () => {
  it('stands on top of the first page, newest first, until its code is paid', async () => {
    const api = countingApi();
    const grant = { ...WALLET, methods: [{ paymentId: 92, fiat: 'BRL' }] };
    const { send } = shop({ api, grant });
    const first = txIdOf(await send('?amount=10'));
    later();
    const second = txIdOf(await send());
    const waiting = (change: object) => ({ paymentId: 92, fiat: 'BRL', status: 'waiting', ...change });
    assert.deepEqual(await rowsOf(send), [
      waiting({ txId: second, createTime: NOW + 2_000 }),
      waiting({ txId: first, amount: '10.00', createTime: NOW }),
    ]);
    const ids = (await historyOf(send)).deposits.map(({ id }) => id);
    api.script({ flows: flowPage(...deposits(20, () => ({ createTime: NOW - DAY }))) });
    later();
    const page = await historyOf(send);
    assert.deepEqual(
      page.deposits.slice(0, 3).map(({ id, status }) => [id, status]),
      [
        [ids[0], 'waiting'],
        [ids[1], 'waiting'],
        [page.deposits[2]!.id, 'arrived'],
      ],
    );
    assert.equal((await historyOf(send, page.next)).deposits.length, 20, 'none on a later page');
    api.script({ flows: flowPage({ txId: second, changed: '5.00', createTime: NOW + 2_500 }) });
    later();
    const rows = (await historyOf(send)).deposits;
    assert.deepEqual(
      rows.map(({ id, txId, status }) => [id === ids[1], txId, status]),
      [
        [true, first, 'waiting'],
        [false, second, 'arrived'],
      ],
    );
    assert.ok(!ids.includes(rows[1]!.id), 'a deposit has an id of its own');
  });

  it('is awaited for a day, or for five days by a slow rail', async () => {
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
      await send();
      later(days * DAY - 2_000);
      assert.equal((await rowsOf(send)).length, 1, String(paymentId));
      later();
      assert.equal((await rowsOf(send)).length, 0, String(paymentId));
      mock.timers.setTime(NOW);
    }
  });

  it('is paid by any of the codes of one method and amount', async () => {
    const api = countingApi();
    const { send } = shop({ api, grant: WALLET });
    const codes = [txIdOf(await send()), txIdOf(await send('?refresh=1'))];
    assert.equal((await rowsOf(send)).length, 1);
    for (const txId of codes) {
      api.script({ flows: flowPage({ txId, createTime: NOW }) });
      later();
      assert.deepEqual(
        (await rowsOf(send)).map(({ status }) => status),
        ['arrived'],
      );
    }
  });

  it('is paid, for an account, by the first deposit after the slip that is by no other code', async () => {
    const methods = [...CLABE.methods, { paymentId: 90, fiat: 'MXN' }];
    const store = memoryStore();
    const slip = (url: URL) =>
      url.searchParams.get('paymentId') === '90' ? pix('77').replace('BRL', 'MXN') : SPEI;
    const api = fakeApi({ slip });
    const { send } = shop({ api, store, grant: { ...CLABE, methods } });
    for (const paymentId of [105, 90]) await send(`?paymentId=${paymentId}`);
    const awaitedWith = async (...records: object[]) => {
      later();
      api.script({ flows: flowPage(...records.map((each) => ({ fiat: 'MXN', createTime: NOW, ...each }))) });
      const rows = await rowsOf(send);
      return rows.flatMap(({ status, paymentId }) => (status === 'waiting' ? paymentId : []));
    };
    assert.deepEqual(await awaitedWith({ createTime: NOW - 1 }), [90, 105]);
    assert.deepEqual(await awaitedWith({ txId: '77' }), [105]);
    assert.deepEqual(await awaitedWith({ changed: '-5.00' }), [90, 105]);
    assert.deepEqual(await awaitedWith({ txId: '12' }), [90]);
    assert.deepEqual(await awaitedWith({ createTime: null }), [90, 105]);
  });

  it('is not listed if the first page does not reach back to its slip, or if its method is no longer granted', async () => {
    const api = fakeApi();
    const { send } = shop({ api, grant: WALLET });
    await send();
    for (const [count, listed] of [
      [19, 1],
      [20, 0],
    ] as const) {
      api.script({ flows: flowPage(...deposits(count)) });
      later();
      const rows = await rowsOf(send);
      assert.equal(rows.filter(({ status }) => status === 'waiting').length, listed);
    }
    const store = memoryStore();
    await shop({ store, grant: WALLET }).send();
    const methods = [{ paymentId: 92, fiat: 'BRL' }];
    assert.deepEqual(await rowsOf(shop({ store, grant: { ...WALLET, methods } }).send), []);
  });

  it('is settled by a page that polls, and awaited again after the next slip', async () => {
    const store = memoryStore();
    const { api, send } = shop({ store, grant: CLABE, api: fakeApi({ slip: SPEI }) });
    const { arrival } = (await send()).body;
    api.script({ flows: flowPage({ fiat: 'MXN', createTime: NOW }) });
    await send(`?arrival=${arrival}`);
    // Whatever the API lists later: twenty other deposits, for example.
    api.script({ flows: flowPage() });
    assert.deepEqual(await rowsOf(send), []);
    // The slip of the next hour awaits the next deposit.
    later(3_600_000);
    await send();
    assert.deepEqual(
      (await rowsOf(send)).map(({ createTime }) => createTime),
      [NOW + 3_600_000],
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

  it('is not listed if the answer was no slip, or if the API failed', async () => {
    const { api, send } = shop({ grant: WALLET, api: fakeApi({ slip: SPEI }) });
    await send();
    api.script({ slip: new TypeError('down') });
    await send();
    assert.deepEqual(await rowsOf(send), []);
  });

  it('is at most the latest twenty', async () => {
    const grant = { ...WALLET, methods: [{ paymentId: 92, fiat: 'BRL' }] };
    const { send } = shop({ grant, api: countingApi() });
    for (let amount = 1; amount <= 22; amount += 1) {
      await send(`?amount=${amount}`);
      later(1_000);
    }
    const amounts = (await rowsOf(send)).map(({ amount }) => Number(amount));
    assert.deepEqual(
      amounts,
      Array.from({ length: 20 }, (_, at) => 22 - at),
    );
  });

  it('is complete if several copies of the kit issue slips at the same moment', async () => {
    const [memory, api] = [memoryStore(), countingApi()];
    const grant = { ...WALLET, methods: [{ paymentId: 92, fiat: 'BRL' }] };
    const readers: (() => void)[] = [];
    const store: Store = {
      async get(key) {
        const value = await memory.get(key);
        // All have read the list before the first of them writes it.
        if (key.startsWith('deposit-slip:history:') && readers.length < 3) {
          const allHaveRead = new Promise<void>((resolve) => readers.push(resolve));
          if (readers.length === 3) for (const goOn of readers) goOn();
          await allHaveRead;
        }
        return value;
      },
      set: (...entry) => memory.set(...entry),
      add: (...entry) => memory.add!(...entry),
    };
    const copies = [1, 2, 3].map(() => shop({ api, store, grant }));
    await Promise.all(copies.map(({ send }, at) => send(`?amount=${at + 1}`)));
    assert.equal((await rowsOf(copies[0]!.send)).length, 3);
  });

  it('does not hold up the slips of a visit if its history cannot be written', async () => {
    const memory = memoryStore();
    let locks = 0;
    const store: Store = {
      get: (key) => memory.get(key),
      set: (key, ...entry) =>
        key.startsWith('deposit-slip:history:') ? assert.fail('full') : memory.set(key, ...entry),
      add: (key, ...entry) => {
        locks += Number(key.includes(':list-lock:'));
        return memory.add!(key, ...entry);
      },
    };
    const grant = { ...WALLET, methods: [{ paymentId: 92, fiat: 'BRL' }] };
    const { send } = shop({ api: countingApi(), store, grant });
    for (const amount of [1, 2, 3]) assert.equal((await send(`?amount=${amount}`)).status, 200);
    assert.equal(locks, 3, 'nobody waits for the lock of a write that failed');
  });

  it('does not hold up the slip if the store fails, and loses nothing that was stored', async () => {
    const memory = memoryStore();
    let isBroken = false;
    const store = {
      ...withAdd(memory),
      get: (key: string) => (isBroken && key.includes(':history:') ? assert.fail('down') : memory.get(key)),
      set: memory.set.bind(memory),
    };
    const grant = { ...WALLET, methods: [{ paymentId: 92, fiat: 'BRL' }] };
    const { send } = shop({ api: countingApi(), store, grant, logger: recordingLogger() });
    await send('?amount=1');
    isBroken = true;
    assert.equal((await send('?amount=2')).status, 200);
    isBroken = false;
    assert.deepEqual(
      (await rowsOf(send)).map(({ amount }) => amount),
      ['1.00'],
    );
  });
});
