/** The hooks of the guide to events, called by the kit and using the tables of the guide. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import type { DepositEvent, Grant, KitHooks, PaidEvent } from 'deposit-slip/kit';
import { later, NOW, SECOND, useClock } from '../server/clock.js';
import { countingApi, flowPage } from '../server/fake-api.js';
import { PIX_GRANT, shop, txIdOf } from '../server/shop.js';
import { example, ExampleFolder } from './examples.js';

const folder = new ExampleFolder();
folder.write('database', 'export const pool = (globalThis as { examplePool?: unknown }).examplePool;');
for (const name of ['orders', 'wallets']) folder.write(name, example('docs/events.md', name));

const ORDER: Grant = { ...PIX_GRANT, amount: '150.00' };

/**
 * The data that a hook receives, with the ids of the example in place of random ones, and times relative to
 * the first.
 */
type Told = readonly [hook: string, event: unknown];

describe('the payloads of the guide to events', () => {
  useClock();

  it('are those that the hooks receive: a partial payment, the rest with an excess, a return, and an unknown deposit', async () => {
    const told: Told[] = [];
    const note = (hook: string) => (event: object) => told.push([hook, event]);
    const on = Object.fromEntries(
      ['deposit', 'paid', 'returned', 'unmatched'].map((hook) => [hook, note(hook)]),
    );
    const grant = { ...ORDER, id: 'order-7', merchantId: 1001, reference: 'A-1042' };
    const { api, send } = shop({ api: countingApi(), grant, on });
    const flows: Record<string, unknown>[] = [];
    const slips = [await send()];
    for (const [changed, code] of [
      ['100.00', 0],
      ['60.00', 1],
      ['-10.00', 1],
      ['20.00', undefined],
    ] as const) {
      const txId = code === undefined ? '99' : txIdOf(slips[code]!);
      flows.push({ id: flows.length + 1, merchantId: 1001, txId, changed, createTime: String(Date.now()) });
      api.script({ flows: flowPage(...flows) });
      later(SECOND);
      await send(`?arrival=${slips.at(-1)!.body.arrival}`);
      if (flows.length === 1) slips.push(await send());
    }
    const known = told.filter(([hook], at) => told.findIndex(([other]) => other === hook) === at);
    const described = known.map(([hook]): Told => [
      hook,
      JSON.parse(example('docs/events.md', `${hook}_event`)),
    ]);
    assert.deepEqual(plain(known), plain(described));
    assert.deepEqual(
      told.map(([hook]) => hook),
      ['deposit', 'deposit', 'paid', 'returned', 'unmatched'],
    );
  });
});

/** Random ids, numbered in the order of their appearance, and times as milliseconds after the first. */
function plain(told: readonly Told[]): readonly Told[] {
  const ids: string[] = [];
  let first: number | undefined;
  const revive = (_key: string, value: unknown): unknown => {
    if (typeof value === 'number' && value > NOW / 2) return value - (first ??= value);
    if (typeof value !== 'string' || !/^[\da-f]{8}-/.test(value)) return value;
    if (!ids.includes(value)) ids.push(value);
    return `id ${ids.indexOf(value)}`;
  };
  return JSON.parse(JSON.stringify(told), revive) as readonly Told[];
}

describe('the hooks of the guide to events', () => {
  let database: PGlite;
  let orderHooks: KitHooks;
  let walletHooks: KitHooks;

  before(async () => {
    database = await PGlite.create();
    await database.exec(example('docs/events.md', 'tables'));
    Object.assign(globalThis, { examplePool: database });
    ({ orderHooks } = await folder.load<{ orderHooks: KitHooks }>('orders'));
    ({ walletHooks } = await folder.load<{ walletHooks: KitHooks }>('wallets'));
  });
  after(() => database.close());
  beforeEach(() =>
    database.exec("delete from bookings; delete from orders; insert into orders values ('order-1')"),
  );
  useClock();

  /** A page that polls. Each time, its API has one more deposit or return. Every hook is called twice. */
  async function pay(grant: Grant, hooks: KitHooks, ...sums: readonly string[]): Promise<void> {
    const api = countingApi();
    const { send } = shop({ api, grant, on: twice(hooks) });
    const flows: Record<string, unknown>[] = [];
    for (const changed of sums) {
      const slip = await send();
      // A return has the code of the first deposit.
      const txId = changed.startsWith('-') ? '1' : txIdOf(slip);
      flows.push({ id: flows.length + 1, txId, changed, createTime: String(Date.now()) });
      api.script({ flows: flowPage(...flows) });
      later(SECOND);
      await send(slip.body.arrival ? `?arrival=${slip.body.arrival}` : '');
    }
  }

  const orderNow = async () => (await database.query('select is_shipped, received from orders')).rows[0];
  const bookings = async () =>
    (await database.query('select amount, returned from bookings order by amount')).rows;

  it('ship an order when it is paid in full, and not when it is paid in part', async () => {
    await pay(ORDER, orderHooks, '100.00');
    assert.deepEqual(await orderNow(), { is_shipped: false, received: '100.00' });
    await pay(ORDER, orderHooks, '100.00', '50.00');
    assert.deepEqual(await orderNow(), { is_shipped: true, received: '150.00' });
  });

  it('record that money of a shipped order was returned', async () => {
    await pay(ORDER, orderHooks, '150.00', '-150.00');
    assert.deepEqual(await orderNow(), { is_shipped: true, received: '0.00' });
  });

  it('list the orders that somebody must look at', async () => {
    const listed = async () => (await database.query(example('docs/events.md', 'attention'))).rows;
    await pay(ORDER, orderHooks, '150.00');
    assert.deepEqual(await listed(), []);
    await pay(ORDER, orderHooks, '170.00');
    assert.deepEqual(await listed(), [
      { id: 'order-1', status: 'over', received: '170.00', excess: '20.00' },
    ]);
    await database.exec('update orders set is_shipped = false, is_cancelled = true');
    await pay(ORDER, orderHooks, '150.00');
    assert.deepEqual(await listed(), [{ id: 'order-1', status: 'paid', received: '150.00', excess: '0' }]);
    assert.deepEqual(await orderNow(), { is_shipped: false, received: '150.00' });
  });

  it('credit a wallet once for each deposit, and record returns', async () => {
    await pay(PIX_GRANT, walletHooks, '20.00', '30.00', '-20.00');
    assert.deepEqual(await bookings(), [
      { amount: '20.00', returned: '20.00' },
      { amount: '30.00', returned: '0' },
    ]);
  });
});

/**
 * Hooks that are called twice with each event, as after a server that stopped before it recorded the first
 * call.
 */
function twice(hooks: KitHooks): KitHooks {
  const repeated = Object.entries(hooks).map(([name, hook]) => [
    name,
    async (event: DepositEvent & PaidEvent) => {
      await (hook as (event: object) => unknown)(event);
      await (hook as (event: object) => unknown)(event);
    },
  ]);
  return Object.fromEntries(repeated) as KitHooks;
}
