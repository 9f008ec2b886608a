import assert from 'node:assert/strict';
import { after, before, describe, it, test } from 'node:test';
import type { Db } from '../src/db/db.js';
import { ordersStatement, readOrders, type OrderFilter } from '../src/ledger/orders.js';
import { rowsRead } from './plan.js';
import { BODIES, PATHS } from './requests.js';
import { openDb, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

const KIND = 'crypto_to_fiat' as const;
const START = Date.UTC(2025, 5, 1);
const HOUR = 3_600_000;
const hours = (count: number) => BigInt(START + count * HOUR);

/**
 * Creates orders of two merchants, one every four hours and some at the same time, then changes their
 * statuses.
 */
const ORDERS = `insert into orders (kind, client_id, merchant, price, currency, payment_id, amount, fee, crypto,
    crypto_amount, at)
  select '${KIND}', 'page-' || n, 1001 + n % 2, '3.75', 'PEN', 95, 1, 0, 'USDT', '1', ${START} + (n - n % 3) * 4 * ${HOUR}::bigint
  from generate_series(1, 400) n;
  select move_order(id, (array[30, 31, 40, 60, 70])[1 + id % 5], ${START} + 2000 * ${HOUR}::bigint)
  from orders where client_id like 'page-%' and id % 3 > 0`;

const TIMES: readonly Partial<OrderFilter>[] = [
  {},
  { startTime: hours(500) },
  { endTime: hours(900) },
  { startTime: hours(24 * 10), endTime: hours(24 * 20) },
  { startTime: hours(24 * 10 + 12), endTime: hours(24 * 40 + 12) + 1n },
  { startTime: hours(12), endTime: hours(13) },
  { startTime: hours(12), endTime: hours(12) },
  { endTime: 0n },
];
const STATUSES = [{}, { orderStatus: 60 }, { orderStatus: 50 }];
const FILTERS: readonly OrderFilter[] = [
  ...STATUSES.flatMap((status) => TIMES.map((times) => ({ merchants: [1001n, 1002n], ...status, ...times }))),
  ...STATUSES.map((status) => ({ merchants: [1002n], ...status, ...TIMES[4] })),
].map((filter) => ({ orderType: KIND, ...filter }));
const PAGES = [
  { current: 1, size: 10 },
  { current: 2, size: 3 },
  { current: 9, size: 3 },
  { current: 40, size: 10 },
  { current: 100, size: 10 },
];

interface Listed {
  readonly id: bigint;
  readonly merchant: bigint;
  readonly status: number;
  readonly at: bigint;
}

const isListed = (
  { merchant, status, at }: Listed,
  { merchants, orderStatus, startTime, endTime }: OrderFilter,
): boolean =>
  merchants.includes(merchant) &&
  (orderStatus === undefined || status === orderStatus) &&
  (startTime === undefined || at >= startTime) &&
  (endTime === undefined || at < endTime);

describe('a page of orders', () => {
  let db: Db;
  before(async () => {
    db = await openDb();
    await db.script(ORDERS);
  });
  after(() => db.close());

  it('has the orders of its filter and their total, wherever it is in the list', async () => {
    const orders = await db.query<Listed>(
      `select id, merchant, status, at from orders where kind = '${KIND}' order by at desc, id desc`,
    );
    for (const filter of FILTERS) {
      const listed = orders.filter((order) => isListed(order, filter));
      for (const { current, size } of PAGES) {
        const page = await readOrders(db, filter, { current, size });
        const ids = listed.slice((current - 1) * size, current * size).map(({ id }) => id);
        assert.deepEqual(
          { total: page.total, ids: page.orders.map(({ id }) => id) },
          { total: BigInt(listed.length), ids },
          `${filter.merchants.join()} ${filter.orderStatus} ${filter.startTime} ${filter.endTime}: ${current}, ${size}`,
        );
      }
    }
  });

  // Plans must be good without statistics: a server has none for a new table yet, and PGlite never has any.
  it('reads the orders of only a few days, however many there are', async () => {
    for (const filter of FILTERS)
      for (const current of [1, 20]) {
        const { sql, params } = ordersStatement(filter, { current, size: 10 });
        const read = await rowsRead(db, sql, params, 'orders');
        assert.ok(read < 80, `${read} rows: ${filter.orderStatus} ${filter.startTime} ${filter.endTime}`);
      }
  });
});

test('orders are listed from startTime, inclusive, to endTime, exclusive', async () => {
  const order = await sandbox.control.order({ ...BODIES.order, clientId: 'at' });
  const time = Number((order as unknown as { createTime: string }).createTime);
  for (const [range, found] of [
    [{ startTime: time }, ['at']],
    [{ startTime: time + 1 }, []],
    [{ endTime: time }, []],
    [{ endTime: time + 1 }, ['at']],
  ] as const) {
    const params = { orderType: 'fiat_to_crypto', pageSize: 100, ...range };
    const { record } = (await sandbox.get(PATHS.orders, params)).body.data;
    const clientIds = (record as unknown as readonly { clientId: string }[]).map(({ clientId }) => clientId);
    assert.deepEqual(
      clientIds.filter((clientId) => clientId === 'at'),
      found,
      JSON.stringify(range),
    );
  }
});
