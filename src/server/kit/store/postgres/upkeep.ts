import { LATE_FLOWS } from '../durations.js';
import type { MerchantHealth, Records, StoreHealth } from '../store.js';
import { jsonOf, listOf, MERCHANT, rowOf } from './columns.js';
import type { Database } from './database.js';

interface HealthJson extends Omit<StoreHealth, 'merchants' | 'oldest'> {
  readonly merchants: readonly (Omit<MerchantHealth, 'merchant'> & { readonly merchant: object })[];
  readonly oldest: number | null;
}

/** Reads the state of the store, and deletes old rows. */
export function createUpkeepRecords(db: Database, scope: string): Pick<Records, 'health' | 'purge'> {
  return {
    async health() {
      const { merchants, oldest, ...health } = (await db.run<HealthJson>(HEALTH, [scope]))!;
      return {
        ...health,
        merchants: merchants.map((each) => ({
          ...each,
          merchant: rowOf(MERCHANT, each.merchant),
        })),
        oldest: oldest ?? undefined,
      };
    },

    purge: ({ answers, rows }) =>
      db.transaction(async (tx) => {
        await tx.run(PURGE_ANSWERS, [scope, answers]);
        for (const sql of PURGE_ROWS) await tx.run(sql, [scope, rows]);
      }),
  };
}

const HEALTH = `
  with time as materialized (select deposit_slip.clock() as now), unsettled as (
    select merchant, count(*) filter (where state in ('unmatched', 'unmatched-return')) as unmatched,
      count(*) filter (where state = 'unreadable') as unreadable
    from deposit_slip.deposit
    where scope = $1::text and state in ('unmatched', 'unmatched-return', 'unreadable') group by merchant
  )
  select json_build_object(
    'now', (select now from time),
    'merchants', (select ${listOf(
      `json_build_object('merchant', ${jsonOf(MERCHANT, 'm')},
        'unmatched', coalesce(u.unmatched, 0), 'unreadable', coalesce(u.unreadable, 0))`,
      'm.merchant',
    )}
      from deposit_slip.merchant m left join unsettled u on u.merchant = m.merchant
      where m.scope = $1::text and (m.watched_until > (select now from time) - ${LATE_FLOWS} or m.failures > 0 or u.merchant is not null)),
    'waiting', count(*) filter (where not e.is_dead),
    'oldest', min(e.create_time) filter (where not e.is_dead),
    'dead', count(*) filter (where e.is_dead))
  from deposit_slip.event e where e.scope = $1::text`;

const PURGE_ANSWERS = `
  update deposit_slip.slip set answer = null
  where scope = $1::text and answer is not null and (is_paid or issued_at < $2::bigint)`;

/** The payment of a deposit `d`. */
const PAYMENT_OF = `p.scope = d.scope and p.merchant = d.merchant and p.grant_id = d.grant_id and p.fiat = d.fiat`;

// Each statement comes after those for the rows that keep its own rows. Events are deleted only when they are
// delivered.
const PURGE_ROWS = [
  `delete from deposit_slip.slip
   where scope = $1::text and case state when 'making' then making_until < deposit_slip.clock()
     else watched_until < $2::bigint end`,
  // The key of a payment's events is the JSON of its own key (payments/changes.ts).
  `delete from deposit_slip.payment p
   where p.scope = $1::text and p.touched_at < $2::bigint
     and not exists (select from deposit_slip.slip s
       where s.scope = p.scope and s.merchant = p.merchant and s.grant_id = p.grant_id)
     and not exists (select from deposit_slip.event e
       where e.scope = p.scope
         and e.key = concat('[', to_json(p.merchant), ',', to_json(p.grant_id), ',', to_json(p.fiat), ']'))`,
  `delete from deposit_slip.deposit d
   where d.scope = $1::text and d.read_at < $2::bigint and d.create_time < $2::bigint
     and not exists (select from deposit_slip.payment p where ${PAYMENT_OF} and p.asked is not null)`,
  `delete from deposit_slip.merchant m
   where m.scope = $1::text and greatest(m.watched_until, m.waited_at, m.requested_at, m.touched_at) < $2::bigint
     and not exists (select from deposit_slip.deposit d where d.scope = m.scope and d.merchant = m.merchant)`,
  `delete from deposit_slip.closed c
   where c.scope = $1::text and c.closed_at < $2::bigint
     and not exists (select from deposit_slip.payment p
       where p.scope = c.scope and p.merchant = c.merchant and p.grant_id = c.grant_id)`,
];
