import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { InvalidRequestError, type FollowedFlow } from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { startClock, stopClock, timersLeft, type Clock } from './clock.js';
import { desk, errorOf, page } from './desk.js';
import { listApi, newestFirst, oldestFirst, rowsOf, START, type Row } from './list-api.js';
import { follow, LOOK, withFaults } from './watch.js';

const at = (id: number, at: number): Row => ({ id, at: START + at });

let clock: Clock;
beforeEach(() => void (clock = stopClock()));
afterEach(startClock);

describe('a watch over deposits', () => {
  it('gives what came since a time, oldest first, and then what comes', async () => {
    for (const order of [newestFirst, oldestFirst]) {
      const api = listApi(rowsOf(30));
      api.order = order;
      const watch = follow(api.fetch, { since: START + 21_000 });
      await clock.pass(0);
      assert.deepEqual(watch.ids(), [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
      api.rows = [...api.rows, at(32, 32_000), at(31, 31_000)];
      await clock.pass(LOOK);
      await clock.pass(LOOK);
      assert.deepEqual(watch.ids().slice(10), [31, 32]);
      watch.abort();
    }
  });

  it('begins at the API’s time where nothing is said', async () => {
    const api = listApi(rowsOf(30));
    api.now = START + 30_900;
    const watch = follow(api.fetch);
    await clock.pass(0);
    api.rows = [...api.rows, at(31, 30_950)];
    await clock.pass(LOOK);
    // HTTP tells whole seconds: the one it began in is gone over again.
    assert.deepEqual(watch.ids(), [30, 31]);
    watch.abort();
  });

  it('asks for the merchant’s deposits alone, and takes no other for one', async () => {
    const record = (id: number, change: object): string =>
      JSON.stringify({
        ...{ id, merchantId: 1001, settingsId: 3, txId: 1, category: 'TRANSFER', flowType: 'DEPOSIT' },
        ...{ fiat: 'MXN', changed: '1.00', total: '1.00', extId: '', createTime: String(START), ...change },
      });
    const records = [
      record(1, {}),
      record(2, { merchantId: 1002 }),
      record(3, { flowType: 'WITHDRAW' }),
      record(4, { category: 'FEE' }),
      record(5, { fiat: 'BRL' }),
    ];
    const { client, asked } = desk(page(`[${records.join(',')}]`).replace('"total":1', '"total":5'));
    for (const [fiat, ids] of [
      [undefined, ['1', '5']],
      ['MXN', ['1']],
    ] as const) {
      const seen: string[] = [];
      for await (const { id } of client.flows.follow({ merchantId: 1001n, since: START, fiat }))
        if (seen.push(id) === ids.length) break;
      assert.deepEqual(seen, ids);
      assert.deepEqual(asked.at(-1)!.query, {
        ...{ merchantId: '1001', flowType: 'DEPOSIT', currentPage: '1', pageSize: '250' },
        ...{ startTime: String(START - 1), ...(fiat && { fiat }) },
      });
    }
  });

  it('gives a flow that shows up late, though newer ones were given', async () => {
    const api = listApi([at(5, 500_000)]);
    const watch = follow(api.fetch, { since: START });
    await clock.pass(0);
    api.rows = [...api.rows, at(6, 200_000), at(7, 199_999)];
    await clock.pass(LOOK);
    assert.deepEqual(watch.ids(), [5, 6]);
    watch.abort();
    const patient = follow(api.fetch, { after: watch.given[0]!.cursor, overlap: 86_400_000 });
    await clock.pass(0);
    assert.deepEqual(patient.ids(), [6], 'the overlap of the cursor’s own watch counts');
    patient.abort();
  });

  it('is not misled by a flow that says it is of the future', async () => {
    const api = listApi([at(1, 900_000_000_000), at(2, 0)]);
    const watch = follow(api.fetch, { since: START });
    await clock.pass(0);
    api.rows = [...api.rows, at(3, 1_000_000), at(4, 2_000_000)];
    await clock.pass(LOOK);
    assert.deepEqual(watch.ids(), [2, 1, 3, 4]);
    watch.abort();
  });

  it('reads every page of a look before it gives one flow', async () => {
    const api = listApi(rowsOf(600));
    const watch = follow(api.fetch, { since: START });
    await clock.pass(0);
    await clock.pass(0);
    assert.deepEqual(
      watch.ids(),
      rowsOf(600).map(({ id }) => id),
    );
    assert.equal(api.asked.length, 3);
    watch.abort();
  });

  it('looks again after its interval, a fifth more or less', async () => {
    for (const [chance, wait] of [
      [0, 8_000],
      [0.5, 10_000],
      [0.999_999, 12_000],
    ] as const) {
      clock.draw(chance);
      const api = listApi();
      const watch = follow(api.fetch, { since: START, interval: 10_000 });
      await clock.pass(wait - 2);
      assert.equal(api.asked.length, 1);
      await clock.pass(2);
      assert.equal(api.asked.length, 2);
      watch.abort();
    }
  });
});

describe('a watch that goes on where another was', () => {
  it('neither misses a flow nor gives one twice, wherever it stopped', async () => {
    for (let stopAfter = 1; stopAfter <= 12; stopAfter += 1) {
      const api = listApi(rowsOf(12));
      const first = follow(api.fetch, { since: START }, stopAfter);
      await clock.pass(0);
      assert.equal(first.end.as, 'ended');
      // One that is late, one of the same time as the last one given, and a new one.
      api.rows = [...api.rows, at(40, 500), at(41, stopAfter * 1000), at(42, 90_000)];
      const { cursor } = first.given.at(-1)!;
      const second = follow(api.fetch, { since: START + 999_999, after: JSON.parse(JSON.stringify(cursor)) });
      await clock.pass(LOOK);
      const ids = [...first.ids(), ...second.ids()];
      assert.deepEqual(
        ids.toSorted((one, other) => one - other),
        [...rowsOf(12).map(({ id }) => id), 40, 41, 42],
      );
      second.abort();
    }
  });

  it('keeps what is to be kept small: the flows of the overlap, and no more', async () => {
    const api = listApi(Array.from({ length: 200 }, (_, n) => at(n + 1, n * 60_000)));
    api.now = START + 200 * 60_000;
    const watch = follow(api.fetch, { since: START });
    await clock.pass(0);
    await clock.pass(0);
    assert.equal(watch.given.length, 200);
    assert.equal(watch.given.at(-1)!.cursor, `${START + 194 * 60_000}.195.196.197.198.199.200`);
    watch.abort();
  });

  it('does not forget a flow that is out of the API’s sight for a while', async () => {
    const api = listApi(rowsOf(3));
    const first = follow(api.fetch, { since: START });
    await clock.pass(0);
    first.abort();
    const all = api.rows;
    // Newer by so much that the second and the third are still within the overlap.
    const newer = at(9, 302_000);
    api.rows = [newer];
    const second = follow(api.fetch, { after: first.given.at(-1)!.cursor });
    await clock.pass(LOOK);
    api.rows = [...all, newer];
    await clock.pass(LOOK);
    assert.deepEqual(second.ids(), [9]);
    second.abort();
  });

  it('forgets what a cursor brought once it is older than the overlap', async () => {
    const api = listApi(rowsOf(5));
    const first = follow(api.fetch, { since: START });
    await clock.pass(0);
    first.abort();
    const second = follow(api.fetch, { after: first.given.at(-1)!.cursor });
    await clock.pass(0);
    api.rows = [...api.rows, at(6, 900_000)];
    await clock.pass(LOOK);
    assert.equal(second.given.at(-1)!.cursor, `${START + 600_000}.6`);
    second.abort();
  });

  it('takes none from before where it begins, whichever end of a window an API counts in', async () => {
    for (const isClosed of [true, false]) {
      const api = listApi([at(1, 20_999), at(2, 21_000)]);
      Object.assign(api, { isClosed });
      const watch = follow(api.fetch, { since: START + 21_000 });
      await clock.pass(0);
      assert.deepEqual(watch.ids(), [2]);
      watch.abort();
    }
  });

  it('refuses what is no cursor', async () => {
    const { client, asked } = desk('{}');
    for (const after of [
      '',
      'x',
      '1700000000000',
      '1700000000000.',
      '1.2,3',
      '-1.1',
      7,
      1.5,
      {},
      '1700000000000.x',
    ]) {
      const error = await errorOf(client.flows.follow({ merchantId: '1', after: after as string }).next());
      assert.ok(error instanceof InvalidRequestError);
      assert.equal(error.message, 'flows.follow: after must be the cursor of a flow.');
    }
    assert.deepEqual(asked, []);
  });
});

describe('a watch that is aborted', () => {
  it('ends at once while it waits', async () => {
    const api = listApi(rowsOf(1));
    const watch = follow(api.fetch, { since: START });
    await clock.pass(0);
    assert.equal(watch.end.as, undefined);
    watch.abort();
    await clock.pass(0);
    assert.deepEqual([watch.end.as, watch.ids(), api.asked.length], ['ended', [1], 1]);
  });

  it('ends at once while it waits for an API that fails', async () => {
    const watch = follow(withFaults(listApi(), [json('{}', { status: 500 })]), { since: START });
    await clock.pass(0);
    watch.abort();
    await clock.pass(0);
    assert.equal(watch.end.as, 'ended');
  });

  it('ends at once in the middle of a look', async () => {
    const deaf = (() => new Promise(() => undefined)) as typeof fetch;
    const watch = follow(deaf, { since: START });
    await clock.pass(0);
    watch.abort();
    await clock.pass(0);
    assert.equal(watch.end.as, 'ended');
  });

  it('gives no other flow, and the cursor of the last one goes on behind it', async () => {
    const api = listApi(rowsOf(5));
    const { flows } = desk('', { fetch: api.fetch }).client;
    const controller = new AbortController();
    let cursor = '';
    for await (const flow of flows.follow({ merchantId: '1001', since: START, signal: controller.signal })) {
      ({ cursor } = flow);
      controller.abort();
    }
    const next = follow(api.fetch, { after: cursor });
    await clock.pass(0);
    assert.deepEqual(next.ids(), [2, 3, 4, 5]);
    next.abort();
  });

  it('asks for nothing, if it was aborted before', async () => {
    const { client, asked } = desk('{}');
    const input = { merchantId: '1', signal: AbortSignal.abort() };
    assert.deepEqual(await client.flows.follow(input).next(), { value: undefined, done: true });
    assert.deepEqual(asked, []);
  });

  it('leaves no timer and no listener', async () => {
    startClock();
    const before = timersLeft();
    const api = listApi();
    const controller = new AbortController();
    const { flows } = desk('', { fetch: api.fetch }).client;
    const next = flows.follow({ merchantId: '1001', since: START, signal: controller.signal }).next();
    while (timersLeft() === before || api.asked.length === 0)
      await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    assert.equal((await next).done, true);
    assert.equal(timersLeft(), before);
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });
});

describe('deposits followed through restarts, failures and late ones', () => {
  /** One flow: at which look it can be seen, and how long before that it was made. Within the overlap of five minutes. */
  const arrival = fc.record({ look: fc.nat(7), late: fc.nat(290_000) });
  /** What happens at a look: nothing, a failure, or a restart behind so many flows. */
  const event = fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant('fails' as const) },
    { weight: 2, arbitrary: fc.nat(4) },
  );

  it('are given exactly once each', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { maxLength: 30 }),
        fc.array(event, { minLength: 8, maxLength: 8 }),
        fc.constantFrom(newestFirst, oldestFirst),
        fc.boolean(),
        async (arrivals, events, order, isClosed) => {
          const timeOf = (look: number): number => START + 600_000 + look * 6_000;
          const rows = arrivals.map(({ look, late }, n) => ({ look, id: n + 1, at: timeOf(look) - late }));
          const api = listApi();
          Object.assign(api, { order, isClosed });
          const given: FollowedFlow[] = [];
          const looks = [...events, undefined];
          for (const [look, happens] of looks.entries()) {
            api.now = timeOf(look);
            api.rows = rows.filter((row) => row.look <= look);
            const fetch = withFaults(api, happens === 'fails' ? [json('{}', { status: 500 })] : []);
            const stopAfter = typeof happens === 'number' ? happens + 1 : Infinity;
            const after = given.at(-1)?.cursor;
            const watch = follow(fetch, { since: START, after, overlap: 300_000 }, stopAfter);
            await clock.pass(0);
            if (look % 2 === 0) await clock.pass(LOOK);
            given.push(...watch.given);
            watch.abort();
            await clock.pass(0);
          }
          assert.deepEqual(
            given.map(({ id }) => Number(id)).toSorted((one, other) => one - other),
            rows.map(({ id }) => id),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
