import type { MerchantRow } from '../rows.js';
import type { Changes, Records, Transaction } from '../store.js';
import {
  DEPOSIT,
  EVENT,
  excludedOf,
  jsonOf,
  listOf,
  MERCHANT,
  namesOf,
  PAYMENT,
  recordsOf,
  rowOf,
  rowsOf,
  SLIP,
  toRecords,
  valuesOf,
} from './columns.js';
import type { Database, Param, Queries } from './database.js';
import { talliedList, talliedOf, type TalliedJson } from './payments.js';
import { knownFlows } from './lists.js';

/** Changes to the payments of a merchant. */
export function createTransactionRecords(db: Database, scope: string): Pick<Records, 'transaction'> {
  return {
    transaction: (merchantId, fence, work) =>
      db.transaction(async (tx) => {
        const { now, merchant } = (await tx.run<LockedJson>(LOCK_MERCHANT, [scope, merchantId]))!;
        const row = merchant === null ? undefined : rowOf(MERCHANT, merchant);
        if (fence !== undefined && (row?.fence !== fence || row.leaseUntil < now)) return undefined;
        return work(transactionOn(tx, scope, merchantId, now, row));
      }),
  };
}

interface LockedJson {
  readonly now: number;
  readonly merchant: object | null;
}

function transactionOn(
  tx: Queries,
  scope: string,
  merchantId: string,
  now: number,
  merchant: MerchantRow | undefined,
): Transaction {
  const run = <Json>(sql: string, ...params: readonly Param[]): Promise<Json | undefined> =>
    tx.run<Json>(sql, [scope, merchantId, ...params]);
  return {
    now,
    merchant,
    knownFlows: (flowIds) => knownFlows(tx, scope, merchantId, flowIds),
    slipsOf: async (txIds) => rowsOf(SLIP, await run<object[]>(SLIPS_OF, JSON.stringify(txIds))),
    paymentsOf: async (grantIds) =>
      talliedOf(await run<TalliedJson[]>(PAYMENTS_OF, JSON.stringify(grantIds))),
    ownPayments: async (fiat) => talliedOf(await run<TalliedJson[]>(OWN_PAYMENTS, fiat)),
    pendingReturns: async () => rowsOf(DEPOSIT, await run<object[]>(PENDING_RETURNS)),
    returnable: async ({ fiat, txId, amount, time, except }) => {
      const query = [fiat, time, String(amount), JSON.stringify(except)];
      const list =
        txId === undefined
          ? run<object[]>(RETURNABLE, ...query)
          : run<object[]>(RETURNABLE_BY_TX, ...query, txId);
      return rowsOf(DEPOSIT, await list)[0];
    },
    save: (changes) => save(tx, scope, merchantId, changes),
  };
}

async function save(
  tx: Queries,
  scope: string,
  merchantId: string,
  { payments = [], deposits = [], paidSlips = [], events = [] }: Changes,
): Promise<void> {
  if (payments.length > 0) {
    const last = lastOf(payments, ({ merchantId, grantId, fiat }) =>
      JSON.stringify([merchantId, grantId, fiat]),
    );
    await tx.run(SAVE_PAYMENTS, [scope, toRecords(PAYMENT, last)]);
  }
  if (deposits.length > 0) {
    const last = lastOf(deposits, ({ merchantId, flowId }) => JSON.stringify([merchantId, flowId]));
    await tx.run(SAVE_DEPOSITS, [scope, toRecords(DEPOSIT, last)]);
  }
  if (paidSlips.length > 0) await tx.run(SAVE_SLIPS, [scope, merchantId, JSON.stringify(paidSlips)]);
  if (events.length > 0) await tx.run(SAVE_EVENTS, [scope, toRecords(NEW_EVENT, events)]);
}

/** The last row of each key, because one statement can change a row only once. */
function lastOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** Leaves out the members that the store itself adds to an event. */
const { createTime: _createTime, attempts: _attempts, ...NEW_EVENT } = EVENT;

// The lock also holds for a merchant without a row. The row itself is locked because a slip may be stored at
// the same time.
const LOCK_MERCHANT = `
  with lock as materialized (
    select pg_advisory_xact_lock(hashtextextended(json_build_array($1::text, $2::text)::text, 0)) is not null as is_held
  ), locked as materialized (
    select m.* from deposit_slip.merchant m
    where m.scope = $1::text and m.merchant = $2::text and (select is_held from lock)
    for update
  )
  select json_build_object('merchant', (select ${jsonOf(MERCHANT, 'm')} from locked m), 'now', deposit_slip.clock())
  from lock`;

const SLIPS_OF = `
  select ${listOf(jsonOf(SLIP, 's'), 's.issued_at, s.id')} from deposit_slip.slip s
  where s.scope = $1::text and s.merchant = $2::text
    and s.tx_id in (select json_array_elements_text($3::text::json))`;

/** Locks the merchant's payments that meet a condition, because a slip may be stored at the same time. */
function paymentsWhere(condition: string): string {
  return `
    with p as materialized (
      select * from deposit_slip.payment where scope = $1::text and merchant = $2::text and ${condition}
      order by grant_id, fiat for update
    )
    select ${talliedList('d.number > p.after and d.create_time >= p.since')} from p`;
}

const PAYMENTS_OF = paymentsWhere('grant_id in (select json_array_elements_text($3::text::json))');
const OWN_PAYMENTS = paymentsWhere('own and fiat = $3::text');

const PENDING_RETURNS = `
  select ${listOf(jsonOf(DEPOSIT, 'd'), 'd.create_time, d.flow_id')} from deposit_slip.deposit d
  where d.scope = $1::text and d.merchant = $2::text and d.state = 'pending'`;

/**
 * The choice of `findReturnable` among the deposits that meet a condition; `first` takes precedence over the
 * latest.
 */
function returnableWhere(condition: string, first = ''): string {
  return `
    select ${listOf(jsonOf(DEPOSIT, 'd'))} from (
      select * from deposit_slip.deposit
      where scope = $1::text and merchant = $2::text and fiat = $3::text and create_time <= $4::bigint
        and state in ('booked', 'unmatched', 'earlier') and ${condition}
        and flow_id not in (select json_array_elements_text($6::text::json))
      order by ${first} create_time desc, length(flow_id) desc, flow_id desc limit 1) d`;
}

const RETURNABLE = returnableWhere('amount = $5::bigint and returned = 0');
const RETURNABLE_BY_TX = returnableWhere(
  'tx_id = $7::text and amount - returned >= $5::bigint',
  '(amount - returned = $5::bigint) desc,',
);

const SAVE_PAYMENTS = `
  insert into deposit_slip.payment (scope, ${namesOf(PAYMENT)}, touched_at)
  select $1::text, ${valuesOf(PAYMENT)}, deposit_slip.clock() from ${recordsOf(PAYMENT, '$2')}
  on conflict (scope, merchant, grant_id, fiat) do update set
    ${excludedOf(PAYMENT)}, touched_at = excluded.touched_at`;

const SAVE_DEPOSITS = `
  insert into deposit_slip.deposit (scope, ${namesOf(DEPOSIT)})
  select $1::text, ${valuesOf(DEPOSIT)} from ${recordsOf(DEPOSIT, '$2')}
  on conflict (scope, merchant, flow_id) do update set ${excludedOf(DEPOSIT)}`;

const SAVE_SLIPS = `
  update deposit_slip.slip set is_paid = true
  where scope = $1::text and merchant = $2::text and id in (select json_array_elements_text($3::text::json))`;

// Inserted in the order of the list, which is the order of delivery.
const SAVE_EVENTS = `
  insert into deposit_slip.event (scope, ${namesOf(NEW_EVENT)}, create_time, due_at)
  select $1::text, ${valuesOf(NEW_EVENT)}, time.now, time.now
  from ${recordsOf(NEW_EVENT, '$2')}, (select deposit_slip.clock() as now) time
  order by r.ordinality`;
