import { FIATS } from 'deposit-slip/contract';
import type { Db, Queries } from './db/db.js';
import { applyMigrations, dropSchema } from './db/migrate.js';

/** Token -> merchants, as seeded. */
export const SEEDED_MERCHANTS = { own: [1001n, 1002n], other: [2001n] } as const;

/** The opening balances arrived then: long before any deposit to come, and the same on every start. */
const OPENED_AT = BigInt(Date.UTC(2025, 0, 1));

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

/** Merchants, their accounts, and the opening balances: deposits like any other, so that the ledger is whole. */
async function fill(tx: Queries): Promise<void> {
  await tx.script(`insert into merchant (id, kind, name, email) values
    (1001, 'individual', 'Tienda Sol', 'sol@merchant.example'),
    (1002, 'business', 'Mercado Luna', 'luna@merchant.example'),
    (2001, 'individual', 'Otra Tienda', null)`);
  await tx.query(
    `insert into account (merchant, currency, role) select merchant, fiat, 'main'
     from unnest($1::bigint[]) merchant cross join unnest($2::text[]) with ordinality f (fiat, place)
     order by merchant, place`,
    [SEEDED_MERCHANTS.own, FIATS],
  );
  await tx.query(
    `select credit_deposit(merchant, currency, 100000000, '1000000.00', null, null, null, null, 'Opening balance', $1)
     from (select merchant, currency from account where merchant is not null order by id) accounts`,
    [OPENED_AT],
  );
  // One empty account, so that tests of access have something foreign to find.
  await tx.query(
    `insert into account (merchant, currency, role) select merchant, 'MXN', 'main' from unnest($1::bigint[]) merchant`,
    [SEEDED_MERCHANTS.other],
  );
}
