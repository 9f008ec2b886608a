/** How long the deposit of a slip is awaited, and how long data is kept. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import type { Grant } from 'deposit-slip/kit';
import { DAY, HOUR, later, MINUTE, NOW, useClock } from '../../clock.js';
import { flowPage } from '../../fake-api.js';
import { bench, ORDER, OWN } from './bench.js';

describe('a slip', () => {
  useClock({ timers: true });

  for (const { id, fiat, slug, hasTxId } of METHODS)
    it(`of ${id} (${slug}) is watched to the last millisecond of its last day`, async () => {
      const grant: Grant = { ...ORDER, methods: [{ paymentId: id, fiat }], ownAccount: !hasTxId };
      const { open, pay, tick, lines } = bench({ grants: [grant] });
      const { txId } = await open();
      for (let day = 0; day < 29; day += 1) await tick(DAY);
      later(DAY - MINUTE);
      pay('10.00', { fiat, createTime: NOW + 30 * DAY, ...(hasTxId && { txId }) });
      await tick(10 * MINUTE);
      assert.deepEqual(lines(), ['deposit order-1 10.00: paid 10.00', 'paid order-1: paid 10.00']);
    });

  it('is watched for `watchDays`, and its deposits are read for one more day', async () => {
    const { api, open, pay, tick, lines } = bench({ watchDays: 2, keep: 5, grants: [OWN] });
    await open();
    await tick(2 * DAY);
    for (const createTime of [NOW + 2 * DAY, NOW + 2 * DAY + 1]) pay('1.00', { fiat: 'MXN', createTime });
    await tick(23 * HOUR);
    assert.deepEqual(lines(), ['deposit order-1 1.00: part 1.00', 'unmatched 1.00']);
    await tick(2 * HOUR);
    const looks = api.flows().length;
    await tick(DAY);
    assert.equal(api.flows().length, looks);
    await open();
    await tick(MINUTE);
    assert.ok(api.flows().length > looks, 'until the next slip');
  });
});

describe('data older than `keep`', () => {
  useClock({ timers: true });

  it('is forgotten, and never reported again, even if the API lists it', async () => {
    const { kit, api, open, tick, lines, send } = bench({ watchDays: 2, keep: 5 });
    const { txId } = await open();
    const flow = { id: 1, txId, changed: '10.00', createTime: NOW };
    api.script({ flows: flowPage(flow) });
    await tick();
    assert.equal(lines().length, 2);
    for (let day = 0; day < 12; day += 1) await tick(DAY);
    assert.equal((await send(ORDER.id)).body.payment!.status, 'open', 'a new order of the same id');
    for (let day = 0; day < 3; day += 1) await tick(DAY);
    assert.deepEqual(lines(), []);
    assert.deepEqual((await kit.health()).unmatched, 0);
  });

  it('does not include events that wait', async () => {
    const { kit, open, pay, tick, lines } = bench({
      watchDays: 1,
      keep: 2,
      on: { deposit: () => Promise.reject(new Error('down')) },
    });
    const { txId } = await open();
    pay('10.00', { txId });
    for (let day = 0; day < 8; day += 1) await tick(DAY);
    const before = lines();
    assert.equal(before.length, 8);
    assert.equal((await kit.health()).events.waiting, 2);
  });
});
