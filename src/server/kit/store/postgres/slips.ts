import { SLIP_SHOWN_FOR, SOON } from '../durations.js';
import type { SlipRow } from '../rows.js';
import {
  StoreError,
  type GrantState,
  type IssuedSlip,
  type GrantQuery,
  type MerchantStart,
  type Records,
} from '../store.js';
import { jsonOf, listOf, MERCHANT, rowOf, SLIP } from './columns.js';
import type { Database, Param, Queries } from './database.js';
import { talliedList, talliedOf, type TalliedJson } from './payments.js';

type SlipRecords = Pick<
  Records,
  | 'lookUp'
  | 'beginSlip'
  | 'finishSlip'
  | 'abandonSlip'
  | 'showSlip'
  | 'countRefreshes'
  | 'close'
  | 'addMerchant'
>;

/** Minimum milliseconds between two marks of a merchant as waited for, because all its pages poll. */
const MARK_GAP = 2_000;
/**
 * Milliseconds by which a merchant's row may lag behind its slips, so that not every slip of a busy merchant
 * has to lock the row.
 */
const [SLIP_LAG, WATCH_LAG] = [30_000, 60_000];

interface FoundJson {
  readonly now: number;
  readonly merchant: object | null;
  readonly isClosed: boolean;
  readonly payments: readonly TalliedJson[];
  readonly slips: readonly { readonly answer: unknown }[];
}

/** Records that requests of pages read and change. */
export function createSlipRecords(db: Database, scope: string): SlipRecords {
  return {
    lookUp: (query) => lookUp(db, scope, query),
    beginSlip: (slip, replaces, seconds) => beginSlip(db, scope, slip, replaces, seconds),
    finishSlip: (issued, start) => db.transaction((tx) => finishSlip(tx, scope, issued, start)),

    async abandonSlip(id) {
      await db.run(ABANDON_SLIP, [scope, id]);
    },

    async showSlip(id) {
      await db.run(SHOW_SLIP, [scope, id]);
    },

    async countRefreshes(...grant) {
      type Refreshes = { readonly count: number; readonly first: number | null };
      const { count, first } = (await db.run<Refreshes>(COUNT_REFRESHES, [scope, ...grant]))!;
      return { count, first: first ?? Infinity };
    },

    async close(merchantId, grantId) {
      await db.run(CLOSE, [scope, merchantId, grantId]);
    },

    async addMerchant({ merchantId, own, from }) {
      await db.run(ADD_MERCHANT, [scope, merchantId, own, from]);
    },
  };
}

async function lookUp(
  db: Database,
  scope: string,
  { merchantId, grantId, choice, wallet, isWaiting = false }: GrantQuery,
): Promise<GrantState> {
  const { alias = null, paymentId = null, fiat = null, amount } = choice ?? {};
  const { after = null, since = null } = wallet ?? {};
  const asked = [alias, paymentId, fiat, textOf(amount), after, since];
  const found = await db.run<FoundJson>(LOOK_UP, [scope, merchantId, grantId, ...asked, isWaiting]);
  const { now, merchant, isClosed, payments, slips } = found!;
  return {
    now,
    merchant: merchant === null ? undefined : rowOf(MERCHANT, merchant),
    isClosed,
    payments: talliedOf(payments),
    slips: slips.map((slip) => ({
      ...rowOf(SLIP, slip),
      ...(slip.answer !== null && { answer: slip.answer }),
    })),
  };
}

async function beginSlip(
  db: Database,
  scope: string,
  slip: SlipRow,
  replaces: string | undefined,
  seconds: number,
): Promise<boolean> {
  const { id, issuedAt, watchedUntil, isRefresh } = slip;
  const choice = [scope, ...choiceOf(slip), replaces ?? null, id];
  const reserved = await db.run(BEGIN_SLIP, [...choice, issuedAt, watchedUntil, isRefresh, seconds * 1000]);
  if (reserved === undefined) return false;
  // Finds a slip that another copy finished after the statement above began and therefore did not see.
  return (await db.run(GIVE_WAY, choice)) === undefined;
}

function textOf(amount: bigint | undefined): string | null {
  return amount === undefined ? null : String(amount);
}

/** The parameters $2 to $7 of CHOICE. */
function choiceOf({ merchantId, grantId, alias, paymentId, fiat, amount }: SlipRow): readonly Param[] {
  return [merchantId, grantId, alias, paymentId, fiat, textOf(amount)];
}

/** Locks the merchant first, then the payment, then the slips: every transaction locks rows in this order. */
async function finishSlip(
  tx: Queries,
  scope: string,
  issued: IssuedSlip,
  start: MerchantStart,
): Promise<boolean> {
  const { slip, grant, grantedAt, asked, own } = issued;
  const { id, merchantId, grantId, fiat, issuedAt, watchedUntil, txId, answer } = slip;
  await tx.run(WATCH_MERCHANT, [scope, merchantId, own, start.from, issuedAt, watchedUntil]);
  const payment = [JSON.stringify(grant), grantedAt, textOf(asked), own, issuedAt, watchedUntil];
  type Put = { readonly isAsked: boolean };
  const put = await tx.run<Put>(PUT_PAYMENT, [scope, merchantId, grantId, fiat, ...payment]);
  await tx.run(REPLACE_SLIP, [scope, ...choiceOf(slip)]);
  const json = answer === undefined ? null : JSON.stringify(answer);
  const finished = await tx.run(FINISH_SLIP, [scope, id, txId ?? null, issuedAt, watchedUntil, json]);
  if (finished === undefined) throw new StoreError('Another copy of the kit is making this slip');
  return put!.isAsked;
}

/** The slips `s` of a choice. */
const CHOICE = `s.scope = $1::text and s.merchant = $2::text and s.grant_id = $3::text and s.alias = $4::text
  and s.payment_id = $5::bigint and s.fiat = $6::text and s.amount is not distinct from $7::bigint`;

// A single statement. It skips a locked row instead of marking it, so that a poll never waits; the next poll
// marks it.
const LOOK_UP = `
  with time as materialized (select deposit_slip.clock() as now), waiting as (
    update deposit_slip.merchant set waited_at = (select now from time)
    where scope = $1::text and merchant = (
      select m.merchant from deposit_slip.merchant m
      where $10::boolean and m.scope = $1::text and m.merchant = $2::text
        and m.waited_at < (select now from time) - ${MARK_GAP}
      for no key update skip locked))
  select json_build_object(
    'now', (select now from time),
    'merchant', (select ${jsonOf(MERCHANT, 'm')} from deposit_slip.merchant m
      where m.scope = $1::text and m.merchant = $2::text),
    'isClosed', exists (select from deposit_slip.closed c
      where c.scope = $1::text and c.merchant = $2::text and c.grant_id = $3::text),
    'payments', (select ${talliedList('d.number > $8::bigint and d.create_time >= $9::bigint')}
      from deposit_slip.payment p where p.scope = $1::text and p.merchant = $2::text and p.grant_id = $3::text),
    'slips', (select ${listOf(
      jsonOf(SLIP, 's', `'answer', case when ${CHOICE} then s.answer end`),
      `s.state = 'making', s.shown_at desc, s.created_at desc`,
    )}
      from deposit_slip.slip s where s.scope = $1::text and s.merchant = $2::text and s.grant_id = $3::text
        and case s.state when 'current' then s.issued_at > (select now from time) - ${SLIP_SHOWN_FOR}
          when 'making' then s.making_until > (select now from time) else false end))`;

/** A current slip of the choice that is still shown and is not the one to be replaced. */
const NEWER = `
  select from deposit_slip.slip s
  where ${CHOICE} and s.state = 'current' and s.issued_at > deposit_slip.clock() - ${SLIP_SHOWN_FOR}
    and not s.is_paid and s.answer is not null and s.id is distinct from $8::text`;

const BEGIN_SLIP = `
  with time as materialized (select deposit_slip.clock() as now)
  insert into deposit_slip.slip as s (scope, merchant, grant_id, alias, payment_id, fiat, amount, state,
    id, issued_at, watched_until, is_refresh, created_at, shown_at, making_until)
  select $1::text, $2::text, $3::text, $4::text, $5::bigint, $6::text, $7::bigint, 'making',
    $9::text, $10::bigint, $11::bigint, $12::boolean, now, now, now + $13::bigint
  from time where not exists (${NEWER})
  on conflict (scope, merchant, grant_id, alias, payment_id, fiat, coalesce(amount, -1)) where state = 'making'
  do update set id = excluded.id, issued_at = excluded.issued_at, watched_until = excluded.watched_until,
    is_refresh = excluded.is_refresh, created_at = excluded.created_at, shown_at = excluded.shown_at,
    making_until = excluded.making_until
    where s.making_until <= excluded.created_at
  returning json_build_object('id', s.id)`;

const GIVE_WAY = `
  delete from deposit_slip.slip made
  where made.scope = $1::text and made.id = $9::text and made.state = 'making' and exists (${NEWER})
  returning json_build_object('id', made.id)`;

// Inserts nothing and locks no row if the stored row is nearly the same.
const WATCH_MERCHANT = `
  with time as materialized (select deposit_slip.clock() as now)
  insert into deposit_slip.merchant as m (scope, merchant, own, cursor, first_slip_at, last_slip_at, watched_until,
    deep_at, due_at, touched_at)
  select $1::text, $2::text, $3::boolean, $4::bigint, $5::bigint, $5::bigint, $6::bigint, now, now + ${SOON}, now
  from time where not exists (
    select from deposit_slip.merchant k
    where k.scope = $1::text and k.merchant = $2::text and (k.own or not $3::boolean)
      and k.first_slip_at <= $5::bigint and k.last_slip_at >= $5::bigint - ${SLIP_LAG}
      and k.watched_until >= $6::bigint - ${WATCH_LAG} and k.due_at <= now + ${SOON})
  on conflict (scope, merchant) do update set
    own = m.own or excluded.own,
    cursor = case when excluded.own and not m.own then least(m.cursor, excluded.cursor) else m.cursor end,
    first_slip_at = least(m.first_slip_at, excluded.first_slip_at),
    last_slip_at = greatest(m.last_slip_at, excluded.last_slip_at),
    watched_until = greatest(m.watched_until, excluded.watched_until),
    due_at = least(m.due_at, excluded.due_at),
    touched_at = excluded.touched_at`;

const ADD_MERCHANT = `
  with time as materialized (select deposit_slip.clock() as now)
  insert into deposit_slip.merchant as m (scope, merchant, own, cursor, deep_at, due_at, touched_at)
  select $1::text, $2::text, $3::boolean, $4::bigint, now, now, now from time
  on conflict (scope, merchant) do update set
    own = true, cursor = least(m.cursor, excluded.cursor), touched_at = excluded.touched_at
    where excluded.own and not m.own`;

// Does not change the asked amount: only a transaction that also writes the resulting events does.
const PUT_PAYMENT = `
  insert into deposit_slip.payment as p (scope, merchant, grant_id, fiat, grant_json, granted_at, asked, own,
    issued_at, watched_until, since, touched_at)
  values ($1::text, $2::text, $3::text, $4::text, $5::text::json, $6::bigint, $7::bigint, $8::boolean,
    $9::bigint, $10::bigint, $9::bigint, deposit_slip.clock())
  on conflict (scope, merchant, grant_id, fiat) do update set
    (grant_json, granted_at) = (
      select case when is_newer then excluded.grant_json else p.grant_json end,
        case when is_newer then excluded.granted_at else p.granted_at end
      from (values (excluded.granted_at >= p.granted_at and excluded.asked is not distinct from p.asked)) as v (is_newer)),
    own = p.own or excluded.own,
    issued_at = least(p.issued_at, excluded.issued_at),
    watched_until = greatest(p.watched_until, excluded.watched_until),
    after = p.count,
    since = excluded.since,
    touched_at = excluded.touched_at
  returning json_build_object('isAsked', p.asked is not distinct from $7::bigint)`;

const REPLACE_SLIP = `
  update deposit_slip.slip s set state = 'replaced', answer = null where ${CHOICE} and s.state = 'current'`;

const FINISH_SLIP = `
  update deposit_slip.slip s set state = 'current', making_until = null, tx_id = $3::text, issued_at = $4::bigint,
    watched_until = $5::bigint, answer = $6::text::json, shown_at = deposit_slip.clock()
  where s.scope = $1::text and s.id = $2::text and s.state = 'making'
  returning json_build_object('id', s.id)`;

const ABANDON_SLIP = `
  delete from deposit_slip.slip where scope = $1::text and id = $2::text and state = 'making'`;

const SHOW_SLIP = `
  update deposit_slip.slip set shown_at = deposit_slip.clock() where scope = $1::text and id = $2::text`;

const COUNT_REFRESHES = `
  select json_build_object('count', count(*), 'first', min(s.created_at)) from deposit_slip.slip s
  where s.scope = $1::text and s.merchant = $2::text and s.grant_id = $3::text
    and s.is_refresh and s.state <> 'making' and s.created_at > $4::bigint`;

const CLOSE = `
  insert into deposit_slip.closed (scope, merchant, grant_id, closed_at)
  values ($1::text, $2::text, $3::text, deposit_slip.clock())
  on conflict (scope, merchant, grant_id) do update set closed_at = excluded.closed_at`;
