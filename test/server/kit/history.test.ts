/** `?history=1`: the deposits of a payer with their own account (docs/back-end.md, History). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, type Grant } from 'deposit-slip/kit';
import { DAY, later, NOW, SECOND, useClock } from '../clock.js';
import { countingApi, fakeApi, flowPage, json, pix } from '../fake-api.js';
import { flowList } from '../flow-list.js';
import { allPages, deposits, historyOf, rowsOf, WALLET } from './history-pages.js';
import { brokenStore, PIX_GRANT, shop, TOKEN, txIdOf } from '../shop.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a request for a history', () => {
  useClock();

  it('is rejected if a parameter is malformed, or if it also asks for an arrival', async () => {
    const { api, send } = shop({ grant: WALLET });
    for (const bad of [
      'history=0',
      'history=1&history=1',
      'history=1&arrival=a.b.c',
      'history=1&before=',
      'history=1&before=a%20b',
      `history=1&before=${'1'.repeat(513)}`,
      ...['1', `${NOW}`, `${NOW}.`, `${NOW}.${'a'.repeat(65)}`, `${NOW}.a.b`, `1.2`, `-${NOW}.2`].map(
        (before) => `history=1&before=${before}`,
      ),
    ]) {
      const { status, body } = await send(`?${bad}`);
      assert.deepEqual([status, body.kind], [400, 'refused'], bad);
    }
    assert.equal(api.calls.length, 0);
  });

  it('ignores the cursor of a request for something else', async () => {
    assert.equal(txIdOf(await shop().send('?before=anything')), '12345678901234567890');
  });

  it('does not call the API if it is a HEAD request', async () => {
    const { api, send } = shop({ grant: WALLET });
    const { status, text } = await send('?history=1', { method: 'HEAD' });
    assert.deepEqual([status, text, api.calls.length], [200, '', 0]);
  });

  it('counts towards the limit like any other, and no cache may store its response', async () => {
    const keys: string[] = [];
    const limiter = { consume: (key: string) => void keys.push(key) };
    const { headers } = await shop({ grant: WALLET, limiter }).send('?history=1');
    assert.deepEqual([keys.length, headers.get('cache-control')], [1, 'no-store']);
  });

  it('gets the stored history if the API fails, with the time of the last reading', async () => {
    const { api, send } = shop({ grant: WALLET, api: fakeApi({ flows: new TypeError('down') }) });
    assert.deepEqual(await historyOf(send), { deposits: [] });
    api.script({ flows: flowPage({ txId: '9' }) });
    later(30 * SECOND);
    const { deposits: known, checked } = await historyOf(send);
    assert.deepEqual([known.length, checked], [1, NOW + 30 * SECOND]);
    api.script({ flows: json('{}', { status: 500 }) });
    later(DAY);
    assert.deepEqual(await historyOf(send), { deposits: known, checked });
  });

  it('gets no response that contains the API token, and no row that contains the token it was read with', async () => {
    const [store, api] = [
      createMemoryStore(),
      fakeApi({ flows: flowPage({ txId: TOKEN, createTime: NOW }) }),
    ];
    assert.deepEqual((await historyOf(shop({ grant: WALLET, store, api }).send)).deposits, []);
    const other = shop({ grant: WALLET, api, store, scope: 'other', token: 'another-token' });
    assert.equal((await historyOf(other.send)).deposits.length, 1);
    const { body } = await shop({ grant: WALLET, api, store, scope: 'other' }).send('?history=1');
    assert.equal(body.kind, 'unreadable');
  });

  it('causes one request to the API per second, over all copies of the kit and all pages', async () => {
    const [store, api] = [createMemoryStore(), fakeApi({ flows: flowList(deposits(25)) })];
    const copies = [shop({ api, store, grant: WALLET }), shop({ api, store, grant: WALLET })];
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => copies[0]!.send('?history=1')));
    for (const other of [...others, await copies[1]!.send('?history=1')])
      assert.deepEqual(other.body, first!.body);
    later(999);
    await copies[1]!.send(`?history=1&before=${String(first!.body.data!['next'])}`);
    assert.equal(api.calls.length, 1);
    later(1);
    await copies[1]!.send('?history=1');
    assert.equal(api.calls.length, 2);
  });

  it('is unavailable while the store fails', async () => {
    const store = brokenStore(() => assert.fail('down'));
    for (const grant of [WALLET, PIX_GRANT]) {
      const { status, body } = await shop({ grant, store }).send('?history=1');
      assert.deepEqual([status, body.kind], [503, 'unavailable']);
    }
  });
});

describe('the history of an own account', () => {
  useClock();

  it('lists its deposits, newest first, without the merchant’s own data', async () => {
    const { api, send } = shop({ grant: WALLET, api: fakeApi({ flows: flowList(deposits(2)) }) });
    const { text } = await send('?history=1');
    const url = api.calls[0]!.url;
    // As far back as records are kept, except for the last day, on which they are deleted.
    const from = NOW - 89 * DAY - 1;
    assert.equal(
      url.search,
      `?merchantId=7001&flowType=DEPOSIT&startTime=${from}&currentPage=1&pageSize=250`,
    );
    for (const hidden of ['"id":1', '"id":"1"', 'D1', 'total', 'merchantId', '7001'])
      assert.ok(!text.includes(hidden), hidden);
    assert.deepEqual(await rowsOf(send), [
      { txId: '91', fiat: 'BRL', amount: '150.00', createTime: NOW + 1000, status: 'arrived' },
      { txId: '90', fiat: 'BRL', amount: '150.00', createTime: NOW, status: 'arrived' },
    ]);
  });

  it('has pages of twenty, and lists every deposit once while others arrive', async () => {
    for (const count of [0, 19, 20, 21, 45]) {
      const records = deposits(count);
      const { send } = shop({ api: fakeApi({ flows: (url) => flowList(records)(url) }), grant: WALLET });
      const pages: number[] = [];
      const rows = await allPages(send, () => {
        records.push({ id: 100 + records.length, txId: '7', createTime: NOW + records.length * 1000 + 1 });
        pages.push(records.length);
        later(SECOND);
      });
      assert.equal(pages.length, Math.max(Math.ceil(count / 20), 1));
      assert.deepEqual(
        rows.map(({ txId }) => txId),
        deposits(count)
          .map(({ txId }) => txId)
          .toReversed(),
      );
      assert.equal(new Set(rows.map(({ id }) => id)).size, count);
    }
  });

  it('lists nothing older than the kept period', async () => {
    const { send } = shop({
      grant: WALLET,
      api: fakeApi({ flows: flowList(deposits(2, (at) => ({ createTime: NOW + at * DAY }))) }),
    });
    assert.equal((await rowsOf(send)).length, 2);
    later(90 * DAY);
    assert.equal((await rowsOf(send)).length, 2);
    later(1);
    assert.equal((await rowsOf(send)).length, 1);
  });

  it('gives a deposit the same random id in every request and on every page', async () => {
    const records = deposits(25);
    const { send } = shop({ api: fakeApi({ flows: flowList(records) }), grant: WALLET });
    const ids = (await allPages(send)).map(({ id }) => id);
    for (const id of ids) assert.match(id, UUID);
    later(SECOND);
    records.push({ id: 100, txId: '7', createTime: NOW + DAY });
    const again = (await allPages(send)).map(({ id }) => id);
    assert.deepEqual(again.slice(1), ids);
  });

  it('shows the status of the payment that a deposit belongs to', async () => {
    for (const [changed, received, status] of [
      [['150'], '150.00', 'arrived'],
      [['149.99'], '149.99', 'part'],
      [['150.01'], '150.01', 'over'],
      [['100', '50'], '150.00', 'arrived'],
      [['0.15', '0.20'], '0.35', 'part'],
      [['150', '150'], '300.00', 'over'],
    ] as const) {
      const api = countingApi();
      const { send } = shop({ api, grant: { ...WALLET, amount: '150' } });
      await send();
      const flows = deposits(changed.length, (at) => ({ txId: '1', changed: changed[at] }));
      api.script({ flows: flowPage(...flows) });
      later(SECOND);
      const rows = (await rowsOf(send)).map((row) => [row['asked'], row['received'], row['status']]);
      // Only the newest row reports it: two rows of 150.00 too much would add up to 300.00.
      const earlier = changed.slice(1).map(() => [undefined, undefined, 'arrived']);
      assert.deepEqual(rows, [['150.00', received, status], ...earlier]);
    }
  });

  it('names the order of each deposit, and none for a deposit without a payment', async () => {
    const [store, api] = [createMemoryStore(), countingApi()];
    const orders = ['A-7', 'A-8'].map((reference) => ({
      ...WALLET,
      id: reference,
      amount: '30.00',
      reference,
    }));
    const [seven, eight] = orders.map((grant) => shop({ api, store, grant }));
    const txIds = [txIdOf(await seven!.send()), txIdOf(await eight!.send()), '777'];
    const changed = ['30.00', '30.00', '1.00'];
    api.script({ flows: flowPage(...deposits(3, (at) => ({ txId: txIds[at], changed: changed[at] }))) });
    later(SECOND);
    const references = async (grant: Grant) =>
      (await rowsOf(shop({ api, store, grant }).send)).map(({ reference }) => reference);
    assert.deepEqual(await references(WALLET), [undefined, 'A-8', 'A-7']);
    assert.deepEqual(await references({ ...orders[0]!, reference: 'A-7b' }), [undefined, 'A-8', 'A-7b']);
    assert.deepEqual(await references({ ...orders[0]!, reference: undefined }), [
      undefined,
      'A-8',
      undefined,
    ]);
  });

  it('offers the remainder of a partial payment to the grant that requests it, and to no other', async () => {
    const [store, api] = [createMemoryStore(), countingApi()];
    const order = { ...WALLET, id: 'order', amount: '30.00' };
    const { kit, send } = shop({ api, store, grant: order });
    const txId = txIdOf(await send());
    api.script({ flows: flowPage(...deposits(1, () => ({ txId, changed: '10.00' }))) });
    later(SECOND);
    const partOf = async (grant: Grant) =>
      (await rowsOf(shop({ api, store, grant }).send)).map(({ status, payable }) => [status, payable]);
    assert.deepEqual(await partOf(order), [['part', true]]);
    assert.deepEqual(await partOf(WALLET), [['part', undefined]]);
    const other = [{ paymentId: 92, fiat: 'BRL' }];
    assert.deepEqual(await partOf({ ...order, methods: other }), [['part', undefined]], 'method withdrawn');
    await kit.close(order);
    assert.deepEqual(await partOf(order), [['part', undefined]], 'closed');
  });

  it('names the method of a deposit by code, of any visit of the payer', async () => {
    const [store, api] = [createMemoryStore(), countingApi()];
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
    later(SECOND);
    const rows = (await rowsOf(send)).map(({ amount, paymentId, status }) => [amount, paymentId, status]);
    assert.deepEqual(rows, [
      ['10.00', 92, 'arrived'],
      ['11.00', 92, 'arrived'],
      ['12.00', 92, 'arrived'],
      ['30.00', 90, 'over'],
      ['31.00', 90, 'arrived'],
      ['1.00', undefined, 'arrived'],
    ]);
  });

  it('omits a deposit whose code was issued to a visit without an own account', async () => {
    const store = createMemoryStore();
    const api = fakeApi({ slip: pix('55') });
    await shop({ api, store }).send();
    api.script({ flows: flowPage({ txId: '55', createTime: NOW }, { txId: '56', createTime: NOW }) });
    const rows = await rowsOf(shop({ api, store, grant: WALLET }).send);
    assert.deepEqual(
      rows.map(({ txId }) => txId),
      ['56'],
    );
  });
});
