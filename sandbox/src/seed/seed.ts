import type { Db, Queries } from '../db/db.js';
import { INITIAL, restoreSnapshot, takeSnapshot } from '../ledger/snapshots.js';
import { ApiError } from '../http/api-error.js';
import { addMerchant, addPaymentMethod, grantAccess } from '../ledger/setup.js';
import { readPackageFile } from '../package-files.js';
import type { CheckedSeed } from './data.js';
import { SeedRefused } from './params.js';

/** Ids of the seeded merchants (db/seed.sql), by the token that opens them. */
export const SEEDED_MERCHANTS = { own: [1001n, 1002n], other: [2001n] } as const;

/**
 * Seeds merchants, accounts and balances if the database has none, or loads the state of a snapshot file, and
 * then adds the missing parts of `seedData`. If several processes try at once, only one does so.
 * @throws {SnapshotRefused} The file cannot be loaded.
 * @throws {SeedRefused} The data refers to a merchant that does not exist.
 */
export async function seed(db: Db, seedData?: CheckedSeed, snapshot?: string): Promise<void> {
  if (!(await isSeeded(db)))
    await db.exclusive(async (tx) => {
      if (!(await isSeeded(tx))) await insertSeed(tx);
    });
  if (snapshot !== undefined) {
    // Loaded only if needed, because loading delays the start.
    const { startFrom } = await import('../ledger/snapshot-files.js');
    await startFrom(db, snapshot);
  }
  if (seedData) await db.transaction((tx) => loadSeed(tx, seedData));
}

async function isSeeded(db: Queries): Promise<boolean> {
  return (await db.query('select 1 from merchant limit 1')).length > 0;
}

/**
 * Restores the initial state in one transaction, and adds `seedData` to it. Transactions of other processes
 * run before or after it, never in between.
 */
export async function reset(db: Db, seedData?: CheckedSeed): Promise<void> {
  await db.exclusive(async (tx) => {
    if (!(await restoreSnapshot(tx, INITIAL))) throw new Error('The database has no initial snapshot.');
    if (seedData) await loadSeed(tx, seedData);
  });
}

async function insertSeed(tx: Queries): Promise<void> {
  await tx.script(readSeed());
  await takeSnapshot(tx, INITIAL);
}

/** Adds missing rows to a database in one transaction; existing ones stay unchanged. Throws `SeedRefused`. */
async function loadSeed(tx: Queries, seedData: CheckedSeed): Promise<void> {
  try {
    for (const merchant of seedData.merchants) {
      await addMerchant(tx, merchant);
      if (merchant.token !== undefined) await grantAccess(tx, merchant.token, [merchant.id]);
    }
    for (const method of seedData.paymentMethods) await addPaymentMethod(tx, method);
    for (const { token: text, merchantIds } of seedData.tokens) await grantAccess(tx, text, merchantIds);
  } catch (error) {
    if (error instanceof ApiError) throw new SeedRefused(`The seed data is refused: ${error.message}`, error);
    throw error;
  }
}

/** The SQL that inserts the seeded data. */
export function readSeed(): string {
  return readPackageFile('db/seed.sql');
}
