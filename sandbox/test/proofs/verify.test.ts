import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onlyRow, type Db } from '../../src/db/db.js';
import { seed } from '../../src/seed.js';
import { ENGINES, openDb } from '../test-sandbox.js';

/** A node of a plan in the form of `explain (format json)`. */
interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[];
}

/** The number of rows returned by all nodes of a plan, in all loops. */
function rowsOf({ 'Actual Rows': rows, 'Actual Loops': loops, Plans: children = [] }: PlanNode): number {
  return children.reduce((sum, child) => sum + rowsOf(child), rows * loops);
}

for (const engine of ENGINES)
  describe(`verify on ${engine}`, () => {
    let db: Db;
    before(async () => {
      db = await openDb(engine);
      await seed(db);
    });
    after(() => db.close());

    // A server has no statistics of a new ledger yet, and PGlite never has any: plans must be good without them.
    it('reads each entry a few times only, however many entries an account has', async () => {
      // One transaction each, as in use: a single large one would bloat the accounts and lead to other plans.
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
        const { 'QUERY PLAN': plans } = onlyRow(await db.query<Explained>(sql));
        const times = rowsOf(plans[0]!.Plan) / Number(entries);
        assert.ok(times < 20, `${name} reads every entry ${times.toFixed(0)} times`);
      }
    });
  });
