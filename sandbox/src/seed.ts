import { readFileSync } from 'node:fs';
import type { Db, Queries } from './db/db.js';
import { applyMigrations, dropSchema } from './db/migrate.js';

/** Ids of the seeded merchants (db/seed.sql), by the token that opens them. */
export const SEEDED_MERCHANTS = { own: [1001n, 1002n], other: [2001n] } as const;

/** Seeds merchants, accounts and balances if the database has none. Of several processes at once, only one does so. */
export async function seed(db: Db): Promise<void> {
  if (await isSeeded(db)) return;
  await db.exclusive(async (tx) => {
    if (!(await isSeeded(tx))) await insertSeed(tx);
  });
}

async function isSeeded(db: Queries): Promise<boolean> {
  return (await db.query('select 1 from merchant limit 1')).length > 0;
}

/**
 * Restores the initial state in one transaction. Append-only tables cannot be emptied, so the whole schema is dropped
 * and created again. Transactions of other processes run before or after it, never in between.
 */
export async function reset(db: Db): Promise<void> {
  await db.exclusive(async (tx) => {
    await dropSchema(tx);
    await applyMigrations(tx);
    await insertSeed(tx);
  });
}

function insertSeed(tx: Queries): Promise<void> {
  return tx.script(readSeed());
}

/** The SQL that inserts the seeded data. */
export function readSeed(): string {
  // The relative path is the same from src and from dist.
  return readFileSync(new URL('../db/seed.sql', import.meta.url), 'utf8');
}
