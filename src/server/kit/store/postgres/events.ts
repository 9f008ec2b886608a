import type { Records } from '../store.js';
import { EVENT, jsonOf, listOf, rowsOf } from './columns.js';
import type { Database } from './database.js';

type EventRecords = Pick<Records, 'claimEvents' | 'deleteEvent' | 'postponeEvent'>;

/** Events to deliver. */
export function createEventRecords(db: Database, scope: string): EventRecords {
  return {
    async claimEvents(limit, leaseMs) {
      return rowsOf(EVENT, await db.run<object[]>(CLAIM_EVENTS, [scope, limit, Math.ceil(leaseMs)]));
    },

    async deleteEvent(id) {
      await db.run('delete from deposit_slip.event where scope = $1::text and id = $2::text', [scope, id]);
    },

    async postponeEvent(id, ms, isDead) {
      await db.run(POSTPONE_EVENT, [scope, id, Math.ceil(ms), isDead]);
    },
  };
}

// No event is delivered while an older event of the same key is open, even if that one is leased.
const CLAIM_EVENTS = `
  with time as materialized (select deposit_slip.clock() as now), chosen as (
    select e.id from deposit_slip.event e
    where e.scope = $1::text and not e.is_dead and e.due_at <= (select now from time) and not exists (
      select from deposit_slip.event o
      where o.scope = e.scope and o.key = e.key and o.place < e.place and not o.is_dead)
    order by e.place limit $2::bigint
    for update skip locked
  ), claimed as (
    update deposit_slip.event e set due_at = time.now + $3::bigint, attempts = e.attempts + 1
    from chosen, time where e.scope = $1::text and e.id = chosen.id
    returning e.id, e.name, e.key, e.payload, e.create_time, e.place, e.attempts - 1 as attempts
  )
  select ${listOf(jsonOf(EVENT, 'e'), 'e.place')} from claimed e`;

const POSTPONE_EVENT = `
  update deposit_slip.event set due_at = deposit_slip.clock() + $3::bigint, is_dead = is_dead or $4::boolean
  where scope = $1::text and id = $2::text`;
