/** `deposit`, `paid`, `returned` and `unmatched` are called until they resolve, in order for each payment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, type KitHooks } from 'deposit-slip/kit';
import { DAY, HOUR, later, MINUTE, NOW, pass, resultOf, SECOND, until, useClock } from '../../clock.js';
import { pixFlow } from '../../fake-api.js';
import { sendTo, shop } from '../../shop.js';
import { bench, following, ORDER, OWN } from './bench.js';

const FAILED = 'A hook of the deposit kit failed and will be called again';
const fail = (): never => {
  throw new Error('The database of the shop is down');
};
const as = (cookie: string) => ({ headers: { cookie } });
const hang = (): Promise<never> => new Promise(() => undefined);

/** A bench with a deposit that pays its order, and the times at which each hook was called. */
async function paidWith(on: KitHooks, options: Parameters<typeof bench>[0] = {}) {
  const times: (readonly [seconds: number, name: string])[] = [];
  const timed = (name: 'deposit' | 'paid' | 'returned' | 'unmatched') => (event: never) => {
    times.push([Math.round((Date.now() - start) / SECOND), name]);
    return on[name]?.(event);
  };
  const names = ['deposit', 'paid', 'returned', 'unmatched'] as const;
  const all = bench({ ...options, on: Object.fromEntries(names.map((name) => [name, timed(name)])) });
  const page = await all.open();
  all.pay('10.00', { txId: page.txId });
  later(10 * SECOND);
  const start = Date.now();
  return { ...all, ...page, times };
}

describe('a hook', () => {
  useClock({ timers: true });

  it('gets the deposit with its flow id and method, and the grant with its declared members only', async () => {
    const grants = [{ ...ORDER, note: 'mine', depositAlias: 'a' }];
    const { told, tick, open, pay } = bench({ grants });
    const { txId } = await open();
    pay('12.00', { txId, id: 4711 });
    await tick();
    const [deposit, paid] = told as [(typeof told)[0], (typeof told)[0]];
    assert.deepEqual(deposit.grant, { ...ORDER, depositAlias: 'a' });
    assert.deepEqual([deposit.name, deposit.paymentId], ['deposit', 92]);
    const { id, ...rest } = deposit.deposit!;
    assert.deepEqual(rest, {
      amount: '12.00',
      fiat: 'BRL',
      createTime: NOW,
      paymentId: 92,
      txId,
      flowId: '4711',
    });
    assert.deepEqual(
      deposit.payment!.deposits.map((each) => [each.id, 'flowId' in each]),
      [[id, false]],
    );
    assert.deepEqual(
      [paid.name, paid.excess, paid.again, paid.deposit],
      ['paid', '2.00', undefined, undefined],
    );
    assert.notEqual(paid.id, deposit.id);
  });

  it('gets an event that it cannot change for others', async () => {
    const frozen: boolean[] = [];
    const { tick } = await paidWith({ paid: (event) => void frozen.push(Object.isFrozen(event)) });
    await tick();
    assert.deepEqual(frozen, [true]);
  });

  it('is called for events in order, one after the other, with the state at that moment', async () => {
    const going: string[] = [];
    const slow = (name: string) => async (): Promise<void> => {
      going.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 2 * SECOND));
      going.push(`${name} ends`);
    };
    const { kit, pay, txId, lines } = await paidWith({
      deposit: slow('deposit'),
      paid: slow('paid'),
      returned: slow('returned'),
    });
    pay('1.00', { txId });
    pay('-10.00', { txId });
    await following(kit, () => until(() => going.length === 8));
    assert.deepEqual(lines(), [
      'deposit order-1 10.00: paid 10.00',
      'paid order-1: paid 10.00',
      'deposit order-1 1.00: over 11.00',
      'returned order-1 10.00 back 10.00: part 1.00',
    ]);
    const names = ['deposit', 'paid', 'deposit', 'returned'];
    assert.deepEqual(
      going,
      names.flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it('is called again after growing delays until it resolves, with the same id and the same state', async () => {
    const { kit, times, told, pay, txId, logger } = await paidWith({
      deposit: () => (times.length < 5 ? Promise.reject(new Error('down')) : undefined),
    });
    await following(kit, async () => {
      await pass(5 * SECOND);
      // The payment changes in the meantime. The call for the first deposit stays the same.
      pay('3.00', { txId });
      await until(() => told.length === 7);
    });
    assert.deepEqual(times.slice(0, 6), [
      [0, 'deposit'],
      [1, 'deposit'],
      [3, 'deposit'],
      [7, 'deposit'],
      [15, 'deposit'],
      [15, 'paid'],
    ]);
    assert.equal(new Set(told.slice(0, 5).map(({ id }) => id)).size, 1);
    assert.deepEqual(
      told.map(({ payment }) => payment!.received),
      [...Array.from({ length: 6 }, () => '10.00'), '13.00'],
    );
    assert.equal(logger.lines.filter((line) => line.includes(FAILED)).length, 4);
  });

  it('is called every ten minutes in the end', async () => {
    const { kit, times } = await paidWith({ deposit: fail });
    await following(kit, () => pass(2 * HOUR, SECOND));
    const pauses = times.map(([time], at) => time - (times[at - 1]?.[0] ?? 0)).slice(1);
    assert.deepEqual(pauses.slice(0, 10), [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
    assert.deepEqual([...new Set(pauses.slice(10))], [600]);
  });

  it('that fails for one payment does not delay others', async () => {
    const grants = [ORDER, { ...ORDER, id: 'order-2' }];
    const { kit, open, pay, lines } = bench({
      grants,
      on: { deposit: ({ grant }) => (grant.id === 'order-1' ? fail() : undefined) },
    });
    for (const { id } of grants) pay('10.00', { txId: (await open(id)).txId });
    await following(kit, () => pass(MINUTE));
    const all = lines();
    assert.deepEqual([...new Set(all)].toSorted(), [
      'deposit order-1 10.00: paid 10.00',
      'deposit order-2 10.00: paid 10.00',
      'paid order-2: paid 10.00',
    ]);
    assert.equal(all.filter((line) => line.includes('order-2')).length, 2);
  });

  it('that is missing delays nothing', async () => {
    const paid: string[] = [];
    const { api, kit, send } = shop({ grant: ORDER, on: { paid: ({ grant }) => void paid.push(grant.id) } });
    await send();
    api.script({ flows: pixFlow(undefined, '"10.00"') });
    later(MINUTE);
    await resultOf(kit.tick());
    assert.deepEqual(paid, ['order-1']);
    assert.deepEqual((await kit.health()).events, { waiting: 0, dead: 0 });
  });

  it('that hangs has 30 seconds, and is then called again', async () => {
    const { kit, times, logger } = await paidWith({
      deposit: () => (times.length === 1 ? hang() : undefined),
    });
    await following(kit, () => until(() => times.length === 3));
    assert.deepEqual(times, [
      [0, 'deposit'],
      [31, 'deposit'],
      [31, 'paid'],
    ]);
    assert.equal(logger.lines.filter((line) => line.includes(FAILED)).length, 1);
  });

  it('that resolves after 30 seconds is not called again', async () => {
    let calls = 0;
    const slow = (): Promise<void> => {
      calls += 1;
      return new Promise((resolve) => setTimeout(resolve, 30 * SECOND + 500));
    };
    const { kit, times } = await paidWith({ deposit: slow });
    await following(kit, () => pass(5 * MINUTE));
    assert.equal(calls, 1);
    assert.deepEqual(times.at(-1)![1], 'paid');
  });

  it('has resolved when the page that found the deposit gets its response, because some platforms then stop', async () => {
    let isDone = false;
    const slow = (): Promise<void> =>
      new Promise((resolve) => setTimeout(resolve, 500)).then(() => void (isDone = true));
    const { poll } = await paidWith({ deposit: slow });
    assert.equal((await poll()).status, 'arrived');
    assert.ok(isDone);
  });

  it('that hangs delays a page by at most a second', async () => {
    const { poll } = await paidWith({ deposit: hang });
    const start = Date.now();
    assert.equal((await poll()).status, 'arrived');
    assert.ok(Date.now() - start <= SECOND + 100, String(Date.now() - start));
  });

  it('of a copy that was killed is called by another copy after 30 seconds', async () => {
    const store = createMemoryStore();
    const killed = await paidWith({ deposit: hang }, { store });
    void killed.kit.tick().catch(() => undefined);
    await until(() => killed.times.length === 1);
    const other = bench({ store, api: killed.api });
    await following(other.kit, async () => {
      await pass(29 * SECOND);
      assert.deepEqual(other.told, []);
      await until(() => other.told.length === 2, 5 * SECOND);
    });
    assert.equal(other.told[0]!.id, killed.told[0]!.id);
  });

  it('that fails for 14 days is dead, is counted in health, and no longer delays anything', async () => {
    const { kit, tick, times } = await paidWith({ deposit: fail });
    await tick(0);
    for (let day = 0; day < 14; day += 1) {
      await tick(DAY - SECOND);
      const { waiting, dead, oldest } = (await kit.health()).events;
      assert.deepEqual([waiting, dead, oldest], [2, 0, NOW + 10 * SECOND], String(day));
    }
    for (let hour = 0; hour < 2; hour += 1) await tick(HOUR);
    const [last, next] = times.slice(-2);
    assert.deepEqual([last![1], next![1]], ['deposit', 'paid']);
    assert.deepEqual((await kit.health()).events, { waiting: 0, dead: 1 });
    const calls = times.length;
    await tick(DAY);
    assert.equal(times.length, calls);
  });

  it('is called again for returns and for unmatched deposits', async () => {
    let isDown = true;
    const on = {
      returned: () => (isDown ? fail() : undefined),
      unmatched: () => (isDown ? fail() : undefined),
    };
    const { txId, pay, tick, lines } = await paidWith(on);
    pay('5.00', { txId: '99' });
    await tick();
    pay('-10.00', { txId });
    await tick();
    isDown = false;
    lines();
    await tick();
    assert.deepEqual(lines().toSorted(), ['returned order-1 10.00 back 10.00: open 0.00', 'unmatched 5.00']);
    await tick();
    assert.deepEqual(lines(), []);
  });

  it('is called by the page that finds the deposit, without kit.follow or a cron job', async () => {
    const { poll, lines } = await paidWith({});
    await poll();
    assert.deepEqual(lines(), ['deposit order-1 10.00: paid 10.00', 'paid order-1: paid 10.00']);
  });

  it('is called for one deposit once, whichever copy or page reads it', async () => {
    const store = createMemoryStore();
    const first = await paidWith({}, { store, grants: [ORDER] });
    const copies = [first, ...[1, 2].map(() => bench({ store, api: first.api }))];
    await following(
      copies.map(({ kit }) => kit),
      async () => {
        for (let poll = 0; poll < 5; poll += 1) {
          await resultOf(Promise.all(copies.map(({ kit }) => sendTo(kit, '', as(ORDER.id)))));
          await pass(5 * SECOND);
        }
      },
    );
    const told = copies.flatMap((copy) => copy.told);
    assert.deepEqual(told.map(({ name }) => name).toSorted(), ['deposit', 'paid']);
  });
});

describe('the hooks request, response and error', () => {
  useClock({ timers: true });

  it('cover each reading, with merchant, status and cause', async () => {
    const events: unknown[] = [];
    const record = (name: string) => (event: object) => {
      const { requestId: _, duration: _duration, cause, ...rest } = event as Record<string, unknown>;
      events.push([name, rest, ...(cause instanceof Error ? [String(cause)] : [])]);
    };
    const on = { request: record('request'), response: record('response') };
    const { api, open, pay, tick, errors } = bench({ grants: [OWN], on });
    await open();
    events.length = 0;
    pay('1.00', { fiat: 'MXN' });
    await tick();
    const call = { operation: 'flows', merchantId: '7001' };
    assert.deepEqual(events.splice(0), [
      ['request', call],
      ['response', { ...call, status: 200 }],
    ]);
    const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    api.script({ flows: refused });
    await tick();
    assert.deepEqual(events.slice(0, 2), [
      ['request', call],
      ['response', { ...call, failure: 'connection' }, 'Error: ECONNREFUSED'],
    ]);
    const { kind, merchantId, upstream, cause } = errors[0]!;
    assert.deepEqual([kind, merchantId, upstream], ['unavailable', '7001', { kind: 'connection' }]);
    assert.equal(String(cause), 'Error: ECONNREFUSED');
  });

  it('change nothing that is read or reported if they throw, and the error is logged', async () => {
    const { open, pay, tick, lines, logger } = bench({
      on: { request: fail, response: fail, error: fail },
    });
    const { txId } = await open();
    pay('ten', { txId });
    pay('10.00', { txId });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 10.00: paid 10.00', 'paid order-1: paid 10.00']);
    assert.ok(logger.lines.every((line) => line.includes('A hook of the deposit kit threw')));
    assert.equal(logger.lines.length, 5);
  });
});
