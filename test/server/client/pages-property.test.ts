import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { listApi, newestFirst, oldestFirst, rowsOf, START, type Row } from './list-api.js';
import { ALIASES, allOf, FLOWS, ORDERS, PAID } from './lists.js';

describe('all pages, whatever happens to the list', () => {
  const row = fc.integer({ min: 1, max: 60 });

  /** What becomes of the list before one request: so many come, so many of those that may leave do. */
  const change = fc.record({ join: fc.nat(12), leave: fc.nat(3) });

  it('hold every record that was there from the beginning to the end, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { maxLength: 60 }),
        fc.array(change, { maxLength: 12 }),
        fc.record({
          order: fc.constantFrom(newestFirst, oldestFirst, (one: Row, other: Row) => one.id - other.id),
          isClosed: fc.boolean(),
          most: fc.constantFrom(Infinity, 3, 7),
          now: fc.constantFrom(undefined, START - 5_000, START + 30_500, START + 100_000),
        }),
        fc.constantFrom(ORDERS, FLOWS, PAID, ALIASES),
        async (there, changes, api, list) => {
          const made = Object.assign(listApi(there.map((id) => ({ id, at: START + (id % 13) * 1000 }))), api);
          const canLeave = list === PAID || list === ALIASES;
          let next = 100;
          let gone = 0;
          made.before = (asked) => {
            const { join, leave } = changes[asked] ?? { join: 0, leave: 0 };
            // One or the other: what leaves as another comes changes no total, and nothing can tell.
            if (canLeave && leave > 0) gone += leave;
            else made.rows = [...made.rows, ...rowsOf(join, (next += join) - join)];
            made.rows = made.rows.filter(({ id }) => !there.slice(0, gone).includes(id));
          };
          const ids = await allOf(list, made);
          assert.equal(new Set(ids).size, ids.length);
          for (const id of there.slice(gone)) assert.ok(ids.includes(id), `${id} of ${list.name}`);
          assert.ok(made.asked.length < 300);
        },
      ),
      { numRuns: 300 },
    );
  });
});
