import { PGlite } from '@electric-sql/pglite';
import type { Store } from 'deposit-slip/kit';
import { createPostgresStore, type PgQueries } from 'deposit-slip/kit/postgres';
import type { Clock } from './clock.js';

/** A PostgreSQL in this process whose clock is the simulated one. */
export async function openPglite(clock: Clock): Promise<{ readonly store: Store; close(): Promise<void> }> {
  const db = await PGlite.create();
  let told: number | undefined;

  /** Time does not pass while a statement runs. */
  async function during<Result>(work: () => Promise<Result>): Promise<Result> {
    clock.pending += 1;
    try {
      return await work();
    } finally {
      clock.pending -= 1;
    }
  }

  async function tellTime(connection: PgQueries): Promise<void> {
    if (told === clock.now) return;
    told = clock.now;
    await connection.query(`select set_config('deposit_slip.now', $1, false)`, [String(told)]);
  }

  const store = createPostgresStore({
    query: (text, params) =>
      during(async () => {
        await tellTime(db);
        return db.query(text, params);
      }),
    transaction: (work) =>
      during(async () => {
        await tellTime(db);
        return db.transaction(work);
      }),
  });
  await store.migrate();
  await db.query(`create or replace function deposit_slip.clock() returns bigint language sql volatile as
    $$ select current_setting('deposit_slip.now')::bigint $$`);
  return { store, close: () => db.close() };
}
