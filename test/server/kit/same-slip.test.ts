import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createMemoryStore } from 'deposit-slip/kit';
import { PERU, countingApi, fakeApi, pix } from '../fake-api.js';
import { PERU_GRANT, PIX_GRANT, shop, txIdOf } from '../shop.js';

describe('the same visit', () => {
  it('gets the same slip and the same arrival token again', async () => {
    const { api, send } = shop({ api: countingApi() });
    const first = await send();
    const second = await send('?paymentId=90&fiat=BRL&unknown=1');
    const { checked, ...body } = second.body;
    assert.deepEqual(body, first.body);
    assert.equal(typeof checked, 'number', 'deposits were looked up');
    assert.equal(api.slips().length, 1);
  });

  it('causes one request to the API for fifty clicks at once, and one for fifty refreshes', async () => {
    const { api, send } = shop({ api: countingApi() });
    for (const [query, txId] of [
      ['?paymentId=90', '1'],
      ['?refresh=1', '2'],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(query)));
      assert.deepEqual([...new Set(answers.map(txIdOf))], [txId]);
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    }
    assert.equal(api.slips().length, 2);
  });

  it('gets a new slip with refresh, and keeps the new one from then on', async () => {
    const { send } = shop({ api: countingApi() });
    assert.equal(txIdOf(await send()), '1');
    assert.equal(txIdOf(await send('?refresh=1')), '2');
    assert.equal(txIdOf(await send()), '2');
  });

  it('keeps the refreshed slip even if an older request is slow', async () => {
    const responses: (() => void)[] = [];
    let last = 0;
    const api = fakeApi({
      slip: () => {
        const txId = String(++last);
        return new Promise<string>((resolve) => responses.push(() => resolve(pix(txId))));
      },
    });
    const { send } = shop({ api });
    const requests = async (count: number): Promise<void> => {
      while (responses.length < count) await setImmediate();
    };
    const first = send();
    await requests(1);
    const fresh = send('?refresh=1');
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    assert.equal(responses.length, 1, 'the refresh waits for the older request');
    responses[0]?.();
    assert.equal(txIdOf(await first), '1');
    await requests(2);
    const joined = send();
    responses[1]?.();
    assert.equal(txIdOf(await fresh), '2');
    assert.equal(txIdOf(await joined), '2', 'a request in the meantime waits for the new slip');
    assert.equal(txIdOf(await send()), '2');
  });

  it('keeps its slip when a refresh fails', async () => {
    const { api, send } = shop({ api: countingApi() });
    await send();
    api.script({ slip: new TypeError('down') });
    assert.equal((await send('?refresh=1')).status, 502);
    assert.equal(txIdOf(await send()), '1');
  });

  it('shares a failure with concurrent requests, but not with later ones', async () => {
    const api = fakeApi({ slip: () => setImmediate(new TypeError('down')) });
    let counted = 0;
    let onTenth = (): void => undefined;
    const tenth = new Promise<void>((resolve) => (onTenth = resolve));
    const limiter = { consume: () => void ((counted += 1) === 10 && onTenth()) };
    const { send } = shop({
      limiter,
      // The API responds once all ten requests are pending.
      fetch: (...request) => tenth.then(() => setImmediate()).then(() => api.fetch(...request)),
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send()));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [502]);
    assert.equal(new Set(answers.map(({ body }) => body.requestId)).size, 10);
    assert.equal(api.slips().length, 1);
    api.script({ slip: pix() });
    assert.equal((await send()).status, 200);
  });

  it('gets one slip per amount, however the amount is written', async () => {
    const { api, send } = shop({ api: fakeApi({ slip: PERU }), grant: PERU_GRANT });
    for (const amount of ['150', '150.0', '150.00', '151']) await send(`?amount=${amount}`);
    assert.equal(api.slips().length, 2);
  });

  it('shares its slip with no other visit, merchant, alias or method', async () => {
    const api = countingApi();
    const store = createMemoryStore();
    const others = [
      {},
      { id: 'order-2' },
      { merchantId: 7002 },
      { depositAlias: 'b' },
      { methods: [{ paymentId: 92, fiat: 'BRL' }] },
    ];
    const ids: string[] = [];
    for (const other of others)
      ids.push(txIdOf(await shop({ api, store, grant: { ...PIX_GRANT, ...other } }).send()));
    assert.deepEqual(ids, ['1', '2', '3', '4', '5']);
  });

  it('gets a new slip after an hour', async ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    const { send } = shop({ api: countingApi() });
    await send();
    mock.timers.tick(3_599_000);
    assert.equal(txIdOf(await send()), '1');
    mock.timers.tick(1_000);
    assert.equal(txIdOf(await send()), '2');
  });
});
