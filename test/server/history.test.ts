/** `?history=1`: what a payer with an account of their own deposited (docs/back-end.md, History). */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { memoryStore } from 'deposit-slip/kit';
import { countingApi, fakeApi, flowPage, pix } from './fake-api.js';
import { flowList } from './flow-list.js';
import { allPages, CLABE, DAY, deposits, historyOf, later, NOW, rowsOf, WALLET } from './history-pages.js';
import { PIX_GRANT, shop, TOKEN, txIdOf, withAdd } from './shop.js';

beforeEach(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
afterEach(() => mock.timers.reset());

describe('a request for a history', () => {
  it('is rejected if a parameter is malformed, or if it asks for an arrival too', async () => {
    const { api, send } = shop({ grant: WALLET });
    for (const bad of [
      'history=0',
      'history=1&history=1',
      'history=1&arrival=a.b.c',
      'history=1&before=',
      'history=1&before=a%20b',
      `history=1&before=${'1'.repeat(513)}`,
      ...['1', `${NOW}`, `${NOW}.1`, `${NOW}.1001`, `${NOW}.0`, `${NOW}.2.short`, `1.2`, `-${NOW}.2`].map(
        (before) => `history=1&before=${before}`,
      ),
      `history=1&before=${NOW}.2${'.aaaaaaaa'.repeat(41)}`,
    ]) {
      const { status, body } = await send(`?${bad}`);
      assert.deepEqual([status, body.kind], [400, 'refused'], bad);
    }
    assert.equal(api.calls.length, 0);
  });

  it('ignores the cursor of a request for something else', async () => {
    assert.equal(txIdOf(await shop().send('?before=anything')), '12345678901234567890');
  });

  it('calls no API if it is a HEAD request', async () => {
    const { api, send } = shop({ grant: WALLET });
    const { status, text } = await send('?history=1', { method: 'HEAD' });
    assert.deepEqual([status, text, api.calls.length], [200, '', 0]);
  });

  it('counts like any other, and no cache may store its response', async () => {
    const keys: string[] = [];
    const limiter = { consume: (key: string) => void keys.push(key) };
    const { headers } = await shop({ grant: WALLET, limiter }).send('?history=1');
    assert.deepEqual([keys.length, headers.get('cache-control')], [1, 'no-store']);
  });

  it('gets a failure of the API like any other, which is not cached', async () => {
    const { api, send } = shop({ grant: WALLET, api: fakeApi({ flows: new TypeError('down') }) });
    for (const _ of [1, 2]) {
      const { status, body } = await send('?history=1');
      assert.deepEqual([status, body.kind], [502, 'unavailable']);
    }
    assert.equal(api.calls.length, 2);
  });

  it('gets no answer with the API token', async () => {
    const flows = flowPage({ txId: TOKEN, createTime: NOW });
    const { body } = await shop({ grant: WALLET, api: fakeApi({ flows }) }).send('?history=1');
    assert.equal(body.kind, 'unreadable');
  });

  it('is answered from the store for two seconds, over all copies of the kit', async () => {
    const [store, api] = [memoryStore(), fakeApi({ flows: flowList(deposits(25)) })];
    const copies = [shop({ api, store, grant: WALLET }), shop({ api, store, grant: WALLET })];
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => copies[0]!.send('?history=1')));
    for (const other of [...others, await copies[1]!.send('?history=1')])
      assert.deepEqual(other.body, first!.body);
    assert.equal(api.calls.length, 1);
    later(1_999);
    await copies[1]!.send('?history=1');
    assert.equal(api.calls.length, 1);
    await copies[1]!.send(`?history=1&before=${String(first!.body.data!['next'])}`);
    assert.equal(api.calls.length, 2, 'each page is cached by itself');
    later(1);
    await copies[1]!.send('?history=1');
    assert.equal(api.calls.length, 3);
  });

  it('is unavailable while the store cannot say whose the deposits are', async () => {
    const get = (): never => assert.fail('down');
    const api = fakeApi({ flows: flowPage({ txId: '9', createTime: NOW }) });
    for (const grant of [WALLET, PIX_GRANT]) {
      const { status } = await shop({ api, grant, store: withAdd({ get, set: get }) }).send('?history=1');
      assert.equal(status, 503);
    }
  });
});

describe('the history of an own account', () => {
  it('is one page of its deposits, newest first, without anything that is the merchant’s', async () => {
    const { api, send } = shop({ grant: WALLET, api: fakeApi({ flows: flowList(deposits(2)) }) });
    const { text } = await send('?history=1');
    const url = api.calls[0]!.url;
    assert.equal(
      url.search,
      `?merchantId=7001&fiat=BRL&flowType=DEPOSIT&startTime=${NOW - 90 * DAY}&currentPage=1&pageSize=20`,
    );
    for (const hidden of ['"id":1', '"id":"1"', 'D1', 'total', 'merchantId', '7001'])
      assert.ok(!text.includes(hidden), hidden);
    assert.deepEqual(await rowsOf(send), [
      { txId: '91', fiat: 'BRL', amount: '150.00', createTime: NOW + 1000, status: 'arrived' },
      { txId: '90', fiat: 'BRL', amount: '150.00', createTime: NOW, status: 'arrived' },
    ]);
  });

  it('has a next page as long as the API fills its pages, and lists every deposit once while others arrive', async () => {
    for (const count of [0, 19, 20, 21, 45]) {
      const records = deposits(count);
      const api = fakeApi({
        flows: (url) => {
          const page = flowList(records)(url);
          records.push({ id: 100 + records.length, txId: '7', createTime: NOW + records.length * 1000 + 1 });
          return page;
        },
      });
      const rows = await allPages(shop({ api, grant: WALLET }).send, api);
      assert.deepEqual(
        rows.map(({ txId }) => txId),
        deposits(count)
          .map(({ txId }) => txId)
          .toReversed(),
      );
      assert.equal(new Set(rows.map(({ id }) => id)).size, count);
    }
  });

  it('has a next page although a record of a full page cannot be read', async () => {
    const page = flowPage(...deposits(19)).replace('[{', '[null,{');
    assert.ok((await historyOf(shop({ grant: WALLET, api: fakeApi({ flows: page }) }).send)).next);
  });

  it('ends after a thousand pages', async () => {
    const api = fakeApi({ flows: flowPage(...deposits(20)) });
    const { send } = shop({ api, grant: WALLET });
    assert.equal((await historyOf(send, `${NOW}.999`)).next, `${NOW}.1000`);
    assert.equal((await historyOf(send, `${NOW}.1000`)).next, undefined);
  });

  it('requests no currency if the grant has several, and lists only theirs', async () => {
    const methods = [...WALLET.methods, ...CLABE.methods];
    const records = ['BRL', 'MXN', 'COP'].map((fiat, at) => ({ id: at, fiat, createTime: NOW + at }));
    const { api, send } = shop({
      grant: { ...WALLET, methods },
      api: fakeApi({ flows: flowList(records) }),
    });
    const rows = await rowsOf(send);
    assert.equal(api.calls[0]!.url.searchParams.get('fiat'), null);
    assert.deepEqual(
      rows.map(({ fiat }) => fiat),
      ['MXN', 'BRL'],
    );
  });

  it('lists nothing but deposits of its merchant and currency, whatever the API sends', async () => {
    const others = [
      { merchantId: 7002 },
      { fiat: 'MXN' },
      { fiat: null },
      { category: 'FEE' },
      { flowType: 'TRANSFER_IN' },
      { flowType: 'WITHDRAW', changed: '-150.00' },
      { flowType: null },
      { changed: '0.00' },
    ];
    const api = fakeApi({ flows: flowPage(...others, { createTime: NOW, merchantId: null }) });
    assert.equal((await rowsOf(shop({ api, grant: WALLET }).send)).length, 1);
  });

  it('omits members that cannot be read, and loses no deposit for that', async () => {
    for (const [change, missing] of [
      [{ changed: 'ten' }, 'amount'],
      [{ changed: '1.005' }, 'amount'],
      [{ createTime: '1700000000' }, 'createTime'],
      [{ createTime: null }, 'createTime'],
      [{ txId: 'a b' }, 'txId'],
      [{ txId: null }, 'txId'],
    ] as const) {
      const flows = flowPage({ txId: '9', createTime: NOW, ...change });
      const [row] = await rowsOf(shop({ grant: WALLET, api: fakeApi({ flows }) }).send);
      const whole = { txId: '9', fiat: 'BRL', amount: '150.00', createTime: NOW, status: 'arrived' };
      assert.deepEqual(row, Object.fromEntries(Object.entries(whole).filter(([name]) => name !== missing)));
    }
  });

  it('gives a deposit the same id in every request and on every page, and another one to another visit', async () => {
    const api = fakeApi({ flows: flowPage(...deposits(20)) });
    const { send } = shop({ api, grant: WALLET });
    const ids = (await historyOf(send)).deposits.map(({ id }) => id);
    assert.equal(new Set(ids).size, 20);
    assert.deepEqual(
      (await historyOf(send, `${NOW}.2`)).deposits.map(({ id }) => id),
      ids,
    );
    const other = await historyOf(shop({ api, grant: { ...WALLET, id: 'wallet-2' } }).send);
    assert.ok(other.deposits.every(({ id }) => !ids.includes(id)));
  });

  it('compares a deposit with the fixed amount, as decimals', async () => {
    const changed = ['150', '150.01', '149.99', '0.15'];
    const api = fakeApi({ flows: flowPage(...deposits(4, (at) => ({ changed: changed[3 - at] }))) });
    const rows = await rowsOf(shop({ api, grant: { ...WALLET, amount: '150' } }).send);
    assert.deepEqual(
      rows.map(({ amount, status }) => [amount, status]),
      [
        ['150.00', 'arrived'],
        ['150.01', 'other-amount'],
        ['149.99', 'other-amount'],
        ['0.15', 'other-amount'],
      ],
    );
  });

  it('compares a deposit by code with the amount of that code, and names its method', async () => {
    const store = memoryStore();
    const api = countingApi();
    const grant = { ...WALLET, methods: [{ paymentId: 92, fiat: 'BRL' }] };
    const { send } = shop({ api, store, grant });
    const [ten, free] = [txIdOf(await send('?amount=10')), txIdOf(await send())];
    const order = { ...WALLET, id: 'order', amount: '30.00' };
    const ofOrder = txIdOf(await shop({ api, store, grant: order }).send());
    const paid = [ten, ten, free, ofOrder, ofOrder, '777'];
    const changed = ['10.00', '11.00', '12.00', '30.00', '31.00', '1.00'];
    api.script({
      flows: flowPage(...deposits(6, (at) => ({ txId: paid[5 - at], changed: changed[5 - at] }))),
    });
    const rows = (await rowsOf(send)).map(({ amount, paymentId, status }) => [amount, paymentId, status]);
    assert.deepEqual(rows, [
      ['10.00', 92, 'arrived'],
      ['11.00', 92, 'other-amount'],
      ['12.00', 92, 'arrived'],
      ['30.00', 90, 'arrived'],
      ['31.00', 90, 'other-amount'],
      ['1.00', undefined, 'arrived'],
    ]);
  });

  it('leaves out a deposit whose code was issued to a visit without an own account', async () => {
    const store = memoryStore();
    const api = fakeApi({ slip: pix('55') });
    await shop({ api, store }).send();
    api.script({ flows: flowPage({ txId: '55', createTime: NOW }, { id: 2, txId: '56', createTime: NOW }) });
    const rows = await rowsOf(shop({ api, store, grant: WALLET }).send);
    assert.deepEqual(
      rows.map(({ txId }) => txId),
      ['56'],
    );
  });

  it('keeps its own deposits after the grant was declared an own account', async () => {
    const [store, api] = [memoryStore(), fakeApi({ slip: pix('55') })];
    await shop({ api, store }).send();
    api.script({ flows: flowPage({ txId: '55', createTime: NOW }) });
    // Not known from the visit's own entry only: that has expired.
    later(DAY);
    const rows = await rowsOf(shop({ api, store, grant: { ...PIX_GRANT, ownAccount: true } }).send);
    assert.deepEqual(
      rows.map(({ txId, paymentId }) => [txId, paymentId]),
      [['55', 90]],
    );
  });
});
