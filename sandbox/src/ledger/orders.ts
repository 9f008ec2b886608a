import type { OrderType } from 'deposit-slip/contract';
import { onlyRow, type Param, type Queries } from '../db/db.js';
import { SqlParams, type PageNumber } from './page.js';

/** A fiat amount of an order, in minor units, and the method by which it is paid. */
export interface NewSide {
  readonly paymentId: number;
  readonly fiat: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

/** An order to create. It starts in status 10, pending. Price and crypto amount are decimal strings. */
export interface NewOrder {
  readonly kind: OrderType;
  /** Unique among the merchant's orders of all kinds. */
  readonly clientId: string;
  readonly merchant: bigint;
  readonly price: string;
  /** The fiat side; for an exchange, the side that is paid in. */
  readonly side: NewSide;
  /** The crypto side of a purchase or sale. */
  readonly crypto?: { readonly token: string; readonly amount: string } | undefined;
  /** The side of an exchange that is paid out. */
  readonly payOut?: NewSide | undefined;
}

/** A fiat side, with the merchant's account in its currency. */
export interface OrderSide extends NewSide {
  readonly account: bigint;
  readonly country: string;
}

/** A recorded order. Times are in milliseconds. */
export interface Order extends NewOrder {
  readonly id: bigint;
  readonly side: OrderSide;
  readonly payOut?: OrderSide | undefined;
  readonly status: number;
  readonly hasRefund: boolean;
  readonly at: bigint;
  readonly completedAt: bigint | null;
}

/** Selects orders. Times are in milliseconds; `startTime` is inclusive, `endTime` exclusive. */
export interface OrderFilter {
  readonly merchants: readonly bigint[];
  readonly orderType: OrderType;
  readonly orderStatus?: number | undefined;
  readonly startTime?: bigint | number | undefined;
  readonly endTime?: bigint | number | undefined;
}

/** The columns of a side: those of the table, its account, and the country of its currency. */
const sideColumns = (name: 'side' | 'out', prefix: string) =>
  `${name}.id as ${name}_account, (select country from pair where fiat = o.${prefix}currency limit 1) as ${name}_country,
   o.${prefix}payment_id as ${name}_payment_id, o.${prefix}currency as ${name}_fiat, o.${prefix}amount as ${name}_amount,
   o.${prefix}fee as ${name}_fee`;

const COLUMNS = `o.id, o.kind, o.client_id, o.merchant, o.price, o.status, o.has_refund, o.at, o.completed_at,
  o.crypto, o.crypto_amount, ${sideColumns('side', '')}, ${sideColumns('out', 'out_')}`;

const ACCOUNTS = `join account side on side.merchant = o.merchant and side.currency = o.currency
  left join account out on out.merchant = o.merchant and out.currency = o.out_currency`;

/**
 * Reads one page of orders, newest first, and their total number. Orders of the same time are ordered by id.
 * Both are read in one statement, so that they agree.
 */
export async function readOrders(
  db: Queries,
  filter: OrderFilter,
  page: PageNumber,
): Promise<{ total: bigint; orders: Order[] }> {
  const { sql, params } = ordersStatement(filter, page);
  const rows = await db.query<{ count: bigint } & (Row | { readonly id: null })>(sql, params);
  const orders = rows.filter((row): row is Row & { count: bigint } => row.id !== null).map(toOrder);
  return { total: rows[0]?.count ?? 0n, orders };
}

const DAY = '86400000';

/**
 * The statement of `readOrders`. It adds up the stored number of orders of each day (`order_count`), and
 * counts only days that the time window cuts. It then reads as many orders as the page needs, beginning with
 * the day on which the page begins, from the index of the filter.
 */
export function ordersStatement(
  { merchants, orderType, orderStatus, startTime, endTime }: OrderFilter,
  { current, size }: PageNumber,
): { readonly sql: string; readonly params: readonly Param[] } {
  const params = new SqlParams();
  const part = `part as (select unnest(${params.add(merchants, 'bigint[]')}) as id)`;
  const listed = [
    'i.merchant = part.id',
    `i.kind = ${params.add(orderType, 'text')}`,
    ...params.condition('i.status =', orderStatus, 'smallint'),
  ].join(' and ');
  const start = params.add(startTime ?? 0n, 'bigint');
  const end = params.add(endTime ?? MAX_TIME, 'bigint');
  const skipped = params.add(BigInt(current - 1) * BigInt(size), 'bigint');
  const taken = params.add(size, 'bigint');
  const sql = `with ${part},
    kept as (select i.day * ${DAY} as since, (i.day + 1) * ${DAY} as until, sum(i.orders) as orders
      from part join order_count i on ${listed}
        and i.day >= day_of(${start}) and i.day <= day_of(${end} - 1) group by i.day),
    days as (select until, case when since >= ${start} and until <= ${end} then orders
        else (select count(*) from part join orders i on ${listed}
          and i.at >= greatest(since, ${start}) and i.at < least(until, ${end})) end as orders from kept),
    found as (select coalesce(sum(orders), 0)::bigint as count from days),
    spot as (select least(until, ${end}) as until, (${skipped} - newer)::bigint as skipped
      from (select until, orders, sum(orders) over (order by until desc) - orders as newer from days) d
      where newer <= ${skipped} and ${skipped} < newer + orders),
    key as (select i.at, i.id from spot cross join part cross join lateral (
        select i.at, i.id from orders i where ${listed} and i.at >= ${start} and i.at < spot.until
        order by i.at desc, i.id desc limit spot.skipped + ${taken}) i
      order by i.at desc, i.id desc limit ${taken} offset (select skipped from spot)),
    page as (select ${COLUMNS} from key join orders o on o.id = key.id ${ACCOUNTS})
    select found.count, page.* from found left join page on true order by page.at desc, page.id desc`;
  return { sql, params: params.values };
}

/** Later than any order. */
const MAX_TIME = 2n ** 62n;

/** Finds an order; undefined if it does not exist. */
export async function findOrder(db: Queries, id: bigint): Promise<Order | undefined> {
  const [row] = await db.query<Row>(`select ${COLUMNS} from orders o ${ACCOUNTS} where o.id = $1`, [id]);
  return row && toOrder(row);
}

/** Columns of a side; those of `out` are null unless the order is an exchange. */
type SideRow<Name extends string> = {
  readonly [Field in `${Name}_account` | `${Name}_amount` | `${Name}_fee`]: bigint;
} & { readonly [Field in `${Name}_fiat` | `${Name}_country`]: string } & {
  readonly [Field in `${Name}_payment_id`]: number;
};

interface Row extends SideRow<'side'>, SideRow<'out'> {
  readonly id: bigint;
  readonly kind: OrderType;
  readonly client_id: string;
  readonly merchant: bigint;
  readonly price: string;
  readonly status: number;
  readonly has_refund: boolean;
  readonly at: bigint;
  readonly completed_at: bigint | null;
  readonly crypto: string | null;
  readonly crypto_amount: string;
}

function toOrder(row: Row): Order {
  const { id, kind, merchant, price, status, at } = row;
  return {
    ...{ id, kind, clientId: row.client_id, merchant, price, status, at },
    ...{ hasRefund: row.has_refund, completedAt: row.completed_at },
    side: toSide(row, 'side'),
    crypto: row.crypto === null ? undefined : { token: row.crypto, amount: row.crypto_amount },
    payOut: kind === 'fiat_to_fiat' ? toSide(row, 'out') : undefined,
  };
}

function toSide(row: Row, name: 'side' | 'out'): OrderSide {
  return {
    account: row[`${name}_account`],
    country: row[`${name}_country`],
    paymentId: row[`${name}_payment_id`],
    fiat: row[`${name}_fiat`],
    amount: row[`${name}_amount`],
    fee: row[`${name}_fee`],
  };
}

/** Creates an order and returns its id. */
export async function createOrder(db: Queries, order: NewOrder): Promise<bigint> {
  const { kind, clientId, merchant, price, side, crypto, payOut } = order;
  const rows = await db.query<{ id: bigint }>(
    `insert into orders (kind, client_id, merchant, price, currency, payment_id, amount, fee, crypto, crypto_amount,
       out_currency, out_payment_id, out_amount, out_fee, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, clock_ms()) returning id`,
    [
      ...[kind, clientId, merchant, price, side.fiat, side.paymentId, side.amount, side.fee],
      ...[crypto?.token ?? null, crypto?.amount ?? null],
      ...[payOut?.fiat ?? null, payOut?.paymentId ?? null, payOut?.amount ?? null, payOut?.fee ?? null],
    ],
  );
  return onlyRow(rows).id;
}

/**
 * Moves an order to another status. In between, a purchase is paid, or its payment returned (`move_order`).
 */
export async function moveOrder(db: Queries, id: bigint, status: number): Promise<void> {
  await db.query('select move_order($1, $2)', [id, status]);
}

/** Refunds a released purchase, or reverses the refund (`refund_order`). */
export async function refundOrder(db: Queries, id: bigint, isRefunded: boolean): Promise<void> {
  await db.query('select refund_order($1, $2)', [id, isRefunded]);
}
