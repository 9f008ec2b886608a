/** `kit.follow`: the merchant learns of a deposit while no page is open. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore } from 'deposit-slip/kit';
import { happens, later, MINUTE, pass, resultOf, SECOND, until, useClock } from '../clock.js';
import { bench, following, OWN } from './payments/bench.js';
import { brokenStore } from '../shop.js';

describe('a kit that follows', () => {
  useClock({ timers: true });

  it('reports a deposit while no page is open, also of a merchant that it first sees meanwhile', async () => {
    const { kit, open, pay, told, lines } = bench();
    await following(kit, async () => {
      await pass(MINUTE);
      const { txId } = await open();
      pay('10.00', { txId });
      await until(() => told.length === 2, 10 * SECOND);
    });
    assert.deepEqual(lines(), ['deposit order-1 10.00: paid 10.00', 'paid order-1: paid 10.00']);
  });

  it('continues after a restart where it stopped', async () => {
    const store = createMemoryStore();
    const before = bench({ store });
    const { txId } = await before.open();
    before.pay('4.00', { txId });
    await following(before.kit, () => until(() => before.told.length === 1));
    later(10 * MINUTE);
    before.pay('6.00', { txId });
    const restarted = bench({ store, api: before.api, grants: [] });
    await following(restarted.kit, () => until(() => restarted.told.length === 2));
    assert.deepEqual(restarted.lines(), ['deposit order-1 6.00: paid 10.00', 'paid order-1: paid 10.00']);
  });

  it('continues when the store is back, and checks it at least every 30 seconds', async () => {
    let isDown = false;
    const looks: number[] = [];
    const store = brokenStore((name) => {
      if (isDown && name === 'claim') looks.push(Date.now());
      if (isDown) throw new Error('down');
    });
    const { kit, open, pay, told } = bench({ store });
    const { txId } = await open();
    await following(kit, async () => {
      isDown = true;
      await pass(3 * MINUTE, 200);
      const pauses = looks.slice(1).map((time, at) => Math.round((time - looks[at]!) / SECOND));
      assert.deepEqual(pauses, [2, 4, 8, 16, 30, 30, 30, 30, 30]);
      pay('10.00', { txId });
      isDown = false;
      await until(() => told.length === 2, 40 * SECOND);
    });
  });

  it('resolves when the signal aborts and the work under way has ended', async () => {
    let finish = (): void => undefined;
    const { kit, open, pay, told } = bench({
      grants: [OWN],
      on: { deposit: () => new Promise<void>((resolve) => (finish = resolve)) },
    });
    await open();
    pay('4.00', { fiat: 'MXN' });
    const end = new AbortController();
    let isOver = false;
    const followed = kit.follow({ signal: end.signal }).then(() => (isOver = true));
    await until(() => told.length === 1);
    end.abort();
    await pass(SECOND);
    assert.equal(isOver, false);
    finish();
    await resultOf(followed);
    assert.equal((await kit.health()).events.waiting, 0);
  });

  it('reads nothing if the signal was aborted before', async () => {
    const { api, kit, open } = bench();
    await open();
    later(MINUTE);
    await resultOf(kit.follow({ signal: AbortSignal.abort() }));
    assert.deepEqual(api.flows(), []);
  });

  it('reads nothing after the signal has aborted', async () => {
    const { api, kit, open } = bench();
    await open();
    await following(kit, () => pass(20 * SECOND));
    const looks = api.flows().length;
    assert.ok(looks > 0);
    await pass(MINUTE, 500);
    assert.equal(api.flows().length, looks);
  });

  it('follows indefinitely without a signal', async () => {
    const { api, kit, open } = bench();
    await open();
    let isOver = false;
    void kit.follow().finally(() => (isOver = true));
    for (const looks of [1, 2, 3]) await until(() => api.flows().length === looks, 10 * SECOND);
    await happens(() => !isOver);
  });
});
