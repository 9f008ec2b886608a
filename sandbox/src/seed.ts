import type { Db, Queries } from './db/db.js';
import { applyMigrations, dropSchema } from './db/migrate.js';
import { fill } from './seeded.js';

export { SEEDED_MERCHANTS } from './seeded.js';

/** Puts the seeded merchants, accounts and balances into a database that has none. Of several processes at once, one does. */
export async function seed(db: Db): Promise<void> {
  if (await isSeeded(db)) return;
  await db.exclusive(async (tx) => {
    if (!(await isSeeded(tx))) await fill(tx);
  });
}

async function isSeeded(db: Queries): Promise<boolean> {
  return (await db.query('select 1 from merchant limit 1')).length > 0;
}

/**
 * Everything back to the start, in one transaction: append-only tables are dropped whole, never emptied. Transactions of
 * other processes come before it or after it.
 */
export async function reset(db: Db): Promise<void> {
  await db.exclusive(async (tx) => {
    await dropSchema(tx);
    await applyMigrations(tx);
    await fill(tx);
  });
}
