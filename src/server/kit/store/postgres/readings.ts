import { LATE_FLOWS, READING_GAP, SOON, TURNS_AHEAD, WAITING } from '../durations.js';
import type { MerchantRow } from '../rows.js';
import { pauseAfter, type ReadingLease, type Pace, type Records } from '../store.js';
import { jsonOf, listOf, MERCHANT, rowOf } from './columns.js';
import type { Database, Queries } from './database.js';

type ReadingRecords = Pick<
  Records,
  'claim' | 'takeTurn' | 'firstTurn' | 'endReading' | 'failToken' | 'clearToken' | 'nextDue'
>;

/** Records that decide who reads which merchant, and when. */
export function createReadingRecords(db: Database, scope: string): ReadingRecords {
  return {
    async claim(pace, limit, leaseMs) {
      // Usually nothing is due; then nothing is locked or written.
      const found = await db.run<{ isDue: boolean }>(IS_ANY_DUE, [scope, pace.token]);
      return found!.isDue ? db.transaction((tx) => claim(tx, scope, pace, limit, leaseMs)) : [];
    },

    takeTurn: (merchant, pace, leaseMs) =>
      db.transaction((tx) => takeTurn(tx, scope, merchant, pace, leaseMs)),

    firstTurn: (merchant, pace, leaseMs) =>
      db.transaction((tx) => firstTurn(tx, scope, merchant, pace, leaseMs)),

    async endReading({ merchantId, fence, lastSlipAt }, { cursor, isDeep = false, failure, pause, next }) {
      const end = [cursor ?? null, isDeep, failure ?? '', whole(pause), whole(next), lastSlipAt ?? null];
      await db.run(END_READING, [scope, merchantId, fence, ...end]);
    },

    failToken: (token, least) =>
      db.transaction(async (tx) => {
        const { now, pausedUntil, failures } = await lockToken(tx, scope, token);
        const isNew = pausedUntil <= now;
        const pause = Math.max(least, pauseAfter(isNew ? failures : failures - 1));
        const until = Math.max(pausedUntil, now + whole(pause));
        await tx.run(SET_TOKEN, [scope, token, until, failures + Number(isNew)]);
        return pause;
      }),

    async clearToken(token) {
      await db.run(SET_TOKEN, [scope, token, 0, 0]);
    },

    async nextDue({ token }) {
      const { wait } = (await db.run<{ wait: number | null }>(NEXT_DUE, [scope, token]))!;
      return wait ?? undefined;
    },
  };
}

async function claim(
  tx: Queries,
  scope: string,
  { token, rate }: Pace,
  limit: number,
  leaseMs: number,
): Promise<readonly ReadingLease[]> {
  const { now, nextAt, pausedUntil, failures } = await lockToken(tx, scope, token);
  if (pausedUntil > now) return [];
  const gap = 1000 / rate;
  const first = Math.max(nextAt, now);
  const turns = Math.min(limit, Math.ceil((now + TURNS_AHEAD - first) / gap));
  if (turns <= 0) return [];
  const claims = await tx.run<{ merchant: object; delay: number }[]>(CLAIM, [
    ...[scope, token, now, turns],
    ...[first - now, gap, whole(leaseMs)],
  ]);
  return (claims ?? []).map(({ merchant, delay }) => ({
    merchant: rowOf(MERCHANT, merchant),
    delay,
    isTokenFailing: failures > 0,
  }));
}

/**
 * Locks the merchant first. This cannot deadlock with a claim, which locks the token first: a claim never
 * waits for a merchant.
 */
async function takeTurn(
  tx: Queries,
  scope: string,
  { merchantId, fence }: MerchantRow,
  { token, rate }: Pace,
  leaseMs: number,
): Promise<number | undefined> {
  const held = await tx.run<{ requestedAt: number }>(HOLD_LEASE, [scope, merchantId, fence]);
  if (!held) return undefined;
  const { now, nextAt, pausedUntil } = await lockToken(tx, scope, token);
  if (pausedUntil > now) return undefined;
  const turn = Math.max(nextAt, held.requestedAt + READING_GAP, now);
  const times = [turn, whole(turn + leaseMs), whole(turn + 1000 / rate)];
  await tx.run(TAKE_TURN, [scope, merchantId, token, ...times]);
  return turn - now;
}

async function firstTurn(
  tx: Queries,
  scope: string,
  { merchantId, fence }: MerchantRow,
  { token, rate }: Pace,
  leaseMs: number,
): Promise<Pick<ReadingLease, 'delay' | 'isTokenFailing'> | undefined> {
  const held = await tx.run<object>(HOLD_LEASE, [scope, merchantId, fence]);
  if (!held) return undefined;
  const { now, nextAt, pausedUntil, failures } = await lockToken(tx, scope, token);
  const turn = Math.max(nextAt, now);
  if (pausedUntil > now || turn >= now + TURNS_AHEAD) {
    await tx.run(PUT_OFF, [scope, merchantId, Math.max(nextAt, pausedUntil)]);
    return undefined;
  }
  const times = [turn, whole(turn + leaseMs), whole(turn + 1000 / rate)];
  await tx.run(TAKE_TURN, [scope, merchantId, token, ...times]);
  return { delay: turn - now, isTokenFailing: failures > 0 };
}

interface TokenState {
  readonly now: number;
  /** When the next request for any merchant may begin. */
  readonly nextAt: number;
  readonly pausedUntil: number;
  readonly failures: number;
}

async function lockToken(tx: Queries, scope: string, token: string): Promise<TokenState> {
  return (await tx.run<TokenState>(LOCK_TOKEN, [scope, token]))!;
}

/** Columns and the clock have whole milliseconds. Rounded up, because rounding down would exceed the rate. */
function whole(ms: number): number {
  return Math.min(Math.ceil(ms), Number.MAX_SAFE_INTEGER / 2);
}

/** SQL: whether nobody reads a merchant `m` and it is not paused. */
function isFree(now: string): string {
  return `m.lease_until <= ${now} and m.paused_until <= ${now} and m.requested_at <= ${now} - ${READING_GAP}`;
}

function isDue(now: string): string {
  return `m.due_at <= ${now} and m.watched_until > ${now} - ${LATE_FLOWS}`;
}

function isWaitedFor(now: string): string {
  return `m.waited_at > ${now} - ${WAITING}`;
}

// The `order by` clauses only make the planner use the indexes: without a time that is known in advance, it
// would read whole tables.
const IS_ANY_DUE = `
  with time as materialized (select deposit_slip.clock() as now)
  select json_build_object('isDue', case when exists (
      select from deposit_slip.token t where t.scope = $1::text and t.token = $2::text
        and (t.paused_until > (select now from time) or t.next_at >= (select now from time) + ${TURNS_AHEAD})) then false
    else coalesce(
      (select true from deposit_slip.merchant m
        where m.scope = $1::text and ${isWaitedFor('(select now from time)')} and ${isFree('(select now from time)')}
        order by m.waited_at desc limit 1),
      (select true from deposit_slip.merchant m
        where m.scope = $1::text and ${isDue('(select now from time)')} and ${isFree('(select now from time)')}
        order by m.due_at limit 1),
      false) end)`;

// The update changes nothing but locks the row. The clock is read after that.
const LOCK_TOKEN = `
  insert into deposit_slip.token as t (scope, token) values ($1::text, $2::text)
  on conflict (scope, token) do update set token = excluded.token
  returning json_build_object('now', deposit_slip.clock(), 'nextAt', t.next_at, 'pausedUntil', t.paused_until,
    'failures', t.failures)`;

// $3: now. $5: the delay of the first turn. $6: the milliseconds between two turns.
const CLAIM = `
  with chosen as (
    select m.merchant, m.requested_at, ${isWaitedFor('$3::bigint')} as is_waited_for
    from deposit_slip.merchant m where m.scope = $1::text and ${isFree('$3::bigint')}
      and ((${isDue('$3::bigint')}) or ${isWaitedFor('$3::bigint')})
    order by is_waited_for desc, m.requested_at, m.merchant limit $4::bigint
    for update skip locked
  ), turn as (
    select merchant, ceil($5::float8 + $6::float8 * (row_number() over (
      order by is_waited_for desc, requested_at, merchant) - 1))::bigint as delay
    from chosen
  ), paced as (
    update deposit_slip.token set next_at = ceil($3::bigint + $5::float8 + $6::float8 * (select count(*) from turn))::bigint
    where scope = $1::text and token = $2::text and exists (select from turn)
  ), claimed as (
    update deposit_slip.merchant m set fence = m.fence + 1, requested_at = $3::bigint + turn.delay,
      lease_until = $3::bigint + turn.delay + $7::bigint
    from turn where m.scope = $1::text and m.merchant = turn.merchant
    returning m.*, turn.delay
  )
  select ${listOf(`json_build_object('merchant', ${jsonOf(MERCHANT, 'm')}, 'delay', m.delay)`, 'm.delay')}
  from claimed m`;

const HOLD_LEASE = `
  select json_build_object('requestedAt', m.requested_at) from deposit_slip.merchant m
  where m.scope = $1::text and m.merchant = $2::text and m.fence = $3::bigint and m.lease_until >= deposit_slip.clock()
  for update`;

const TAKE_TURN = `
  with paced as (
    update deposit_slip.token set next_at = $6::bigint where scope = $1::text and token = $3::text
  )
  update deposit_slip.merchant set requested_at = $4::bigint, lease_until = $5::bigint
  where scope = $1::text and merchant = $2::text`;

const PUT_OFF = `
  update deposit_slip.merchant set lease_until = 0, paused_until = $3::bigint
  where scope = $1::text and merchant = $2::text`;

// A slip that was issued during the reading is read soon, even if the reader does not know of it.
const END_READING = `
  with time as materialized (select deposit_slip.clock() as now)
  update deposit_slip.merchant m set
    lease_until = 0,
    paused_until = time.now + $7::bigint,
    due_at = time.now + case when m.last_slip_at > coalesce($9::bigint, 0) then least($8::bigint, ${SOON}) else $8::bigint end,
    cursor = coalesce($4::bigint, m.cursor),
    checked_at = case when $4::bigint is null then m.checked_at else time.now end,
    deep_at = case when $4::bigint is not null and $5::boolean then time.now else m.deep_at end,
    failures = case when $4::bigint is null then m.failures + 1 else 0 end,
    failure = case when $4::bigint is null then $6::text else m.failure end,
    failed_at = case when $4::bigint is null then time.now else m.failed_at end
  from time
  where m.scope = $1::text and m.merchant = $2::text and m.fence = $3::bigint`;

const SET_TOKEN = `
  update deposit_slip.token set paused_until = $3::bigint, failures = $4::integer
  where scope = $1::text and token = $2::text`;

const NEXT_DUE = `
  with time as materialized (select deposit_slip.clock() as now), due as (
    select greatest(m.lease_until, m.paused_until, m.requested_at + ${READING_GAP},
      case when m.waited_at > time.now - ${WAITING} then 0 else m.due_at end) as at
    from deposit_slip.merchant m, time
    where m.scope = $1::text and (m.watched_until > time.now - ${LATE_FLOWS} or m.waited_at > time.now - ${WAITING})
  )
  select json_build_object('wait', (select greatest(min(due.at), max(t.next_at), max(t.paused_until), time.now) - time.now
    from due left join deposit_slip.token t on t.scope = $1::text and t.token = $2::text
    having count(*) > 0)) from time`;
