/**
 * SECURITY.md P41: however many pages wait, and in however many copies of the kit, the deposits of a merchant
 * are requested at most once a second, and those of all merchants of a token at most ten times a second; no
 * merchant starves. Simulated time, one store in memory. test/server/kit/store/claim-cases.ts claims at once
 * on PostgreSQL.
 */
import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { flowPage } from '../../server/fake-api.js';
import { cases } from '../scale.js';
import { Crowd } from './crowd.js';
import { assertPace, quantile } from './pace.js';
import { Clock, SECOND } from './payments/clock.js';
import { installRandom, Random } from './payments/random.js';

/** The pace of a token: how many merchants are read in a second. */
const RATE = 10;

const clock = new Clock();
const random = new Random(1);

interface Load {
  readonly pages: number;
  readonly merchants: number;
  readonly follows: boolean;
  /** The duration of an API request in milliseconds. */
  readonly latency: number;
  /** How long the pages poll. */
  readonly seconds: number;
}

/** Lets a crowd poll. Resolves to the crowd, and to the times at which it began and ended. */
async function run({ latency, seconds, ...options }: Load) {
  const crowd = new Crowd(clock, random, {
    ...options,
    flows: async () => {
      await clock.wait(latency / 2 + random.below(latency));
      return flowPage();
    },
  });
  await crowd.open();
  const begin = clock.now;
  await crowd.poll(seconds);
  return { crowd, begin, end: begin + seconds * SECOND };
}

/** Prints what the pages of a crowd experienced. */
function print(test: TestContext, what: string, { polls, requests }: Crowd): void {
  const of = (values: readonly number[]) => [0.5, 0.99].map((share) => quantile(values, share)).join(' / ');
  const ages = polls.flatMap(({ start, waited, data }) =>
    data?.checked === undefined ? [] : [start + waited - data.checked],
  );
  const waits = of(polls.map(({ waited }) => waited));
  test.diagnostic(
    `${what}: ${requests.length} requests; ${polls.length} polls in ${waits} ms (p50 / p99); read ${of(ages)} ms before`,
  );
}

/** Every poll gets a response, and none waits longer than a second. */
function assertAnswered({ polls }: Crowd): void {
  assert.deepEqual(new Set(polls.map(({ status }) => status)), new Set([200]));
  assert.ok(Math.max(...polls.map(({ waited }) => waited)) <= SECOND);
}

const CASES = [
  { latency: 100, follows: true },
  { latency: 100, follows: false },
  { latency: 1_500, follows: true },
  { latency: 1_500, follows: false },
];

describe('the API', () => {
  before(() => {
    clock.install();
    installRandom(() => random);
  });

  for (const { latency, follows } of CASES) {
    const how = `${latency} ms away, ${follows ? 'the copies follow' : 'the copies read only when they are polled'}`;

    it(`gets at most one request a second for a merchant, from any number of pages (${how})`, async (test) => {
      const { crowd } = await run({
        pages: cases(40, 1_000, 'pages of one merchant'),
        merchants: 1,
        seconds: 60,
        latency,
        follows,
      });
      print(test, `one merchant, ${how}`, crowd);
      assertPace(crowd.requests, 10);
      assertAnswered(crowd);
      assert.ok(crowd.requests.length >= 30, 'as soon as it may be, or when the request before has ended');
    });

    it(`gets at most ten requests a second, and every merchant is read (${how})`, async (test) => {
      const merchants = cases(40, 1_000, 'merchants with a page each');
      // The time in which every merchant is read once.
      const round = merchants / RATE;
      const load = { pages: merchants, merchants, seconds: 2.5 * round, latency, follows };
      const { crowd, begin, end } = await run(load);
      print(test, `${merchants} merchants, ${how}`, crowd);
      assertPace(crowd.requests, 10);
      assertAnswered(crowd);
      for (let merchant = 1; merchant <= merchants; merchant += 1) {
        const times = crowd.requests.filter((each) => each.merchant === String(merchant));
        const all = [begin, ...times.map(({ at }) => at), end];
        const longest = Math.max(...all.slice(1).map((at, index) => at - all[index]!));
        assert.ok(longest <= 1.2 * round * SECOND, `${merchant} was not read for ${longest} ms`);
      }
    });
  }
});
