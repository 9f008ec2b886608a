import { readFileSync } from 'node:fs';
import type { Db, Queries } from './db/db.js';
import { INITIAL, restoreSnapshot, takeSnapshot } from './ledger/snapshots.js';
import { loadWorld, type CheckedWorld } from './world.js';

/** Ids of the seeded merchants (db/seed.sql), by the token that opens them. */
export const SEEDED_MERCHANTS = { own: [1001n, 1002n], other: [2001n] } as const;

/**
 * Seeds merchants, accounts and balances if the database has none, and adds what it lacks of `world`. Of several
 * processes at once, only one does so.
 * @throws {WorldRefused} The world refers to a merchant that does not exist.
 */
export async function seed(db: Db, world?: CheckedWorld): Promise<void> {
  if (!(await isSeeded(db)))
    await db.exclusive(async (tx) => {
      if (!(await isSeeded(tx))) await insertSeed(tx);
    });
  if (world) await db.transaction((tx) => loadWorld(tx, world));
}

async function isSeeded(db: Queries): Promise<boolean> {
  return (await db.query('select 1 from merchant limit 1')).length > 0;
}

/**
 * Restores the initial state in one transaction, and adds `world` to it. Transactions of other processes run before or
 * after it, never in between.
 */
export async function reset(db: Db, world?: CheckedWorld): Promise<void> {
  await db.exclusive(async (tx) => {
    await restoreSnapshot(tx, INITIAL);
    if (world) await loadWorld(tx, world);
  });
}

async function insertSeed(tx: Queries): Promise<void> {
  await tx.script(readSeed());
  await takeSnapshot(tx, INITIAL);
}

/** The SQL that inserts the seeded data. */
export function readSeed(): string {
  // The relative path is the same from src and from dist.
  return readFileSync(new URL('../db/seed.sql', import.meta.url), 'utf8');
}
