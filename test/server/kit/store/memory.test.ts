import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { after, before, describe, it, mock } from 'node:test';
import { settleReturns } from '../../../../src/server/kit/payments/booking.js';
import { createMemoryStore } from '../../../../src/server/kit/store/memory.js';
import { StoreError } from '../../../../src/server/kit/store/store.js';
import { DAY, depositOf, NOW, save } from './fixtures.js';
import { recordsSuite } from './records.js';

before(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
after(() => mock.timers.reset());

recordsSuite('a store in memory', () => ({
  store: createMemoryStore(),
  // The clock only moves forward, because the tests of a file share it.
  setTime: async (now) => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date'], now });
  },
}));

describe('a store in memory', () => {
  it('does not block its process while any number of deposits are returned', async () => {
    const records = createMemoryStore().open('many');
    const deposits = Array.from({ length: 3_000 }, () => depositOf());
    const returns = deposits.map(() => depositOf({ state: 'pending' }));
    await save(records, { deposits: [...deposits, ...returns] });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    assert.equal(await settleReturns(records, '1001', undefined), true);
    delay.disable();
    const held = delay.max / 1e6;
    const rows = await records.knownFlows(
      '1001',
      deposits.map(({ flowId }) => flowId),
    );
    assert.equal(rows.filter(({ amount, returned }) => amount === returned).length, deposits.length);
    assert.ok(held < 1_000, `held for ${Math.round(held)} ms`);
  });

  it('rejects calls rather than forget what the kit keeps, however long that is', async () => {
    const records = createMemoryStore({ maxRows: 20 }).open('kept');
    const longAgo = Date.now() - 200 * DAY;
    const deposits = Array.from({ length: 15 }, () => depositOf({ createTime: longAgo, readAt: longAgo }));
    await save(records, { deposits });
    const more = Array.from({ length: 15 }, () => depositOf());
    await assert.rejects(save(records, { deposits: more }), StoreError, 'nobody has said how long');
    await records.purge({ answers: Date.now(), rows: Date.now() - 3_650 * DAY });
    await assert.rejects(save(records, { deposits: more }), StoreError);
    const kept = await records.knownFlows(
      '1001',
      deposits.map(({ flowId }) => flowId),
    );
    assert.equal(kept.length, deposits.length);
  });

  it('makes room as soon as it is full of what the kit no longer keeps', async () => {
    const records = createMemoryStore({ maxRows: 20 }).open('room');
    await records.purge({ answers: Date.now(), rows: Date.now() - 2 * DAY });
    const longAgo = Date.now() - 3 * DAY;
    const deposits = Array.from({ length: 15 }, () => depositOf({ createTime: longAgo, readAt: longAgo }));
    await save(records, { deposits });
    await save(records, { deposits: Array.from({ length: 15 }, () => depositOf()) });
  });
});
