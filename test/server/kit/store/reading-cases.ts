import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadingLease, Pace, Records } from '../../../../src/server/kit/store/store.js';
import {
  depositOf,
  HOUR,
  issue,
  LEASE,
  MINUTE,
  NOW,
  PACE,
  plain,
  save,
  SECOND,
  type OpenBench,
  OK,
  watch,
  claim,
  merchantOf,
  wait,
} from './fixtures.js';

export function readingCases(open: OpenBench): void {
  turnCases(open);
  firstTurnCases(open);
  endCases(open);
  flowCases(open);
}

function turnCases(open: OpenBench): void {
  describe('a further request of a reading', () => {
    it('is a second after the previous one, and extends the lease', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(5 * SECOND);
      const [{ merchant }] = (await claim(records)) as [ReadingLease];
      await advance(300);
      assert.equal(await records.takeTurn(merchant, PACE, LEASE), 700);
      const { requestedAt, leaseUntil, fence } = await merchantOf(records);
      assert.deepEqual([requestedAt - NOW, leaseUntil - NOW], [6 * SECOND, 6 * SECOND + LEASE]);
      assert.equal(fence, merchant.fence);
      await advance(5 * SECOND);
      assert.equal(await records.takeTurn(merchant, PACE, LEASE), 0);
    });

    it('keeps the rate of the token', async () => {
      const { records, advance } = await open();
      await watch(records, '1001', '1002', '1003');
      await advance(5 * SECOND);
      const claims = await claim(records);
      await advance(5 * SECOND);
      const turns = await Promise.all(claims.map(({ merchant }) => records.takeTurn(merchant, PACE, LEASE)));
      assert.deepEqual(new Set(turns), new Set([0, 100, 200]));
      await watch(records, '1004');
      await wait(records, '1004');
      assert.deepEqual(
        (await claim(records)).map(({ delay }) => delay),
        [300],
      );
    });

    it('is refused if the lease is over or belongs to another, and while the token is paused', async () => {
      const { records, advance } = await open();
      await watch(records, '1001', '1002');
      await advance(5 * SECOND);
      const [one, two] = (await claim(records)) as [ReadingLease, ReadingLease];
      assert.notEqual(await records.takeTurn(one.merchant, PACE, LEASE), undefined);
      await records.failToken('token', SECOND);
      assert.equal(await records.takeTurn(one.merchant, PACE, LEASE), undefined);
      await advance(SECOND);
      await records.endReading(one.merchant, OK);
      assert.equal(await records.takeTurn(one.merchant, PACE, LEASE), undefined);
      await advance(LEASE);
      assert.equal(await records.takeTurn(two.merchant, PACE, LEASE), undefined);
      await claim(records);
      assert.equal(await records.takeTurn(two.merchant, PACE, LEASE), undefined);
      const foreign = { ...two.merchant, merchantId: '1009' };
      assert.equal(await records.takeTurn(foreign, PACE, LEASE), undefined);
    });
  });
}

function firstTurnCases(open: OpenBench): void {
  describe('the first request of a reading whose token was unknown', () => {
    const ALL: Pace = { token: 'all', rate: 100 };

    it('takes a turn of its token, without a second of waiting, and extends the lease', async () => {
      const { records, advance } = await open();
      await watch(records, '1001', '1002', '1003');
      await advance(5 * SECOND);
      const claims = await records.claim(ALL, 10, LEASE);
      await advance(100);
      const turns = await Promise.all(
        claims.map(({ merchant }) => records.firstTurn(merchant, { token: 'token', rate: 5 }, LEASE)),
      );
      const delays = turns.map((turn) => turn!.delay).toSorted((one, two) => one - two);
      assert.deepEqual(delays, [0, 200, 400]);
      assert.ok(turns.every((turn) => !turn!.isTokenFailing));
      const rows = await Promise.all(claims.map(({ merchant }) => merchantOf(records, merchant.merchantId)));
      for (const [at, { requestedAt, leaseUntil, fence }] of rows.entries()) {
        const time = NOW + 5_100 + turns[at]!.delay;
        assert.deepEqual([requestedAt, leaseUntil, fence], [time, time + LEASE, claims[at]!.merchant.fence]);
      }
    });

    it('waits until its token has a turn soon, without the lease', async () => {
      const { records, advance } = await open();
      await watch(records, '1001', '1002');
      await advance(5 * SECOND);
      const [one, two] = (await records.claim(ALL, 10, LEASE)) as [ReadingLease, ReadingLease];
      const slow = { token: 'slow', rate: 0.1 };
      assert.equal((await records.firstTurn(one.merchant, slow, LEASE))!.delay, 0);
      assert.equal(await records.firstTurn(two.merchant, slow, LEASE), undefined);
      const { leaseUntil, pausedUntil, failures } = await merchantOf(records, two.merchant.merchantId);
      assert.deepEqual([leaseUntil, pausedUntil - NOW, failures], [0, 15 * SECOND, 0]);
      await advance(10 * SECOND);
      const [again] = (await records.claim(ALL, 10, LEASE)) as [ReadingLease];
      assert.equal(again.merchant.merchantId, two.merchant.merchantId);
      assert.equal((await records.firstTurn(again.merchant, slow, LEASE))!.delay, 0);
    });

    it('waits until the pause of its token is over, and learns that it failed', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(5 * SECOND);
      const [first] = (await records.claim(ALL, 10, LEASE)) as [ReadingLease];
      await records.failToken('token', 7 * SECOND);
      assert.equal(await records.firstTurn(first.merchant, PACE, LEASE), undefined);
      await advance(7 * SECOND - 1);
      assert.deepEqual(await records.claim(ALL, 10, LEASE), []);
      await advance(1);
      const [second] = (await records.claim(ALL, 10, LEASE)) as [ReadingLease];
      assert.deepEqual(await records.firstTurn(second.merchant, PACE, LEASE), {
        delay: 0,
        isTokenFailing: true,
      });
    });

    it('is refused if the lease is over or belongs to another', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(5 * SECOND);
      const [{ merchant }] = (await records.claim(ALL, 10, LEASE)) as [ReadingLease];
      await advance(LEASE + SECOND);
      assert.equal(await records.firstTurn(merchant, PACE, LEASE), undefined);
      await records.claim(ALL, 10, LEASE);
      assert.equal(await records.firstTurn(merchant, PACE, LEASE), undefined);
      assert.equal(await records.firstTurn({ ...merchant, merchantId: '1009' }, PACE, LEASE), undefined);
      assert.ok((await merchantOf(records)).leaseUntil > NOW + LEASE, 'the lease of the other stands');
    });
  });
}

function endCases(open: OpenBench): void {
  describe('a reading', () => {
    const begin = async (records: Records, advance: (ms: number) => Promise<void>) => {
      await watch(records, '1001');
      await advance(10 * SECOND);
      return ((await claim(records)) as [ReadingLease])[0].merchant;
    };

    it('that ends moves the cursor and is due again', async () => {
      const { records, advance } = await open();
      const merchant = await begin(records, advance);
      await records.endReading(merchant, { cursor: NOW + 9, pause: 0, next: MINUTE });
      const now = NOW + 10 * SECOND;
      const row = await merchantOf(records);
      assert.deepEqual([row.cursor, row.checkedAt, row.failures, row.leaseUntil], [NOW + 9, now, 0, 0]);
      assert.deepEqual([row.dueAt, row.deepAt], [now + MINUTE, merchant.deepAt]);
      assert.ok(row.pausedUntil <= now);
      await advance(2 * SECOND);
      await wait(records, '1001');
      const [again] = (await claim(records)) as [ReadingLease];
      await records.endReading(again.merchant, { ...OK, isDeep: true });
      assert.equal((await merchantOf(records)).deepAt, now + 2 * SECOND);
    });

    it('that fails keeps the cursor, and counts the failure', async () => {
      const { records, advance } = await open();
      const first = await begin(records, advance);
      await records.endReading(first, { failure: 'timeout', isDeep: true, pause: SECOND, next: SECOND });
      await advance(SECOND);
      const [again] = (await claim(records)) as [ReadingLease];
      await records.endReading(again.merchant, { failure: 'server', pause: 3 * SECOND, next: 3 * SECOND });
      const now = NOW + 11 * SECOND;
      const row = await merchantOf(records);
      assert.deepEqual([row.failures, row.failure, row.failedAt], [2, 'server', now]);
      assert.deepEqual([row.pausedUntil, row.dueAt, row.leaseUntil], [now + 3 * SECOND, now + 3 * SECOND, 0]);
      assert.deepEqual([row.cursor, row.checkedAt, row.deepAt], [first.cursor, undefined, first.deepAt]);
      await advance(3 * SECOND);
      const [last] = (await claim(records)) as [ReadingLease];
      await records.endReading(last.merchant, OK);
      const healthy = await merchantOf(records);
      assert.deepEqual([healthy.failures, healthy.failure, healthy.failedAt], [0, 'server', now]);
    });

    it('that lost its lease changes nothing', async () => {
      const { records, advance } = await open();
      const merchant = await begin(records, advance);
      await advance(LEASE);
      await claim(records);
      const before = await merchantOf(records);
      await records.endReading(merchant, { cursor: NOW + 9, pause: 0, next: 0 });
      await records.endReading(merchant, { failure: 'timeout', pause: 0, next: 0 });
      assert.deepEqual(await merchantOf(records), before);
    });

    it('during which a slip was issued is soon followed by another', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(2 * HOUR);
      const [{ merchant }] = (await claim(records)) as [ReadingLease];
      await issue(records, { grantId: 'order-2', issuedAt: NOW + 2 * HOUR });
      await records.endReading(merchant, { cursor: NOW, pause: 0, next: 10 * MINUTE });
      assert.equal((await merchantOf(records)).dueAt, NOW + 2 * HOUR + 5 * SECOND);
    });

    it('may end with durations that are not whole milliseconds', async () => {
      const { records, advance } = await open();
      const merchant = await begin(records, advance);
      await records.endReading(merchant, { failure: 'timeout', pause: 0.5, next: 1000.5 });
      await records.failToken('token', 0.25);
      assert.ok((await merchantOf(records)).dueAt >= NOW + 11 * SECOND);
    });
  });
}

function flowCases(open: OpenBench): void {
  describe('flows', () => {
    it('are known once they are stored', async () => {
      const { records } = await open();
      const [one, two, other] = [depositOf(), depositOf(), depositOf({ merchantId: '1002' })];
      await save(records, { deposits: [one, two] });
      await save(records, { deposits: [other] }, '1002');
      const known = await records.knownFlows('1001', [one.flowId, other.flowId, 'unknown']);
      assert.deepEqual(plain(known), [one]);
      assert.deepEqual(await records.knownFlows('1001', []), []);
    });
  });
}
