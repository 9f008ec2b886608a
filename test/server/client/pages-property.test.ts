import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { listApi, newestFirst, oldestFirst, rowsOf, START, type Row } from './list-api.js';
import { ALIASES, FLOWS, ORDERS, PAID, readAll } from './lists.js';

describe('reading all pages while the list changes', () => {
  const rowId = fc.integer({ min: 1, max: 60 });

  /** The number of rows added and removed before one response. */
  const change = fc.record({ added: fc.nat(12), removed: fc.nat(3) });

  it('yields every record that stays in the list, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(rowId, { maxLength: 60 }),
        fc.array(change, { maxLength: 12 }),
        fc.record({
          order: fc.constantFrom(newestFirst, oldestFirst, (one: Row, other: Row) => one.id - other.id),
          isInclusive: fc.boolean(),
          maxPageSize: fc.constantFrom(Infinity, 3, 7),
          now: fc.constantFrom(undefined, START - 5_000, START + 30_500, START + 100_000),
        }),
        fc.constantFrom(ORDERS, FLOWS, PAID, ALIASES),
        async (initialIds, changes, settings, list) => {
          const rows = initialIds.map((id) => ({ id, at: START + (id % 13) * 1000 }));
          const api = listApi(rows, settings);
          const canShrink = list === PAID || list === ALIASES;
          let nextId = 100;
          let removedCount = 0;
          api.beforeResponse = (requests) => {
            const { added, removed } = changes[requests] ?? { added: 0, removed: 0 };
            // Either adds or removes: doing both at once changes no total, so no client could notice.
            if (canShrink && removed > 0) removedCount += removed;
            else api.rows = [...api.rows, ...rowsOf(added, (nextId += added) - added)];
            api.rows = api.rows.filter(({ id }) => !initialIds.slice(0, removedCount).includes(id));
          };
          const ids = await readAll(list, api);
          assert.equal(new Set(ids).size, ids.length);
          for (const id of initialIds.slice(removedCount))
            assert.ok(ids.includes(id), `${id} of ${list.name}`);
          assert.ok(api.requests.length < 300);
        },
      ),
      { numRuns: 300 },
    );
  });
});
