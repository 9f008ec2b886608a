/** A failing API or store: pauses grow, and nothing is reported before it is stored. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, type Store } from 'deposit-slip/kit';
import { later, MINUTE, pass, resultOf, SECOND, until, useClock } from '../../clock.js';
import { flowList } from '../../flow-list.js';
import { fakeApi, flowPage, json, type Scripted } from '../../fake-api.js';
import { brokenStore } from '../../shop.js';
import { anySlip, bench, following, ORDER, OWN } from './bench.js';

const OTHER = { ...ORDER, id: 'other', merchantId: 7002 };

/**
 * A bench with an API that responds for merchant 7001, or for both merchants, according to a script, and the
 * times of the requests.
 */
function failing(
  script: () => Scripted,
  { isForBoth = false, ...options }: Parameters<typeof bench>[0] & { readonly isForBoth?: boolean } = {},
) {
  const times: Record<string, number[]> = { '7001': [], '7002': [] };
  const start = Date.now();
  const flows = ({ searchParams }: URL): Scripted => {
    const merchantId = searchParams.get('merchantId')!;
    times[merchantId]!.push(Math.round((Date.now() - start) / 100) / 10);
    return isForBoth || merchantId === '7001' ? script() : flowPage();
  };
  const api = fakeApi({ slip: anySlip(), flows });
  const all = bench({ api, grants: [ORDER, OTHER], ...options });
  const pausesOf = (merchantId: '7001' | '7002' = '7001'): number[] =>
    times[merchantId]!.slice(1).map((time, at) => Math.round(time - times[merchantId]![at]!));
  return { ...all, times, pausesOf };
}

describe('an API that fails', () => {
  useClock({ timers: true });

  it('is retried after delays that grow to 30 seconds, for that merchant only', async () => {
    const responses: readonly (() => Scripted)[] = [
      () => json('{}', { status: 500 }),
      () => new TypeError('down'),
      () => 'no json',
      () => json('{"code":5,"msg":"no"}'),
    ];
    for (const response of responses) {
      const { kit, open, pausesOf } = failing(response);
      for (const id of [ORDER.id, OTHER.id]) await open(id);
      await following(kit, () => pass(2.5 * MINUTE, 200));
      assert.deepEqual(pausesOf(), [1, 2, 4, 8, 16, 30, 30, 30]);
      assert.deepEqual([...new Set(pausesOf('7002'))], [5]);
    }
  });

  it('is called no sooner because pages wait, and without a delay again after a success', async () => {
    let isDown = true;
    const { open, pausesOf, times } = failing(() => (isDown ? json('{}', { status: 503 }) : flowPage()));
    const { poll } = await open();
    for (let second = 0; second < 40; second += 1) {
      await poll();
      later(SECOND);
    }
    assert.deepEqual(pausesOf(), [1, 2, 4, 8, 16]);
    isDown = false;
    later(30 * SECOND);
    for (let second = 0; second < 3; second += 1) {
      await poll();
      later(SECOND);
    }
    assert.deepEqual(pausesOf().slice(-2), [1, 1]);
    isDown = true;
    const before = times['7001']!.length;
    for (let second = 0; second < 4; second += 1) {
      await poll();
      later(SECOND);
    }
    assert.deepEqual(pausesOf().slice(before - 1), [1, 1, 2], 'the pauses begin anew');
  });

  it('that refuses the token or limits it is retried after growing delays for all merchants together', async () => {
    for (const status of [401, 403, 429]) {
      const all = failing(() => json('{}', { status }), { isForBoth: true });
      for (const id of [ORDER.id, OTHER.id]) await all.open(id);
      await following(all.kit, () => pass(2 * MINUTE, 100));
      const { kind } = all.errors[0]!.upstream!;
      assert.equal(kind, status === 429 ? 'rate-limited' : 'authentication');
      const times = Object.values(all.times)
        .flat()
        .toSorted((one, other) => one - other);
      const pauses = times.slice(1).map((time, at) => time - times[at]!);
      // The kit may request both at once, a tenth of a second apart.
      const long = pauses.filter((pause) => pause > 0.5).map(Math.round);
      assert.deepEqual(
        long,
        long.toSorted((one, other) => one - other),
        `${status}: ${long.join()}`,
      );
      assert.deepEqual([long.at(-1), times.length <= 16], [30, true], `${status}: ${times.join()}`);
    }
  });
  it('that refuses one merchant only is called for it at most ten times a minute', async () => {
    const { kit, open, times } = failing(() => json('{}', { status: 403 }));
    for (const id of [ORDER.id, OTHER.id]) await open(id);
    await following(kit, () => pass(2 * MINUTE, 100));
    assert.ok(times['7001']!.length <= 20, `${times['7001']!.length} in two minutes`);
  });
  it('that refuses the token is called at most ten times a minute, by all copies together', async () => {
    const store = createMemoryStore();
    const one = failing(() => json('{}', { status: 401 }), { store });
    const copies = [one, ...[1, 2].map(() => bench({ store, api: one.api }))];
    const arrival = (await one.open()).slip.body.arrival!;
    for (let second = 0; second < MINUTE / SECOND; second += 1) {
      await copies[second % 3]!.send(ORDER.id, `?arrival=${arrival}`);
      later(SECOND);
    }
    assert.ok(one.times['7001']!.length <= 10, one.times['7001']!.join());
  });

  it('is called for all merchants again once it accepts the token', async () => {
    let isDown = true;
    const { kit, open, times } = failing(() => (isDown ? json('{}', { status: 401 }) : flowPage()), {
      isForBoth: true,
    });
    for (const id of [ORDER.id, OTHER.id]) await open(id);
    await following(kit, async () => {
      await pass(20 * SECOND, 100);
      isDown = false;
      const before = times['7002']!.length;
      await pass(MINUTE, 100);
      assert.ok(times['7002']!.length - before >= 5);
    });
    assert.equal((await kit.health()).merchants[0]!.failure, undefined);
  });

  it('is not called before its Retry-After is over, of at most five minutes', async () => {
    for (const [status, header, pause] of [
      [429, '20', 20],
      [429, '9999', 300],
      [503, '20', 20],
      [429, '0', 1],
      [429, 'soon', 1],
      [500, undefined, 1],
    ] as const) {
      const headers = header === undefined ? undefined : { 'retry-after': header };
      const { kit, open, pausesOf } = failing(() => json('{}', { status, ...(headers && { headers }) }));
      await open();
      await following(kit, () => until(() => pausesOf().length === 1, 6 * MINUTE, 200));
      assert.equal(pausesOf()[0], pause, `${status} ${header}`);
    }
  });

  it('is paused for every copy of the kit', async () => {
    const store = createMemoryStore();
    const one = failing(() => json('{}', { status: 500 }), { store });
    const other = bench({ store, api: one.api });
    await one.open();
    await following([one.kit, other.kit], () => pass(MINUTE, 200));
    assert.deepEqual(one.pausesOf(), [1, 2, 4, 8, 16]);
  });

  it('is in health with the kind and time of its failure, and the number of failures in a row', async () => {
    let isDown = true;
    const { kit, open, tick } = failing(() => (isDown ? json('{}', { status: 500 }) : flowPage()));
    await open();
    for (let look = 0; look < 3; look += 1) await tick(MINUTE);
    const time = Date.now();
    const { merchantId, lastSuccess, failure } = (await kit.health()).merchants[0]!;
    assert.deepEqual(
      [merchantId, lastSuccess, failure],
      ['7001', undefined, { kind: 'server', time, count: 3 }],
    );
    isDown = false;
    await tick(MINUTE);
    const after = (await kit.health()).merchants[0]!;
    assert.deepEqual([after.failure, after.lastSuccess, after.lag], [undefined, Date.now(), 0]);
  });

  it('is in health with the time since its last success', async () => {
    let isDown = false;
    const { kit, open, tick } = failing(() => (isDown ? json('{}', { status: 500 }) : flowPage()));
    const lagOf = async (): Promise<number> => (await kit.health()).merchants[0]!.lag;
    await open();
    const first = Date.now();
    await tick(MINUTE);
    const last = Date.now();
    isDown = true;
    for (let look = 0; look < 3; look += 1) await tick(MINUTE);
    assert.deepEqual([await lagOf(), last > first], [Date.now() - last, true]);
    const never = failing(() => json('{}', { status: 500 }));
    await never.open();
    const since = Date.now();
    for (let look = 0; look < 3; look += 1) await never.tick(MINUTE);
    assert.equal((await never.kit.health()).merchants[0]!.lag, Date.now() - since);
  });

  it('still has the deposits reported from a page that was read before the failed one', async () => {
    const page = (number: number): Scripted =>
      number === 1
        ? flowPage(
            ...Array.from({ length: 250 }, (_, at) => ({
              id: at + 1,
              txId: '1',
              changed: '0.01',
              createTime: 1.7e12,
            })),
          )
        : json('{}', { status: 500 });
    const api = fakeApi({
      slip: anySlip(),
      flows: ({ searchParams }) => page(Number(searchParams.get('currentPage'))),
    });
    const { open, tick, told } = bench({ api });
    await open();
    await tick(MINUTE);
    assert.equal(told.length, 250);
    await tick(MINUTE);
    assert.equal(told.length, 250);
  });

  it('is read again from the same cursor if a later page fails', async () => {
    const old = Date.now() - 40 * 86_400_000;
    const deposits = Array.from({ length: 251 }, (_, at) => ({
      id: 251 - at,
      fiat: 'MXN',
      createTime: old - at,
    }));
    let failures = 1;
    const api = fakeApi({
      slip: anySlip(),
      flows: (url) =>
        url.searchParams.get('currentPage') === '2' && failures-- > 0
          ? json('{}', { status: 500 })
          : flowList(deposits)(url),
    });
    const { open, tick, settings } = bench({ api, grants: [OWN] });
    await open();
    await tick(MINUTE);
    await tick(MINUTE);
    const records = settings.store.open('https://api.example.com');
    const known = await records.knownFlows('7001', ['1', '2', '251']);
    assert.deepEqual(known.map(({ flowId }) => flowId).toSorted(), ['1', '2', '251']);
  });
});

describe('a store that fails', () => {
  useClock({ timers: true });
  const error = { code: 503, kind: 'unavailable', data: null };

  /** A bench with a store whose methods fail: those that `down` names, or all of them. */
  function breakable(options: Parameters<typeof bench>[0] = {}) {
    const down = new Set<string>();
    const store: Store = brokenStore((name) => {
      if (down.has(name) || down.has('all')) throw new Error('ECONNREFUSED 10.0.0.7');
    });
    return { down, ...bench({ store, ...options }) };
  }

  it('makes every request fail with 503, and causes no request for a code', async () => {
    const { api, down, open, send, errors } = breakable();
    const { slip } = await open();
    const slips = api.slips().length;
    down.add('all');
    for (const query of ['', '?refresh=1', '?paymentId=92', `?arrival=${slip.body.arrival}`, '?history=1']) {
      const { status, body } = await send(ORDER.id, query);
      const { msg, requestId, ...rest } = body;
      assert.deepEqual([status, rest], [503, error], query);
      assert.match(msg, /cannot reach its store/);
      assert.equal(errors.at(-1)!.requestId, requestId);
      assert.match(String((errors.at(-1)!.cause as Error).cause), /ECONNREFUSED/);
    }
    assert.equal(api.slips().length, slips);
  });

  it('does not show a code that could not be stored', async () => {
    const { api, down, send, lines, pay, tick } = breakable();
    down.add('finishSlip');
    const { status, text } = await send(ORDER.id);
    assert.deepEqual([status, api.slips().length], [503, 1]);
    assert.ok(!text.includes('"txId"'));
    down.clear();
    // Once the reservation of the slip has expired.
    later(MINUTE);
    assert.equal((await send(ORDER.id)).body.data!['txId'], '2');
    pay('10.00', { txId: '1' });
    await tick();
    assert.deepEqual(lines(), ['unmatched 10.00']);
  });

  it('is logged once a minute, without the text of the driver', async () => {
    const { down, send, logger } = breakable();
    down.add('all');
    for (let second = 0; second < 59; second += 1) {
      await send(ORDER.id);
      later(SECOND);
    }
    assert.equal(logger.lines.length, 1);
    later(SECOND);
    await send(ORDER.id);
    assert.equal(logger.lines.length, 2);
    assert.ok(!logger.lines.join().includes('ECONNREFUSED'));
  });

  it('has five seconds for each call', async () => {
    let isHanging = false;
    const store = brokenStore(() => (isHanging ? new Promise(() => undefined) : undefined));
    const { kit, open, logger } = bench({ store });
    await open();
    isHanging = true;
    let status: number | undefined;
    const request = new Request('https://shop.example/deposit', { headers: { cookie: ORDER.id } });
    void kit(request).then((response) => (status = response.status));
    await pass(5 * SECOND - 1, 500);
    assert.equal(status, undefined);
    await pass(1);
    assert.equal(status, 503);
    assert.match(logger.lines.at(-1)!, /The store of the deposit kit failed: Timed out after 5000 ms/);
  });

  it('reports nothing that was not stored, and is read again without intervention', async () => {
    for (const name of [
      'transaction',
      'endReading',
      'claim',
      'knownFlows',
      'claimEvents',
      'deleteEvent',
      'nextDue',
    ]) {
      const { down, kit, open, pay, lines } = breakable();
      const { txId } = await open();
      pay('10.00', { txId });
      down.add(name);
      await following(kit, async () => {
        await pass(20 * SECOND, 500);
        const before = lines();
        if (name === 'transaction' || name === 'claim' || name === 'knownFlows')
          assert.deepEqual(before, [], name);
        down.clear();
        await pass(MINUTE, 500);
        const told = new Set([...before, ...lines()]);
        assert.deepEqual([...told], ['deposit order-1 10.00: paid 10.00', 'paid order-1: paid 10.00'], name);
      });
      assert.deepEqual((await kit.health()).events.waiting, 0, name);
    }
  });

  it('rejects tick, health and close', async () => {
    const { down, kit, open } = breakable();
    await open();
    down.add('all');
    for (const call of [() => kit.tick(), () => kit.health(), () => kit.close(ORDER)] as const)
      await assert.rejects(resultOf<unknown>(call()), /^StoreError: The store failed$/);
  });

  it('may be a full memory store, which does not forget a payment', async () => {
    const { open, send, pay, tick, lines } = bench({
      store: createMemoryStore({ maxRows: 10 }),
      grants: Array.from({ length: 10 }, (_, at) => ({ ...ORDER, id: `order-${at}` })),
    });
    const { txId } = await open('order-0');
    const statuses = [];
    for (let at = 1; at < 10; at += 1) statuses.push((await send(`order-${at}`)).status);
    assert.deepEqual([...new Set(statuses)], [200, 503]);
    pay('10.00', { txId });
    await tick();
    assert.deepEqual((await send('order-0')).body.payment!.status, 'open');
    assert.deepEqual(lines(), []);
  });
});
