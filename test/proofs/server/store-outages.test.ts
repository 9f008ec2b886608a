/**
 * SECURITY.md P42: a store that is down, slow, full or of another version. In every case, the response to a
 * request has the stored data or status 503, hooks and pages report nothing that was not stored, and
 * everything recovers by itself. Simulated time.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Grant } from 'deposit-slip/kit';
import { MINUTE, pass, SECOND, useClock } from '../../server/clock.js';
import { bench, following, ORDER } from '../../server/kit/payments/bench.js';
import { brokenStore, txIdOf, type Answer } from '../../server/shop.js';
import { sampleOf } from '../scale.js';

/** The behavior of a call to a broken store. */
const OUTAGES: Readonly<Record<string, () => unknown>> = {
  fails: () => {
    throw new Error('ECONNREFUSED');
  },
  'never ends': () => new Promise(() => undefined),
  'takes two seconds': () => new Promise((resolve) => setTimeout(resolve, 2 * SECOND)),
};

/** The methods of a store, one by one and all at once. */
const METHODS = [
  ...['every method', 'lookUp', 'beginSlip', 'finishSlip', 'abandonSlip', 'showSlip', 'countRefreshes'],
  ...['claim', 'takeTurn', 'endReading', 'failToken', 'clearToken', 'nextDue', 'knownFlows', 'transaction'],
  ...['claimEvents', 'deleteEvent', 'postponeEvent', 'listDeposits', 'listSlips', 'purge'],
];

/**
 * The longest duration of a request: a few calls of two seconds each, or one that is abandoned after five.
 */
const LONGEST = 16 * SECOND;

const orderOf = (id: string): Grant => ({ ...ORDER, id });

describe('a store', () => {
  useClock({ timers: true });

  for (const [outage, disturb] of Object.entries(OUTAGES))
    for (const method of sampleOf(METHODS, 3)) {
      it(`of which ${method} ${outage} still gets requests answered or rejected, reports nothing wrong, and recovers`, async () => {
        let isBroken = false;
        const isMet = (name: string): boolean => isBroken && (method === name || method === 'every method');
        const { api, kit, send, open, pay, told } = bench({
          grants: ['a', 'b', 'c'].map(orderOf),
          store: brokenStore((name) => (isMet(name) ? disturb() : undefined)),
        });
        const codes: Record<string, string> = { a: (await open('a')).txId };
        const { slip } = await open('b');
        codes['b'] = txIdOf(slip);
        const request = async (id: string, query: string): Promise<Answer> => {
          const start = Date.now();
          const answer = await send(id, query);
          assert.ok(Date.now() - start <= LONGEST, `${query} took ${Date.now() - start} ms`);
          assert.ok(answer.status === 200 || answer.status === 503, answer.text);
          if (answer.status === 503) assert.equal(answer.body.data, null);
          const code = txIdOf(answer);
          if (code !== 'undefined') codes[id] = code;
          return answer;
        };
        await following(kit, async () => {
          isBroken = true;
          pay('10.00', { txId: codes['a'] });
          for (let round = 0; round < 3; round += 1) {
            await request('b', `?arrival=${slip.body.arrival}`);
            await request('a', '?history=1');
            await request('b', '?refresh=1');
            await request('c', '');
            await pass(5 * SECOND, 500);
          }
          // Everything that was reported is stored, so the payment contains it once it can be read.
          const early = new Set(told.map(({ grant }) => grant?.id));
          isBroken = false;
          for (const id of early)
            assert.equal((await request(String(id), '')).body.data?.['status'], 'arrived');
          // Once the reservations have expired.
          await pass(MINUTE, 500);
          for (const id of ['b', 'c']) {
            assert.equal((await request(id, '')).status, 200);
            pay('10.00', { txId: codes[id] });
          }
          await pass(MINUTE, 500);
        });
        for (const id of ['a', 'b', 'c'])
          assert.equal((await request(id, '')).body.data?.['status'], 'arrived', id);
        const ids = (name: string) => new Set(told.filter((each) => each.name === name).map(({ id }) => id));
        assert.deepEqual([ids('deposit').size, ids('paid').size], [3, 3], 'each has one id');
        assert.equal((await kit.health()).events.waiting, 0);
        assert.ok(api.slips().length <= 2 + 3 * 2 + 1, 'no more codes than were asked for');
      });
    }
});
