import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { FollowedFlow } from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { useClock } from './clock.js';
import { follow, POLL, withFaults, type Follower } from './follower.js';
import { listApi, newestFirst, oldestFirst, rowsOf, START, type ListApi, type Row } from './list-api.js';
import { page, scriptedClient } from './scripted-client.js';

const at = (id: number, offset: number): Row => ({ id, at: START + offset });
const ascending = (one: number, other: number): number => one - other;

const clock = useClock();

/** Starts to follow, and completes the first poll. */
async function start(
  { fetch }: Pick<ListApi, 'fetch'>,
  input: Parameters<typeof follow>[1] = { since: START },
  stopAfter?: number,
): Promise<Follower> {
  const follower = follow(fetch, input, stopAfter);
  await clock.advance(0);
  return follower;
}

describe('flows.follow', () => {
  it('yields the deposits since a time, oldest first, and then new ones', async () => {
    for (const order of [newestFirst, oldestFirst]) {
      const api = listApi(rowsOf(30), { order });
      const follower = await start(api, { since: START + 21_000 });
      assert.deepEqual(follower.ids(), [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
      api.rows = [...api.rows, at(32, 32_000), at(31, 31_000)];
      await clock.advance(POLL);
      await clock.advance(POLL);
      assert.deepEqual(follower.ids().slice(10), [31, 32]);
      // Flows of the same millisecond are sorted by id, as numbers.
      api.rows = [...api.rows, at(100, 33_000), at(99, 33_000)];
      await clock.advance(POLL);
      await clock.advance(POLL);
      assert.deepEqual(follower.ids().slice(12), [99, 100]);
    }
  });

  it('starts at the API’s time by default', async () => {
    const api = listApi(rowsOf(30), { now: START + 30_900 });
    const follower = await start(api, {});
    api.rows = [...api.rows, at(31, 30_950)];
    await clock.advance(POLL);
    // HTTP dates have whole seconds, so the second in which it started is included.
    assert.deepEqual(follower.ids(), [30, 31]);
  });

  it('requests deposits of the merchant only, and yields no other flow', async () => {
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
    const data = page(`[${records.join(',')}]`).replace('"total":1', '"total":5');
    const { client, requests } = scriptedClient(data);
    for (const [fiat, expected] of [
      [undefined, ['1', '5']],
      ['MXN', ['1']],
    ] as const) {
      const ids: string[] = [];
      for await (const { id } of client.flows.follow({ merchantId: 1001n, since: START, fiat }))
        if (ids.push(id) === expected.length) break;
      assert.deepEqual(ids, expected);
      assert.deepEqual(requests.at(-1)!.query, {
        ...{ merchantId: '1001', flowType: 'DEPOSIT', currentPage: '1', pageSize: '250' },
        ...{ startTime: String(START - 1), ...(fiat && { fiat }) },
      });
    }
  });

  it('yields a flow that appears late, within the overlap', async () => {
    const api = listApi([at(5, 500_000)]);
    const follower = await start(api);
    api.rows = [...api.rows, at(6, 200_000), at(7, 199_999)];
    await clock.advance(POLL);
    assert.deepEqual(follower.ids(), [5, 6]);
    const resumed = await start(api, { after: follower.flows[0]!.cursor, overlap: 86_400_000 });
    assert.deepEqual(resumed.ids(), [6], 'the cursor keeps the overlap it was made with');
  });

  it('still yields earlier flows after one dated in the future', async () => {
    const api = listApi([at(1, 900_000_000_000), at(2, 0)]);
    const follower = await start(api);
    api.rows = [...api.rows, at(3, 1_000_000), at(4, 2_000_000)];
    await clock.advance(POLL);
    assert.deepEqual(follower.ids(), [2, 1, 3, 4]);
  });

  it('reads every page of a poll before it yields a flow', async () => {
    const api = listApi(rowsOf(600));
    const follower = await start(api);
    await clock.advance(0);
    assert.deepEqual(
      follower.ids(),
      rowsOf(600).map(({ id }) => id),
    );
    assert.equal(api.requests.length, 3);
  });

  it('polls at its interval, with 20 % jitter', async () => {
    for (const [random, wait] of [
      [0, 8_000],
      [0.5, 10_000],
      [0.999_999, 12_000],
    ] as const) {
      clock.setRandom(random);
      const api = listApi();
      follow(api.fetch, { since: START, interval: 10_000 });
      await clock.advance(wait - 2);
      assert.equal(api.requests.length, 1);
      await clock.advance(2);
      assert.equal(api.requests.length, 2);
    }
  });

  it('excludes flows before its start, whether or not the API’s time window is inclusive', async () => {
    for (const isInclusive of [true, false]) {
      const api = listApi([at(1, 20_999), at(2, 21_000)], { isInclusive });
      assert.deepEqual((await start(api, { since: START + 21_000 })).ids(), [2]);
    }
  });
});

describe('flows.follow with a cursor', () => {
  it('contains only the flows of the overlap', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => at(n + 1, n * 60_000));
    const follower = await start(listApi(rows, { now: START + 200 * 60_000 }));
    await clock.advance(0);
    assert.equal(follower.flows.length, 200);
    assert.equal(follower.cursor(), `${START + 194 * 60_000}.195.196.197.198.199.200`);
  });

  it('remembers a yielded flow that the API temporarily does not return', async () => {
    const api = listApi(rowsOf(3));
    const first = await start(api);
    first.abort();
    const all = api.rows;
    // Newer, but the second and third flows are still within the overlap.
    const newer = at(9, 302_000);
    api.rows = [newer];
    const second = follow(api.fetch, { after: first.cursor() });
    await clock.advance(POLL);
    api.rows = [...all, newer];
    await clock.advance(POLL);
    assert.deepEqual(second.ids(), [9]);
  });

  it('forgets ids once they are older than the overlap', async () => {
    const api = listApi(rowsOf(5));
    const first = await start(api);
    first.abort();
    const second = await start(api, { after: first.cursor() });
    api.rows = [...api.rows, at(6, 900_000)];
    await clock.advance(POLL);
    assert.equal(second.cursor(), `${START + 600_000}.6`);
  });
});

describe('flows.follow, when the signal aborts', () => {
  const failing = { fetch: withFaults(listApi(), [json('{}', { status: 500 })]) };
  const silent = { fetch: (() => new Promise(() => undefined)) as typeof fetch };

  for (const [state, api] of [
    ['between two polls', listApi(rowsOf(1))],
    ['after a failed poll', failing],
    ['during a poll', silent],
  ] as const)
    it(`ends at once ${state}`, async () => {
      const follower = await start(api);
      assert.equal(follower.outcome.value, undefined);
      follower.abort();
      await clock.advance(0);
      assert.equal(follower.outcome.value, 'done');
    });

  it('yields no more flows, and the cursor of the last one resumes after it', async () => {
    const api = listApi(rowsOf(5));
    const { flows } = scriptedClient('', { fetch: api.fetch }).client;
    const controller = new AbortController();
    let after = '';
    for await (const flow of flows.follow({ merchantId: '1001', since: START, signal: controller.signal })) {
      after = flow.cursor;
      controller.abort();
    }
    assert.deepEqual((await start(api, { after })).ids(), [2, 3, 4, 5]);
  });

  it('sends nothing if it was aborted before', async () => {
    const { client, requests } = scriptedClient('{}');
    const input = { merchantId: '1', signal: AbortSignal.abort() };
    assert.deepEqual(await client.flows.follow(input).next(), { value: undefined, done: true });
    assert.deepEqual(requests, []);
  });
});

describe('flows.follow through restarts, failures and late flows', () => {
  /**
   * A flow within the overlap: the poll at which it appears, and how long before that poll it was created.
   */
  const arrival = fc.record({ poll: fc.nat(7), late: fc.nat(290_000) });
  /** What happens at a poll: nothing, a failure, or a restart after a number of flows. */
  const event = fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant('fails' as const) },
    { weight: 2, arbitrary: fc.nat(4) },
  );

  it('yields each deposit exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { maxLength: 30 }),
        fc.array(event, { minLength: 8, maxLength: 8 }),
        fc.constantFrom(newestFirst, oldestFirst),
        fc.boolean(),
        async (arrivals, events, order, isInclusive) => {
          const timeOf = (poll: number): number => START + 600_000 + poll * 6_000;
          const rows = arrivals.map(({ poll, late }, n) => ({ poll, id: n + 1, at: timeOf(poll) - late }));
          const api = listApi([], { order, isInclusive });
          const flows: FollowedFlow[] = [];
          for (const [poll, event] of [...events, undefined].entries()) {
            api.now = timeOf(poll);
            api.rows = rows.filter((row) => row.poll <= poll);
            const fetch = withFaults(api, event === 'fails' ? [json('{}', { status: 500 })] : []);
            const stopAfter = typeof event === 'number' ? event + 1 : Infinity;
            const after = flows.at(-1)?.cursor;
            const follower = follow(fetch, { since: START, after, overlap: 300_000 }, stopAfter);
            await clock.advance(0);
            if (poll % 2 === 0) await clock.advance(POLL);
            flows.push(...follower.flows);
            follower.abort();
            await clock.advance(0);
          }
          assert.deepEqual(
            flows.map(({ id }) => Number(id)).toSorted(ascending),
            rows.map(({ id }) => id),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
