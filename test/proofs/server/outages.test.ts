/**
 * SECURITY.md P42: while an API is down, slow or refuses requests, the kit requests a merchant's deposits at
 * most ten times a minute, pages still get responses, and everything recovers by itself. Simulated time.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { flowPage, json, type Scripted } from '../../server/fake-api.js';
import { cases, sampleOf } from '../scale.js';
import { Crowd } from './crowd.js';
import { mostWithin, quantile } from './pace.js';
import { Clock, MINUTE, SECOND } from './payments/clock.js';
import { installRandom, Random } from './payments/random.js';

const clock = new Clock();
const random = new Random(1);

before(() => {
  clock.install();
  installRandom(() => random);
});

/** The milliseconds within which a poll that needs no reading gets its response. */
const ANSWERED = 50;

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (): Scripted =>
    json(`{"code":${code},"msg":"no"}`, { status: code, headers });

/** How the API fails, and how many seconds may pass after that until deposits are read again. */
const OUTAGES: Readonly<
  Record<string, readonly [respond: () => Scripted | Promise<Scripted>, seconds: number]>
> = {
  'refuses connections': [() => new TypeError('fetch failed'), 33],
  'never responds': [() => new Promise<never>(() => undefined), 41],
  'responds with 401': [status(401), 33],
  'responds with 403': [status(403), 33],
  'responds with 429': [status(429), 33],
  'responds with 429, and asks to wait for 20 seconds': [status(429, { 'retry-after': '20' }), 33],
  'responds with 429, and asks to wait for two minutes': [status(429, { 'retry-after': '120' }), 123],
  'responds with 500': [status(500), 33],
  'responds with 200 and no JSON': [() => json('<html>'), 33],
};

const CASES = [
  { merchants: 1, follows: true },
  { merchants: 4, follows: true },
  { merchants: 1, follows: false },
  { merchants: 4, follows: false },
];

/** Every outage in every case. A sample has every case, with another outage each time. */
const PAIRS = CASES.flatMap((each) => Object.entries(OUTAGES).map((outage) => [each, outage] as const));

describe('an API that fails is asked for the deposits of each merchant at most ten times a minute', () => {
  for (const [{ merchants, follows }, [name, [respond, seconds]]] of sampleOf(PAIRS, 5)) {
    const whose = merchants === 1 ? 'one merchant' : 'four merchants';
    const who = follows ? 'copies that follow' : 'copies that read only when they are polled';

    it(`if it ${name}: payers of ${whose} get an immediate response from ${who}, and learn of their deposits later`, async (test) => {
      let isDown = false;
      const paid: Record<string, unknown>[] = [];
      const told = new Set<string>();
      const crowd = new Crowd(clock, random, {
        pages: cases(40, 200, 'pages beside an API that is down'),
        merchants,
        follows,
        flows: () => (isDown ? respond() : flowPage(...paid)),
        on: { paid: ({ grant }) => void told.add(grant.id) },
      });
      await crowd.open();
      await crowd.poll(10);
      isDown = true;
      const [begin, before] = [clock.now, crowd.requests.length];
      crowd.polls.length = 0;
      await crowd.poll(cases(90, 600));

      const requests = crowd.requests.slice(before);
      for (let merchant = 1; merchant <= merchants; merchant += 1) {
        const times = requests.filter((each) => each.merchant === String(merchant)).map(({ at }) => at);
        const most = mostWithin(MINUTE, times);
        assert.ok(most <= 10, `${most} requests for merchant ${merchant} in a minute`);
      }
      const { polls } = crowd;
      assert.deepEqual(new Set(polls.map((poll) => poll.status)), new Set([200]));
      for (const { data } of polls) assert.deepEqual([data?.status, data?.deposits], ['waiting', []]);
      const waiting = polls.filter(({ waited }) => waited > 0);
      assert.ok(waiting.length <= requests.length, 'a poll waits if it makes the kit read, no other does');
      const others = polls.filter(({ waited }) => waited === 0).map(({ took }) => took);
      const took = quantile(others, 0.99);
      const lasted = (clock.now - begin) / SECOND;
      test.diagnostic(
        `${name}: ${requests.length} requests for ${merchants} merchants in ${lasted} s; ` +
          `${waiting.length} of ${polls.length} polls waited, the others took ${took.toFixed(1)} ms (p99)`,
      );
      assert.ok(took <= ANSWERED);

      isDown = false;
      const createTime = clock.now;
      for (const [id, { txId }] of crowd.pages.entries())
        paid.push({ id: 100 + id, merchantId: 1 + (id % merchants), txId, changed: '10.00', createTime });
      await crowd.poll(seconds);
      assert.equal(told.size, crowd.pages.length);
      const last = crowd.polls.slice(-crowd.pages.length);
      assert.deepEqual(new Set(last.map(({ data }) => data?.status)), new Set(['arrived']));
    });
  }
});
