import type { DepositRow } from '../rows.js';
import type { ListedDeposit, Records } from '../store.js';
import { DEPOSIT, jsonOf, listOf, rowsOf, SLIP, type Columns } from './columns.js';
import type { Database, Queries } from './database.js';

/** Lists of rows. */
export function createListRecords(
  db: Database,
  scope: string,
): Pick<Records, 'listDeposits' | 'listPeriod' | 'listSlips' | 'knownFlows'> {
  return {
    async listDeposits({ merchantId, grantId, isOwn, fiats, from, before, limit }) {
      const position = [before?.createTime ?? null, before?.id ?? null];
      const query = [grantId, JSON.stringify(fiats), from, ...position, limit, isOwn];
      return rowsOf(LISTED, await db.run<object[]>(LIST_DEPOSITS, [scope, merchantId, ...query]));
    },

    async listPeriod({ merchantId, fiat, from, to, after, limit }) {
      const position = [after?.createTime ?? null, after?.id ?? null];
      const query = [fiat, from, to, ...position, limit];
      return rowsOf(LISTED, await db.run<object[]>(LIST_PERIOD, [scope, merchantId, ...query]));
    },

    async listSlips(merchantId, grantId, since) {
      return rowsOf(SLIP, await db.run<object[]>(LIST_SLIPS, [scope, merchantId, grantId, since]));
    },

    knownFlows: (merchantId, flowIds) => knownFlows(db, scope, merchantId, flowIds),
  };
}

/** The flows that are stored already. */
export async function knownFlows(
  queries: Queries,
  scope: string,
  merchantId: string,
  flowIds: readonly string[],
): Promise<readonly DepositRow[]> {
  const list = await queries.run<object[]>(KNOWN_FLOWS, [scope, merchantId, JSON.stringify(flowIds)]);
  return rowsOf(DEPOSIT, list);
}

const LISTED: Columns<ListedDeposit> = {
  ...DEPOSIT,
  asked: ['asked', 'amount'],
  received: ['received', 'amount'],
  reference: ['reference', 'text'],
};

const LIST_DEPOSITS = `
  select ${listOf(jsonOf(LISTED, 'l'), 'l.create_time desc, l.id desc')} from (
    select d.*, case when l.is_later then null else p.asked end as asked, case when l.is_later then null else p.received end as received,
      p.grant_json ->> 'reference' as reference
    from deposit_slip.deposit d
    left join deposit_slip.payment p
      on p.scope = d.scope and p.merchant = d.merchant and p.grant_id = d.grant_id and p.fiat = d.fiat
    left join lateral (select exists (
      select 1 from deposit_slip.deposit o
      where o.scope = d.scope and o.merchant = d.merchant and o.grant_id = d.grant_id and o.fiat = d.fiat and o.state = 'booked'
        and o.returned < o.amount and (o.create_time, o.id) > (d.create_time, d.id)) as is_later) l on true
    where d.scope = $1::text and d.merchant = $2::text
      and (d.grant_id = $3::text or ($9::boolean and coalesce(p.own, true)))
      and d.state in ('booked', 'unmatched', 'earlier')
      and d.fiat in (select json_array_elements_text($4::text::json)) and d.create_time >= $5::bigint
      and ($6::bigint is null or (d.create_time, d.id) < ($6::bigint, $7::text))
    order by d.create_time desc, d.id desc limit $8::bigint) l`;

const LIST_PERIOD = `
  select ${listOf(jsonOf(LISTED, 'l'), 'l.create_time, l.id')} from (
    select d.*, p.asked, p.received, p.grant_json ->> 'reference' as reference
    from deposit_slip.deposit d
    left join deposit_slip.payment p
      on p.scope = d.scope and p.merchant = d.merchant and p.grant_id = d.grant_id and p.fiat = d.fiat
    where d.scope = $1::text and d.merchant = $2::text and d.fiat = $3::text and d.state <> 'unreadable'
      and d.create_time >= $4::bigint and d.create_time < $5::bigint
      and ($6::bigint is null or (d.create_time, d.id) > ($6::bigint, $7::text))
    order by d.create_time, d.id limit $8::bigint) l`;

const LIST_SLIPS = `
  select ${listOf(jsonOf(SLIP, 's'), 's.shown_at desc, s.created_at desc')} from deposit_slip.slip s
  where s.scope = $1::text and s.merchant = $2::text and s.grant_id = $3::text
    and s.state = 'current' and not s.is_paid and s.issued_at >= $4::bigint`;

const KNOWN_FLOWS = `
  select ${listOf(jsonOf(DEPOSIT, 'd'))} from deposit_slip.deposit d
  where d.scope = $1::text and d.merchant = $2::text
    and d.flow_id in (select json_array_elements_text($3::text::json))`;
