import { databaseOf, type PgliteDatabase, type PgPool } from './postgres/database.js';
import { createEventRecords } from './postgres/events.js';
import { createListRecords } from './postgres/lists.js';
import { createReadingRecords } from './postgres/readings.js';
import { migrate, withVersionCheck } from './postgres/schema.js';
import { createSlipRecords } from './postgres/slips.js';
import { createTransactionRecords } from './postgres/transaction.js';
import { createUpkeepRecords } from './postgres/upkeep.js';
import type { Store } from './store.js';

export type { PgClient, PgliteDatabase, PgPool, PgQueries } from './postgres/database.js';

/**
 * Creates a store in a PostgreSQL database (13 or newer), for any number of copies of the kit. `db` is a
 * `Pool` of `pg`, also behind a pooler in transaction mode, or a `PGlite`, which only one process can open.
 * The tables have their own schema, `deposit_slip`: `npx deposit-slip-migrate` or `store.migrate()` creates
 * and upgrades them.
 *
 * Listen to the pool's `error` event: without a listener, a broken idle connection ends the process. Throws a
 * TypeError if `db` is neither.
 */
export function createPostgresStore(db: PgPool | PgliteDatabase): Store {
  const database = databaseOf(db);
  const checked = withVersionCheck(database);
  return {
    async migrate() {
      await migrate(database);
      checked.recheck();
    },
    open: (scope) => ({
      ...createSlipRecords(checked, scope),
      ...createReadingRecords(checked, scope),
      ...createTransactionRecords(checked, scope),
      ...createListRecords(checked, scope),
      ...createEventRecords(checked, scope),
      ...createUpkeepRecords(checked, scope),
    }),
  };
}

/** Creates the tables, or upgrades them. Resolves to their version. Rejects with a `StoreError`. */
export function migrateTables(db: PgPool | PgliteDatabase): Promise<number> {
  return migrate(databaseOf(db));
}
