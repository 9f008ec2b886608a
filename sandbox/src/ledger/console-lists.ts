import { fromMinor } from 'deposit-slip/core';
import { paymentIdsOf } from '../channels.js';
import type { Queries } from '../db/db.js';
import type { channelType, posting } from '../schemas/lists.js';
import type { paymentMethodRecord } from '../schemas/setup.js';
import type { WireValue } from '../schemas/wire.js';
import { SqlParams, type Part } from './page.js';

/** Selects the rows that match all members. */
export interface ListFilter {
  readonly merchantId?: bigint | undefined;
  readonly fiat?: string | undefined;
  readonly txId?: bigint | undefined;
}

type Posting = WireValue<typeof posting>;

interface EntryRow {
  readonly posting: bigint;
  readonly id: string;
  readonly merchantId: string | null;
  readonly role: string;
  readonly flowType: string;
  readonly category: string;
  readonly changed: bigint;
  readonly total: bigint | null;
  readonly txId: string;
  readonly fiat: string;
  readonly createTime: string;
}

const ENTRY = `e.id::text, a.merchant::text as "merchantId", e.flow_type as "flowType", e.category, e.changed, e.total,
  e.tx_id::text as "txId", a.currency as fiat, e.at::text as "createTime"`;

/** Lists postings, newest first. */
export async function listPostings(db: Queries, filter: ListFilter, part: Part): Promise<Posting[]> {
  const params = new SqlParams();
  const conditions = [
    'true',
    ...accountConditions(params, filter),
    ...params.condition('e.tx_id =', filter.txId, 'bigint'),
    ...params.condition('e.posting <', part.before, 'bigint'),
  ].join(' and ');
  const limit = params.add(part.limit, 'int');
  // Joined only if needed: without the join, the newest postings are read from the end of an index.
  const isOfAccount = filter.merchantId !== undefined || filter.fiat !== undefined;
  const join = isOfAccount ? 'join account a on a.id = e.account' : '';
  const rows = await db.query<EntryRow>(
    `select e.posting, a.role, ${ENTRY} from
       (select distinct e.posting from entry e ${join} where ${conditions} order by e.posting desc limit ${limit}) p
     cross join lateral (select * from entry where posting = p.posting offset 0) e
     join account a on a.id = e.account
     order by e.posting desc, e.id`,
    params.values,
  );
  const postings = new Map<bigint, EntryRow[]>();
  for (const row of rows) postings.set(row.posting, [...(postings.get(row.posting) ?? []), row]);
  return [...postings].map(([id, entries]) => ({
    id: String(id),
    txIds: [...new Set(entries.map(({ txId }) => txId))],
    fiat: entries[0]!.fiat,
    createTime: entries[0]!.createTime,
    entries: entries.map(toEntry),
  }));
}

function toEntry({
  id,
  merchantId,
  role,
  flowType,
  category,
  changed,
  total,
}: EntryRow): Posting['entries'][number] {
  return {
    ...{ id, merchantId, role, flowType, category },
    debit: changed < 0n ? fromMinor(-changed) : null,
    credit: changed > 0n ? fromMinor(changed) : null,
    total: decimal(total),
  };
}

/**
 * Lists the flows of all merchants, or of one, newest first. Within an account, ids increase with time, so
 * the newest flows of each account are read from its index and merged.
 */
export async function listFlows(db: Queries, filter: ListFilter, part: Part): Promise<object[]> {
  const params = new SqlParams();
  const accounts = ['a.merchant is not null', ...accountConditions(params, filter)].join(' and ');
  const ofAccount = [
    'account = a.id and seq is not null',
    ...params.condition('tx_id =', filter.txId, 'bigint'),
  ];
  if (part.before !== undefined) {
    const before = params.add(part.before, 'bigint');
    ofAccount.push(`(at, id) < ((select at from entry where id = ${before}), ${before})`);
  }
  const limit = params.add(part.limit, 'int');
  const rows = await db.query<EntryRow & { extId: string }>(
    `select ${ENTRY}, e.ext_id as "extId" from account a cross join lateral (
       select * from entry where ${ofAccount.join(' and ')} order by at desc, id desc limit ${limit}) e
     where ${accounts} order by e.at desc, e.id desc limit ${limit}`,
    params.values,
  );
  return rows.map(({ changed, total, ...row }) => ({
    ...row,
    changed: fromMinor(changed),
    total: decimal(total),
  }));
}

/**
 * Lists claims, newest first. `offset 0` keeps the subquery from becoming a join, so each claim looks up only
 * its own entries.
 */
export function listClaims(db: Queries, filter: ListFilter, part: Part): Promise<object[]> {
  const columns = `c.tx_id::text as "txId", c.merchant::text as "merchantId", c.client_id as "clientId",
    c.currency as fiat, c.amount, c.fee, c.payment_method::text as "userPaymentId", booked_at(c.tx_id)::text as "createTime",
    case when exists (select from entry e where e.tx_id = c.tx_id and e.flow_type = 'WITHDRAW_ROLLBACK' offset 0)
      then 'rejected' else 'sent' end as status`;
  return listRows(db, 'withdrawal c', { columns, id: 'c.tx_id', filter, part });
}

/** Lists orders of all kinds, newest first. `nextStatuses` are the statuses that an order can move to. */
export function listOrders(db: Queries, filter: ListFilter, part: Part): Promise<object[]> {
  const columns = `c.id::text as "orderId", c.kind as "orderType", c.merchant::text as "merchantId",
    c.client_id as "clientId", c.currency as fiat, c.amount, c.fee, c.crypto, c.crypto_amount as "cryptoAmount",
    c.out_currency as "outFiat", c.out_amount as "outAmount", c.price as "orderPrice", c.status as "orderStatus",
    c.has_refund as "hasRefund", c.at::text as "createTime",
    array(select n.status from order_status n join order_status now on now.kind = c.kind and now.status = c.status
      where n.kind = c.kind and n.status > c.status and not now.is_last order by n.status) as "nextStatuses"`;
  return listRows(db, 'orders c', { columns, id: 'c.id', filter, part });
}

/** Lists the stored payment methods that claims can be paid to, in the order of their ids. */
export function listPaymentMethods(db: Queries): Promise<WireValue<typeof paymentMethodRecord>[]> {
  return db.query(
    `select id::text as "userPaymentId", merchant::text as "merchantId", currency as fiat, name from payment_method
     order by id`,
  );
}

/** Lists the channels that a merchant can have. */
export async function listChannelTypes(db: Queries): Promise<WireValue<typeof channelType>[]> {
  const types = await db.query<{ fiat: string; channel: string }>(
    'select currency as fiat, trench as channel from channel_type order by currency, trench',
  );
  return types.map(({ fiat, channel }) => ({ fiat, channel, paymentIds: paymentIdsOf(channel, fiat) }));
}

interface ListQuery {
  readonly columns: string;
  readonly id: string;
  readonly filter: ListFilter;
  readonly part: Part;
}

/** Rows of a table with the alias `c`. The members `amount`, `fee` and `outAmount` become decimal strings. */
async function listRows(
  db: Queries,
  table: string,
  { columns, id, filter, part }: ListQuery,
): Promise<object[]> {
  const params = new SqlParams();
  const conditions = [
    'true',
    ...params.condition('c.merchant =', filter.merchantId, 'bigint'),
    ...params.condition(`${id} <`, part.before, 'bigint'),
  ];
  const rows = await db.query<{ amount: bigint; fee: bigint; outAmount?: bigint | null }>(
    `select ${columns} from ${table} where ${conditions.join(' and ')} order by ${id} desc
     limit ${params.add(part.limit, 'int')}`,
    params.values,
  );
  return rows.map(({ amount, fee, outAmount = null, ...row }) => ({
    ...row,
    ...{ amount: fromMinor(amount), fee: fromMinor(fee) },
    ...(outAmount !== null && { outAmount: decimal(outAmount) }),
  }));
}

function accountConditions(params: SqlParams, { merchantId, fiat }: ListFilter): readonly string[] {
  return [
    ...params.condition('a.merchant =', merchantId, 'bigint'),
    ...params.condition('a.currency =', fiat, 'text'),
  ];
}

function decimal(minor: bigint | null): string | null {
  return minor === null ? null : fromMinor(minor);
}
