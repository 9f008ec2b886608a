/** What is slow, full or shared for one visit, and must not change what another gets. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'deposit-slip/kit';
import { countingApi, fakeApi, flowPage, pix } from './fake-api.js';
import { PIX_GRANT, sendTo, shop, txIdOf, withAdd } from './shop.js';

const authorize = ({ headers }: Request) => ({ ...PIX_GRANT, id: headers.get('cookie')!, amount: '150.00' });
const as = (cookie: string) => ({ headers: { cookie } });

describe('a visit whose store or look-up is slow', () => {
  it('delays no other: a paid order gets its receipt and no second code', async ({ mock }) => {
    // A second passes only while a call hangs. In real time, a busy machine could be too slow for the other visit too.
    mock.timers.enable({ apis: ['setTimeout'] });
    const hang = (): Promise<never> => {
      setImmediate(() => mock.timers.tick(1_000));
      return new Promise(() => undefined);
    };
    for (const slow of ['look-up', 'store']) {
      const [stored, paid] = [new Map<string, string>(), new Set<string>()];
      let [slowTxId, slowKey] = ['', 'none'];
      const get = (key: string) => (key.includes(slowKey) ? hang() : stored.get(key));
      const store = { get, set: (key: string, value: string) => void stored.set(key, value) };
      const api = countingApi();
      api.script({
        flows: ({ searchParams }) => {
          const txId = searchParams.get('txId')!;
          return txId === slowTxId ? hang() : flowPage(...(paid.has(txId) ? [{ txId }] : []));
        },
      });
      const { kit } = shop({ api, authorize, store, timeout: 1_500 });
      const [other, order] = [await sendTo(kit, '', as('a')), await sendTo(kit, '', as('b'))];
      if (slow === 'look-up') slowTxId = txIdOf(other);
      else slowKey = [...stored.keys()][0]!.split(':')[2]!;
      paid.add(txIdOf(order));
      await sendTo(kit, '', as('a'));
      for (const query of ['', '?refresh=1'])
        assert.equal((await sendTo(kit, query, as('b'))).body.data?.['status'], 'arrived', slow);
    }
  });
});

describe('an order whose store cannot be read', () => {
  it('gets no code, because it may be paid, and one of a free amount gets its slip', async () => {
    const store = memoryStore();
    let isDown = false;
    const get = (key: string) => (isDown ? assert.fail('down') : store.get(key));
    const order = shop({ authorize, store: withAdd({ get, set: store.set.bind(store) }) });
    for (isDown of [false, true, true]) {
      const { status, body } = await sendTo(order.kit, isDown ? '?refresh=1' : '', as('a'));
      assert.deepEqual([status, body.kind], isDown ? [503, 'unavailable'] : [200, undefined]);
    }
    assert.equal(order.api.slips().length, 1);
    assert.equal(order.logger.lines.length, 1, 'it is logged once a minute');
  });
});

describe('two kits on one store', () => {
  it('share slips only if they have the same API and are both tests or neither', async () => {
    const store = memoryStore();
    const kits = ['https://a.example', 'https://a.example/v1', 'https://b.example', 'https://a.example/']
      .map((baseUrl) => ({ baseUrl }))
      .concat({ baseUrl: 'https://a.example', test: true } as never);
    const api = countingApi();
    const txIds = [];
    for (const options of kits) txIds.push(txIdOf(await shop({ api, store, ...options }).send()));
    assert.deepEqual(txIds, ['1', '2', '3', '1', '4']);
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

  it('is counted while the memory store is full, which is logged once a minute', async () => {
    const store = memoryStore({ maxEntries: 40 });
    const { kit, logger } = shop({ api: fakeApi(), store, authorize, refreshes: 2 });
    for (let at = 0; at < 40; at += 1) await sendTo(kit, '', as(`visit-${at}`));
    const statuses = [];
    for (const _ of [1, 2, 3]) statuses.push((await sendTo(kit, '?refresh=1', as('visit-0'))).status);
    assert.deepEqual([statuses, logger.lines.length], [[200, 200, 429], 1]);
  });
});
