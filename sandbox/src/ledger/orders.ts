import type { OrderType } from 'deposit-slip/contract';
import { onlyRow, type Queries } from '../db/db.js';

/** Selects orders. Times are in milliseconds; `startTime` is inclusive, `endTime` exclusive. */
export interface OrderFilter {
  readonly merchants: readonly bigint[];
  readonly orderType: OrderType;
  readonly orderStatus?: number | undefined;
  readonly startTime?: bigint | undefined;
  readonly endTime?: bigint | undefined;
}

/** Fields of every order. Fiat amounts are in minor units; price and crypto amount are decimal strings. */
interface AnyOrder {
  readonly id: bigint;
  readonly clientId: string;
  readonly merchant: bigint;
  readonly price: string;
  readonly status: number;
  readonly at: bigint;
  readonly completedAt: bigint | null;
}

/** A purchase or sale of crypto. */
export interface CryptoOrderRow extends AnyOrder {
  readonly kind: 'fiat_to_crypto' | 'crypto_to_fiat';
  readonly paymentId: number;
  readonly country: string;
  readonly crypto: string;
  readonly fiat: string;
  readonly cryptoAmount: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly hasRefund: boolean;
}

/** One side of an exchange between two fiat currencies. */
export interface OrderSide {
  readonly account: bigint;
  readonly paymentId: number;
  readonly country: string;
  readonly fiat: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

/** An exchange between two fiat currencies. */
export interface FiatOrderRow extends AnyOrder {
  readonly kind: 'fiat_to_fiat';
  readonly payIn: OrderSide;
  readonly payOut: OrderSide;
}

export type OrderRow = CryptoOrderRow | FiatOrderRow;

const country = (of: string) => `(select country from pair where fiat = ${of} limit 1)`;

const COMMON = `o.id, o.kind, o.client_id as "clientId", o.merchant, o.price, o.status, o.at,
  o.completed_at as "completedAt"`;

const CRYPTO_ORDER = `${COMMON}, o.payment_id as "paymentId", ${country('o.currency')} as country, o.crypto,
  o.currency as fiat, o.crypto_amount as "cryptoAmount", o.amount, o.fee, o.has_refund as "hasRefund"`;

const side = (name: 'in' | 'out') =>
  ['account', 'currency', 'payment_id', 'amount', 'fee']
    .map((field) => (field === 'account' ? `${name}_account.id as ${name}_account` : `o.${name}_${field}`))
    .concat(`${country(`o.${name}_currency`)} as ${name}_country`)
    .join(', ');

const account = (name: 'in' | 'out') =>
  `left join account ${name}_account on ${name}_account.merchant = o.merchant
     and ${name}_account.currency = o.${name}_currency`;

const SOURCES: Record<OrderType, { readonly fields: string; readonly from: string }> = {
  fiat_to_crypto: { fields: CRYPTO_ORDER, from: 'crypto_order o' },
  crypto_to_fiat: { fields: CRYPTO_ORDER, from: 'crypto_order o' },
  fiat_to_fiat: {
    fields: `${COMMON}, ${side('in')}, ${side('out')}`,
    from: `fiat_order o ${account('in')} ${account('out')}`,
  },
};

/**
 * Reads one page of orders, newest first, and their total number. Orders of the same time are ordered by id. Both are
 * read in one statement, so that they agree.
 */
export async function readOrders(
  db: Queries,
  filter: OrderFilter,
  page: { readonly current: number; readonly size: number },
): Promise<{ total: bigint; orders: OrderRow[] }> {
  const { merchants, orderType, orderStatus, startTime, endTime } = filter;
  const { fields, from } = SOURCES[orderType];
  const where = `from ${from} where o.merchant = any($1::bigint[]) and o.kind = $2
    and ($3::int is null or o.status = $3) and ($4::bigint is null or o.at >= $4)
    and ($5::bigint is null or o.at < $5)`;
  const rows = await db.query<Counted & (Row | { readonly id: null })>(
    `with found as (select count(*) as count ${where}),
     page as (select ${fields} ${where} order by o.at desc, o.id desc limit $6 offset $7)
     select found.count, page.* from found left join page on true order by page.at desc, page.id desc`,
    [
      merchants,
      orderType,
      orderStatus ?? null,
      startTime ?? null,
      endTime ?? null,
      page.size,
      BigInt(page.current - 1) * BigInt(page.size),
    ],
  );
  const orders = rows.filter((row): row is Row & Counted => row.id !== null).map(toOrder);
  return { total: rows[0]?.count ?? 0n, orders };
}

/** Finds an order of any kind; undefined if it does not exist. */
export async function findOrder(db: Queries, id: bigint): Promise<OrderRow | undefined> {
  for (const kind of ['fiat_to_crypto', 'fiat_to_fiat'] as const) {
    const { fields, from } = SOURCES[kind];
    const [row] = await db.query<Row>(`select ${fields} from ${from} where o.id = $1`, [id]);
    if (row) return toOrder(row);
  }
  return undefined;
}

/** Every row carries the total number. An empty page still gives one row, whose other columns are null. */
interface Counted {
  readonly count: bigint;
}

type Row = CryptoOrderRow | FlatFiatOrder;

type Flat<Name extends string> = {
  readonly [Field in `${Name}_account` | `${Name}_amount` | `${Name}_fee`]: bigint;
} & { readonly [Field in `${Name}_currency` | `${Name}_country`]: string } & {
  readonly [Field in `${Name}_payment_id`]: number;
};

type FlatFiatOrder = AnyOrder & Flat<'in'> & Flat<'out'> & { readonly kind: 'fiat_to_fiat' };

function toOrder(row: Row): OrderRow {
  if (row.kind !== 'fiat_to_fiat') return row;
  const { id, kind, clientId, merchant, price, status, at, completedAt } = row;
  return {
    ...{ id, kind, clientId, merchant, price, status, at, completedAt },
    payIn: {
      account: row.in_account,
      paymentId: row.in_payment_id,
      country: row.in_country,
      fiat: row.in_currency,
      amount: row.in_amount,
      fee: row.in_fee,
    },
    payOut: {
      account: row.out_account,
      paymentId: row.out_payment_id,
      country: row.out_country,
      fiat: row.out_currency,
      amount: row.out_amount,
      fee: row.out_fee,
    },
  };
}

/** A purchase or sale of crypto to create. It starts in status 10, pending. */
export type NewCryptoOrder = Pick<
  CryptoOrderRow,
  | 'kind'
  | 'clientId'
  | 'merchant'
  | 'paymentId'
  | 'crypto'
  | 'fiat'
  | 'price'
  | 'cryptoAmount'
  | 'amount'
  | 'fee'
>;

/** An exchange between two fiat currencies to create. It starts in status 10, pending. */
export type NewFiatOrder = Pick<FiatOrderRow, 'kind' | 'clientId' | 'merchant' | 'price'> & {
  readonly payIn: NewSide;
  readonly payOut: NewSide;
};

type NewSide = Pick<OrderSide, 'paymentId' | 'fiat' | 'amount' | 'fee'>;

/** Creates an order and returns its id. */
export async function createOrder(db: Queries, order: NewCryptoOrder | NewFiatOrder): Promise<bigint> {
  const rows = await (order.kind === 'fiat_to_fiat'
    ? insertFiatOrder(db, order)
    : insertCryptoOrder(db, order));
  return onlyRow(rows).id;
}

function insertCryptoOrder(db: Queries, order: NewCryptoOrder): Promise<{ id: bigint }[]> {
  const { kind, clientId, merchant, paymentId, crypto, fiat, price, cryptoAmount, amount, fee } = order;
  return db.query(
    `insert into crypto_order (kind, client_id, merchant, payment_id, crypto, currency, price, crypto_amount, amount,
       fee, status, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 10, clock_ms()) returning id`,
    [kind, clientId, merchant, paymentId, crypto, fiat, price, cryptoAmount, amount, fee],
  );
}

function insertFiatOrder(db: Queries, order: NewFiatOrder): Promise<{ id: bigint }[]> {
  const { clientId, merchant, price, payIn, payOut } = order;
  const sides = [payIn, payOut].flatMap(({ fiat, paymentId, amount, fee }) => [fiat, paymentId, amount, fee]);
  return db.query(
    `insert into fiat_order (client_id, merchant, price, in_currency, in_payment_id, in_amount, in_fee, out_currency,
       out_payment_id, out_amount, out_fee, status, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 10, clock_ms()) returning id`,
    [clientId, merchant, price, ...sides],
  );
}

/** Moves an order to another status. A purchase is paid, or its payment returned, on the way (`move_order`). */
export async function moveOrder(db: Queries, id: bigint, status: number): Promise<void> {
  await db.query('select move_order($1, $2)', [id, status]);
}

/** Refunds a released purchase, or reverses the refund (`refund_order`). */
export async function refundOrder(db: Queries, id: bigint, isRefunded: boolean): Promise<void> {
  await db.query('select refund_order($1, $2)', [id, isRefunded]);
}
