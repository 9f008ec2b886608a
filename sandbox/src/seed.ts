import { readFileSync } from 'node:fs';
import type { Db, Queries } from './db/db.js';
import { applyMigrations, dropSchema } from './db/migrate.js';

/** Token -> merchants, as seeded (db/seed.sql). */
export const SEEDED_MERCHANTS = { own: [1001n, 1002n], other: [2001n] } as const;

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

function fill(tx: Queries): Promise<void> {
  return tx.script(readSeed());
}

/** What a sandbox begins with, as SQL. */
export function readSeed(): string {
  // The same distance from src and from dist.
  return readFileSync(new URL('../db/seed.sql', import.meta.url), 'utf8');
}
