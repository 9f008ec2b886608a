/** Operating the kit: kit.tick, kit.health, and the time of the last look. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, HOUR, later, MINUTE, NOW, pass, resultOf, SECOND, useClock } from '../../clock.js';
import { flowPage, json } from '../../fake-api.js';
import { brokenStore } from '../../shop.js';
import { bench, ORDER, OWN } from './bench.js';

const grantsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...ORDER, id: `order-${at}`, merchantId: 1 + at }));

describe('kit.tick', () => {
  useClock({ timers: true });

  it('does nothing without a slip', async () => {
    const { api, kit } = bench();
    await resultOf(kit.tick());
    assert.deepEqual(api.calls, []);
  });

  it('reads what is due, calls the hooks and then resolves', async () => {
    const grants = grantsOf(25);
    let done = 0;
    const paid = (): Promise<void> =>
      new Promise((resolve) => setTimeout(resolve, SECOND)).then(() => void (done += 1));
    const { api, kit, open, pay } = bench({ grants, on: { paid } });
    for (const [at, { id, merchantId }] of grants.entries())
      pay('10.00', { txId: (await open(id)).txId, merchantId, id: at + 1 });
    later(MINUTE);
    const start = Date.now();
    await resultOf(kit.tick());
    assert.deepEqual([api.flows().length, done], [25, 25]);
    const seconds = (Date.now() - start) / SECOND;
    assert.ok(seconds >= 3 && seconds < 5, `ten requests a second: ${seconds}`);
    await resultOf(kit.tick());
    assert.equal(api.flows().length, 25, 'nothing is due again');
  });

  it('deletes what is old once an hour', async () => {
    const times: number[] = [];
    const store = brokenStore((name) => void (name === 'purge' && times.push(Date.now() - NOW)));
    const { tick } = bench({ store });
    for (const passed of [0, HOUR - 1, 1, 1, HOUR - 1]) await tick(passed);
    assert.deepEqual(times, [0, HOUR, 2 * HOUR]);
  });

  it('ends within a minute, and the next call does the rest', async () => {
    const grants = grantsOf(100);
    const { api, kit, open } = bench({ grants, rate: 1 });
    for (const { id } of grants) await open(id);
    later(MINUTE);
    const start = Date.now();
    await resultOf(kit.tick(), 2 * MINUTE);
    assert.ok(Date.now() - start <= MINUTE);
    const read = new Set(api.flows().map(({ url }) => url.searchParams.get('merchantId')));
    assert.ok(read.size >= 40 && read.size < 100, String(read.size));
    for (let tick = 0; tick < 2; tick += 1) await resultOf(kit.tick(), 2 * MINUTE);
    const all = new Set(api.flows().map(({ url }) => url.searchParams.get('merchantId')));
    assert.equal(all.size, 100);
  });

  it('retries the hooks that failed before', async () => {
    let isDown = true;
    const deposit = (): unknown => (isDown ? Promise.reject(new Error('down')) : undefined);
    const { api, open, pay, tick, lines } = bench({ on: { deposit } });
    pay('4.00', { txId: (await open()).txId });
    await tick();
    isDown = false;
    lines();
    const looks = api.flows().length;
    await tick(2 * SECOND);
    assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00']);
    assert.equal(api.flows().length, looks, 'also if nothing is to be read');
  });
});

describe('the time of the last reading', () => {
  useClock({ timers: true });

  it('is in a slip, a receipt, a poll and a history, once there was one', async () => {
    const { open, send, pay } = bench();
    const { poll } = await open();
    assert.equal((await open()).slip.body.checked, NOW, 'a reload looks');
    later(5 * SECOND);
    assert.equal((await poll()).checked, NOW + 5 * SECOND);
    later(5 * SECOND);
    const { data } = (await send(ORDER.id, '?history=1')).body;
    assert.equal(data!['checked'], NOW + 10 * SECOND);
    pay('10.00', { txId: '1' });
    later(5 * SECOND);
    assert.equal((await send(ORDER.id)).body.checked, NOW + 15 * SECOND);
    const fresh = bench();
    assert.equal((await fresh.open()).slip.body.checked, undefined);
  });

  it('does not change while the API fails or hangs', async () => {
    const { api, open } = bench();
    const { poll } = await open();
    const { checked } = await poll();
    for (const flows of [json('{}', { status: 500 }), () => new Promise<never>(() => undefined)]) {
      later(MINUTE);
      api.script({ flows });
      assert.equal((await poll()).checked, checked);
      assert.equal((await open()).slip.body.checked, checked);
    }
    api.script({ flows: flowPage() });
    await pass(MINUTE, 10 * SECOND);
    assert.equal((await poll()).checked, Date.now());
  });
});

describe('kit.health', () => {
  useClock({ timers: true });

  it('is empty at first', async () => {
    assert.deepEqual(await bench().kit.health(), {
      merchants: [],
      events: { waiting: 0, dead: 0 },
      unmatched: 0,
      unreadable: 0,
    });
  });

  it('lists for each merchant the last reading, and how late the next one is', async () => {
    const grants = [ORDER, { ...ORDER, id: 'other', merchantId: 7002 }];
    const { kit, open, tick } = bench({ grants });
    for (const { id } of grants) await open(id);
    const never = { lag: 0, unmatched: 0, unreadable: 0 };
    const stateOf = async (at: number) => (await kit.health()).merchants[at];
    assert.deepEqual(await stateOf(0), { merchantId: '7001', ...never });
    later(65 * SECOND);
    assert.deepEqual(await stateOf(1), { merchantId: '7002', ...never, lag: MINUTE });
    await tick(0);
    const lastSuccess = NOW + 65 * SECOND;
    for (const at of [0, 1]) {
      const { lag, ...rest } = (await stateOf(at))!;
      assert.deepEqual([lag, Math.abs(rest.lastSuccess! - lastSuccess) < SECOND], [0, true]);
    }
    later(60 * DAY);
    assert.equal(await stateOf(0), undefined, 'nobody watches any more');
  });

  it('counts unmatched and unreadable flows, for each merchant and in total', async () => {
    const grants = [ORDER, { ...ORDER, id: 'other', merchantId: 7002 }];
    const { kit, open, pay, tick } = bench({ grants });
    for (const { id } of grants) await open(id);
    pay('1.00', { txId: '99' });
    pay('1.00', { txId: '98', merchantId: 7002 });
    pay('-1.00', { txId: '97', merchantId: 7002 });
    pay('ten', { merchantId: 7002 });
    await tick();
    await tick(DAY);
    const { merchants, unmatched, unreadable } = await kit.health();
    assert.deepEqual(
      merchants.map((each) => [each.merchantId, each.unmatched, each.unreadable]),
      [
        ['7001', 1, 0],
        ['7002', 2, 1],
      ],
    );
    assert.deepEqual([unmatched, unreadable], [3, 1]);
  });

  it('lists how many hooks wait, and since when', async () => {
    const deposit = () => Promise.reject(new Error('down'));
    const { kit, open, pay, tick } = bench({ on: { deposit }, grants: [OWN] });
    await open();
    pay('10.00', { fiat: 'MXN' });
    await tick(MINUTE);
    assert.deepEqual((await kit.health()).events, { waiting: 2, oldest: NOW + MINUTE, dead: 0 });
    await tick(MINUTE);
    pay('1.00', { fiat: 'MXN' });
    await tick(MINUTE);
    assert.deepEqual((await kit.health()).events, { waiting: 3, oldest: NOW + MINUTE, dead: 0 });
  });
});
