import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onlyRow, type Db } from '../src/db/db.js';
import { seed } from '../src/seed.js';
import { ENGINES, openDb } from './test-sandbox.js';

/** A step of a plan as `explain (format json)` tells it. */
interface Step {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Step[];
}

/** Rows all steps of a plan gave, each as often as it ran. */
function rowsOf({ 'Actual Rows': rows, 'Actual Loops': loops, Plans: steps = [] }: Step): number {
  return steps.reduce((sum, step) => sum + rowsOf(step), rows * loops);
}

for (const engine of ENGINES)
  describe(`verify on ${engine}`, () => {
    let db: Db;
    before(async () => {
      db = await openDb(engine);
      await seed(db);
    });
    after(() => db.close());

    // A server has no statistics of a new ledger, and PGlite never has any: the plans must be good without.
    it('reads an entry a few times, however many its account has', async () => {
      // A transaction each, as they come: one large one would leave the accounts bloated, and other plans.
      await db.script(`do $$ begin for n in 1..1000 loop
        perform transfer_funds(1001, 1002, 'many-' || n, 'MXN', 100); commit; end loop; end $$`);
      const { entries } = onlyRow(
        await db.query<{ entries: bigint }>('select count(*) as entries from entry'),
      );
      const views = await db.query<{ name: string }>(
        `select viewname as name from pg_views where schemaname = current_schema() and viewname ~ '^i[0-9]+_'`,
      );
      for (const { name } of views) {
        const sql = `explain (analyze, timing off, format json) select count(*) from ${name}`;
        const { 'QUERY PLAN': plans } = onlyRow(
          await db.query<{ 'QUERY PLAN': readonly { Plan: Step }[] }>(sql),
        );
        const times = rowsOf(plans[0]!.Plan) / Number(entries);
        assert.ok(times < 20, `${name} reads every entry ${times.toFixed(0)} times`);
      }
    });
  });
