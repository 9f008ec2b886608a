import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadingLease } from '../../../../src/server/kit/store/store.js';
import {
  DAY,
  LEASE,
  MINUTE,
  merchantsOf,
  NOW,
  PACE,
  plain,
  SECOND,
  type OpenBench,
  OK,
  watch,
  claim,
  merchantOf,
  wait,
} from './fixtures.js';

export function claimCases(open: OpenBench): void {
  describe('a merchant', () => {
    it('is claimed when it is due, with a new fence and a lease', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(5 * SECOND - 1);
      assert.deepEqual(await claim(records), []);
      const before = await merchantOf(records);
      await advance(1);
      const [claimed, ...others] = await claim(records);
      const now = NOW + 5 * SECOND;
      assert.equal(others.length, 0);
      assert.equal(claimed!.delay, 0);
      const changes = { fence: before.fence + 1, leaseUntil: now + LEASE, requestedAt: now };
      assert.deepEqual(plain(claimed!.merchant), plain({ ...before, ...changes }));
      assert.deepEqual(plain(await merchantOf(records)), plain(claimed!.merchant));
    });

    it('is claimed again only once the lease is over', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(5 * SECOND);
      const [first] = await claim(records);
      await advance(LEASE - 1);
      assert.deepEqual(await claim(records), []);
      await advance(1);
      const [second] = await claim(records);
      assert.equal(second!.merchant.fence, first!.merchant.fence + 1);
    });

    it('is claimed by one of many at once, each at a different time', async () => {
      const { records, advance } = await open();
      const merchantIds = Array.from({ length: 12 }, (_, at) => `20${10 + at}`);
      await watch(records, ...merchantIds);
      await advance(5 * SECOND);
      const claims: ReadingLease[] = [];
      for (let turn = 0; turn < 6; turn += 1) {
        const lists = await Promise.all(Array.from({ length: 4 }, () => claim(records, 2)));
        claims.push(...lists.flat().map((each) => ({ ...each, delay: each.delay + turn * 200 })));
        await advance(200);
      }
      assert.deepEqual(merchantsOf(claims).toSorted(), merchantIds);
      const times = claims.map(({ delay }) => delay).toSorted((one, other) => one - other);
      for (const [at, time] of times.entries())
        assert.ok(at === 0 || time - times[at - 1]! >= 100, String(times));
      assert.ok(times.at(-1)! <= 1100, String(times));
    });

    it('is not claimed within a second of its last request, nor during a pause', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(5 * SECOND);
      const [{ merchant }] = (await claim(records)) as [ReadingLease];
      await records.endReading(merchant, { cursor: NOW, pause: 0, next: 0 });
      await advance(SECOND - 1);
      assert.deepEqual(await claim(records), []);
      await advance(1);
      const [again] = (await claim(records)) as [ReadingLease];
      await records.endReading(again.merchant, { cursor: NOW, pause: 3 * SECOND, next: 0 });
      await advance(3 * SECOND - 1);
      assert.deepEqual(await claim(records), []);
      await advance(1);
      assert.equal((await claim(records)).length, 1);
    });

    it('is claimed until a day after it was watched', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(31 * DAY - 1);
      const [{ merchant }] = (await claim(records)) as [ReadingLease];
      await records.endReading(merchant, { cursor: NOW, pause: 0, next: 0 });
      await advance(SECOND);
      assert.deepEqual(await claim(records), []);
      assert.equal(await records.nextDue(PACE), undefined);
    });

    it('is claimed while a page waits, whether or not it is watched or due', async () => {
      const { records, advance } = await open();
      await records.addMerchant({ merchantId: '1001', own: false, from: NOW });
      await watch(records, '1002');
      assert.deepEqual(await claim(records), []);
      for (const merchantId of ['1001', '1002']) await wait(records, merchantId);
      await advance(15 * SECOND - 1);
      const claims = await claim(records);
      assert.deepEqual(merchantsOf(claims).toSorted(), ['1001', '1002']);
      for (const { merchant } of claims) await records.endReading(merchant, OK);
      await advance(SECOND);
      assert.deepEqual(await claim(records), []);
    });

    it('is claimed in its turn: those that pages wait for, then those read longest ago', async () => {
      const { records, advance } = await open();
      await watch(records, '1001', '1002', '1003', '1004');
      await advance(10 * SECOND);
      // Read in this order, one per second.
      for (const _ of [1, 2, 3, 4]) {
        const [{ merchant }] = (await claim(records, 1)) as [ReadingLease];
        await records.endReading(merchant, { cursor: NOW, pause: 0, next: 0 });
        await advance(SECOND);
      }
      await wait(records, '1003');
      assert.deepEqual(merchantsOf(await claim(records, 1)), ['1003']);
      assert.deepEqual(merchantsOf(await claim(records, 1)), ['1001']);
      assert.deepEqual(merchantsOf(await claim(records)), ['1002', '1004']);
    });

    it('of another scope is not claimed', async () => {
      const { records, store, advance } = await open();
      await watch(records, '1001');
      await advance(MINUTE);
      assert.deepEqual(await store.open('an empty scope').claim(PACE, 10, LEASE), []);
    });
  });

  paceCases(open);
  dueCases(open);
}

function paceCases(open: OpenBench): void {
  describe('the pace', () => {
    const merchantIds = Array.from({ length: 9 }, (_, at) => `300${at}`);

    it('spaces the requests of one token, half a second ahead', async () => {
      const { records, advance } = await open();
      await watch(records, ...merchantIds);
      await advance(5 * SECOND);
      const first = await claim(records);
      assert.deepEqual(
        first.map(({ delay }) => delay),
        [0, 100, 200, 300, 400],
      );
      for (const { merchant, delay } of first) {
        assert.equal(merchant.requestedAt, NOW + 5 * SECOND + delay);
        assert.equal(merchant.leaseUntil, NOW + 5 * SECOND + delay + LEASE);
      }
      assert.deepEqual(await claim(records), []);
      await advance(150);
      assert.deepEqual(
        (await claim(records)).map(({ delay }) => delay),
        [350, 450],
      );
      await advance(MINUTE);
      assert.deepEqual(
        (await claim(records, 2)).map(({ delay }) => delay),
        [0, 100],
      );
    });

    it('is not exceeded at a rate that does not divide a second', async () => {
      const { records, advance } = await open();
      await watch(records, ...merchantIds);
      await advance(5 * SECOND);
      const times: number[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        const claims = await records.claim({ token: 'token', rate: 7 }, 10, LEASE);
        times.push(...claims.map(({ delay }) => delay + turn * 200));
        await advance(200);
      }
      assert.ok(times.length >= 7);
      for (const [at, time] of times.entries())
        assert.ok(at === 0 || time - times[at - 1]! > 142, String(times));
    });

    it('is separate for each token', async () => {
      const { records, advance } = await open();
      await watch(records, ...merchantIds);
      await advance(5 * SECOND);
      await claim(records);
      const others = await records.claim({ token: 'another', rate: 10 }, 10, LEASE);
      assert.equal(others[0]!.delay, 0);
    });

    it('allows no request while the token is paused', async () => {
      const { records, advance } = await open();
      await watch(records, ...merchantIds);
      await advance(5 * SECOND);
      await records.failToken('token', 10 * SECOND);
      await advance(10 * SECOND - 1);
      assert.deepEqual(await claim(records), []);
      assert.equal((await records.claim({ token: 'another', rate: 10 }, 1, LEASE)).length, 1);
      await advance(1);
      assert.equal((await claim(records)).length, 5);
      await records.failToken('token', 10 * SECOND);
      await advance(SECOND);
      assert.deepEqual(await claim(records), []);
      await records.clearToken('token');
      assert.ok((await claim(records)).length > 0);
    });

    it('doubles its pause with each failure of the token, until the token works', async () => {
      const { records, advance } = await open();
      const pauses: number[] = [];
      for (let failure = 0; failure < 7; failure += 1) {
        const pause = await records.failToken('token', 0);
        pauses.push(pause);
        // A request that was in progress at the same moment fails too.
        assert.equal(await records.failToken('token', 0), pause);
        await advance(pause);
      }
      assert.deepEqual(
        pauses,
        [1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * SECOND),
      );
      await watch(records, '1001');
      await advance(5 * SECOND);
      assert.equal((await claim(records))[0]!.isTokenFailing, true);
      await records.clearToken('token');
      assert.equal(await records.failToken('token', 40 * SECOND), 40 * SECOND);
    });
  });
}

function dueCases(open: OpenBench): void {
  describe('the next reading', () => {
    it('is undefined if no merchant is watched or waited for', async () => {
      const { records, advance } = await open();
      assert.equal(await records.nextDue(PACE), undefined);
      await records.addMerchant({ merchantId: '1001', own: false, from: NOW });
      assert.equal(await records.nextDue(PACE), undefined);
      await wait(records, '1001');
      assert.equal(await records.nextDue(PACE), 0);
      await advance(15 * SECOND);
      assert.equal(await records.nextDue(PACE), undefined);
    });

    it('is when the first merchant is due', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(SECOND);
      await watch(records, '1002');
      assert.equal(await records.nextDue(PACE), 4 * SECOND);
      await advance(MINUTE);
      assert.equal(await records.nextDue(PACE), 0);
    });

    it('waits for leases, pauses and the second between two requests', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(5 * SECOND);
      const [{ merchant }] = (await claim(records)) as [ReadingLease];
      assert.equal(await records.nextDue(PACE), LEASE);
      await records.endReading(merchant, { cursor: NOW, pause: 0, next: 0 });
      assert.equal(await records.nextDue(PACE), SECOND);
      await records.endReading(merchant, { cursor: NOW, pause: 3 * SECOND, next: 0 });
      assert.equal(await records.nextDue(PACE), 3 * SECOND);
      await records.failToken('token', 9 * SECOND);
      assert.equal(await records.nextDue(PACE), 9 * SECOND);
      assert.equal(await records.nextDue({ ...PACE, token: 'another' }), 3 * SECOND);
    });
  });
}
