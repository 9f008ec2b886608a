import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onlyRow, type Db } from '../../src/db/db.js';
import { rowsRead } from '../plan.js';
import { openDb } from '../test-sandbox.js';

describe('verify', () => {
  let db: Db;
  before(async () => {
    db = await openDb();
  });
  after(() => db.close());

  // Plans must be good without statistics: a server has none for a new ledger yet, and PGlite never has any.
  it('reads each entry only a few times, however many entries an account has', async () => {
    // Separate transactions, as in production: a single one would bloat the accounts and lead to other plans.
    await db.script(`do $$ begin for n in 1..1000 loop
      perform transfer_funds(1001, 1002, 'many-' || n, 'MXN', 100); commit; end loop;
      for n in 1..300 loop perform return_deposit(
        credit_deposit(1001, 'MXN', 100, '1.00', null, 105, null, null, null, null), null, null); commit; end loop; end $$`);
    const { entries } = onlyRow(await db.query<{ entries: bigint }>('select count(*) as entries from entry'));
    const views = await db.query<{ name: string }>(
      `select viewname as name from pg_views where schemaname = current_schema() and viewname ~ '^i[0-9]+_'`,
    );
    for (const { name } of views) {
      const times = (await rowsRead(db, `select count(*) from ${name}`)) / Number(entries);
      assert.ok(times < 20, `${name} reads every entry ${times.toFixed(0)} times`);
    }
  });
});
