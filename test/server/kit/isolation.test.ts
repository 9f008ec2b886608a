/** A slow or shared operation of one visit must not change the responses to another. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, type Grant } from 'deposit-slip/kit';
import { happens, later, resultOf, SECOND, useClock } from '../clock.js';
import { countingApi, pix, pixFlow } from '../fake-api.js';
import { PIX_GRANT, sendTo, shop, txIdOf } from '../shop.js';

/** An order of the merchant whose id is the payer's cookie. */
const authorize = ({ headers }: Request): Grant => {
  const merchantId = headers.get('cookie')!;
  return { ...PIX_GRANT, id: `order-${merchantId}`, merchantId, amount: '150.00' };
};
const as = (merchantId: string) => ({ headers: { cookie: merchantId } });

describe('a merchant whose deposits are slow to read', () => {
  useClock({ timers: true });

  it('does not delay others: a paid order gets its receipt and no second code', async () => {
    const api = countingApi();
    const { kit } = shop({ api, authorize, timeout: 60_000 });
    let paid = '';
    api.script({
      flows: ({ searchParams }) =>
        searchParams.get('merchantId') === '1' ? new Promise(() => undefined) : paid,
    });
    await sendTo(kit, '', as('1'));
    const slow = sendTo(kit, '', as('1'));
    await happens(() => api.flows().length === 1);
    const order = await sendTo(kit, '', as('2'));
    paid = pixFlow(txIdOf(order)).replaceAll('7001', '2');
    for (const query of ['', '?refresh=1'])
      assert.equal(
        (await resultOf(sendTo(kit, query, as('2')), 2 * SECOND)).body.data?.['status'],
        'arrived',
      );
    assert.equal(txIdOf(await resultOf(slow, 2 * SECOND)), '1', 'its own payer waits for a second');
    later(SECOND);
    assert.equal(txIdOf(await sendTo(kit, '', as('1'))), '1', 'and once only');
  });
});

describe('two kits on one store', () => {
  it('share slips only if they have the same API and both or neither are in test mode', async () => {
    const store = createMemoryStore();
    const kits = ['https://a.example', 'https://a.example/v1', 'https://b.example', 'https://a.example/']
      .map((baseUrl) => ({ baseUrl }))
      .concat({ baseUrl: 'https://a.example', test: true } as never);
    const api = countingApi();
    const txIds = [];
    for (const options of kits) txIds.push(txIdOf(await shop({ api, store, ...options }).send()));
    assert.deepEqual(txIds, ['1', '2', '3', '1', '4']);
  });

  it('share slips if they name the same scope, whatever their API', async () => {
    const [store, api] = [createMemoryStore(), countingApi()];
    const txIds = [];
    for (const [baseUrl, scope] of [
      ['https://a.example', 'shop'],
      ['https://b.example', 'shop'],
      ['https://a.example', 'other'],
    ] as const)
      txIds.push(txIdOf(await shop({ api, store, baseUrl, scope }).send()));
    assert.deepEqual(txIds, ['1', '1', '2']);
  });
});

describe('a refresh', () => {
  it('is not counted if the API fails', async () => {
    const { api, send } = shop({ api: countingApi(), refreshes: 1 });
    await send();
    api.script({ slip: new TypeError('down') });
    for (const _ of [1, 2, 3]) assert.equal((await send('?refresh=1')).status, 502);
    api.script({ slip: pix('2') });
    for (const status of [200, 429]) assert.equal((await send('?refresh=1')).status, status);
  });
});
