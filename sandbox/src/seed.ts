import { FIATS } from 'deposit-slip/contract';
import type { Db, Queries } from './db/db.js';
import { applyMigrations } from './db/migrate.js';
import { credit } from './ledger/deposits.js';
import { addMerchant, openAccount } from './ledger/merchants.js';

/** Token -> merchants, as seeded. */
export const SEEDED_MERCHANTS = { own: [1001n, 1002n], other: [2001n] } as const;

/** The opening balances arrived then: long before any deposit to come, and the same on every start. */
const OPENED_AT = BigInt(Date.UTC(2025, 0, 1));

const OPENING_BALANCE = '1000000.00';

/** Puts the seeded merchants, accounts and balances into a database that has none. */
export async function seed(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.query('select 1 from merchant limit 1');
    if (rows.length === 0) await fill(tx);
  });
}

/** Everything back to the start, in one transaction: append-only tables are dropped whole, never emptied. */
export async function reset(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.script('drop schema public cascade; create schema public');
    await applyMigrations(tx);
    await fill(tx);
  });
}

async function fill(tx: Queries): Promise<void> {
  await addMerchant(tx, { id: 1001n, kind: 'individual', name: 'Tienda Sol', email: 'sol@merchant.example' });
  await addMerchant(tx, {
    id: 1002n,
    kind: 'business',
    name: 'Mercado Luna',
    email: 'luna@merchant.example',
  });
  await addMerchant(tx, { id: 2001n, kind: 'individual', name: 'Otra Tienda' });
  for (const merchant of SEEDED_MERCHANTS.own)
    for (const fiat of FIATS) {
      await openAccount(tx, merchant, fiat);
      const opening = { fiat, amount: OPENING_BALANCE, at: OPENED_AT, senderName: 'Opening balance' };
      await credit(tx, opening, { merchant, txId: null });
    }
  // One empty account, so that tests of access have something foreign to find.
  for (const merchant of SEEDED_MERCHANTS.other) await openAccount(tx, merchant, 'MXN');
}
