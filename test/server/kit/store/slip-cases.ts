import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreError } from '../../../../src/server/kit/store/store.js';
import {
  DAY,
  grantOf,
  HOUR,
  idsOf,
  issue,
  issuedOf,
  lookUp,
  PACE,
  LEASE,
  NOW,
  paymentOf,
  plain,
  rowOf,
  save,
  SECOND,
  slipOf,
  type OpenBench,
} from './fixtures.js';

export function slipCases(open: OpenBench): void {
  reservationCases(open);
  storingCases(open);
  otherCases(open);
}

function reservationCases(open: OpenBench): void {
  describe('the reservation of a slip', () => {
    it('is made once, until it ends', async () => {
      const { records, advance } = await open();
      const [one, two] = [slipOf(), slipOf()];
      assert.equal(await records.beginSlip(one, undefined, 30), true);
      assert.equal(await records.beginSlip(two, undefined, 30), false);
      await advance(30 * SECOND - 1);
      assert.equal(await records.beginSlip(two, undefined, 30), false);
      await advance(1);
      assert.equal(await records.beginSlip(two, undefined, 30), true);
      assert.deepEqual(idsOf((await lookUp(records, one)).slips), [two.id]);
    });

    it('is made by one of many at once', async () => {
      const { records, advance } = await open();
      for (const _ of [1, 2]) {
        const slips = Array.from({ length: 10 }, () => slipOf());
        const results = await Promise.all(slips.map((slip) => records.beginSlip(slip, undefined, 30)));
        assert.equal(results.filter(Boolean).length, 1);
        // The second time, the case takes over a reservation that has expired.
        await advance(30 * SECOND);
      }
    });

    it('is made once by many that each finish what they reserve', async () => {
      const { records } = await open();
      const made = await Promise.all(
        Array.from({ length: 20 }, async (_, at) => {
          const slip = slipOf();
          for (let turn = 0; turn < at; turn += 1) await Promise.resolve();
          if (!(await records.beginSlip(slip, undefined, 30))) return [];
          await records.finishSlip(issuedOf(slip), { merchantId: '1001', own: false, from: NOW });
          return [slip.id];
        }),
      );
      assert.equal(made.flat().length, 1);
    });

    it('is made for each choice separately', async () => {
      const { records, store } = await open();
      const members = [
        {},
        { amount: 1n },
        { amount: undefined },
        { alias: 'a' },
        { paymentId: 91 },
        { fiat: 'USD' },
        { grantId: 'order-2' },
        { merchantId: '1002' },
      ];
      for (const each of members) {
        assert.equal(
          await records.beginSlip(slipOf(each), undefined, 30),
          true,
          JSON.stringify(Object.keys(each)),
        );
        assert.equal(
          await records.beginSlip(slipOf(each), undefined, 30),
          false,
          JSON.stringify(Object.keys(each)),
        );
      }
      assert.equal(await store.open('a scope of its own').beginSlip(slipOf(), undefined, 30), true);
    });

    it('can be abandoned, but not a slip that is current', async () => {
      const { records } = await open();
      const lost = slipOf();
      await records.beginSlip(lost, undefined, 30);
      await records.abandonSlip(lost.id);
      const slip = await issue(records);
      await records.abandonSlip(slip.id);
      assert.deepEqual(idsOf((await lookUp(records, slip)).slips), [slip.id]);
    });

    it('is refused only for a current slip that is still shown and is not the one to be replaced', async () => {
      const { records, advance } = await open();
      const slip = await issue(records);
      const attempt = async (replaces?: string) => {
        const next = slipOf();
        const isReserved = await records.beginSlip(next, replaces, 30);
        await records.abandonSlip(next.id);
        return isReserved;
      };
      assert.equal(await attempt(), false);
      assert.equal(await attempt('another'), false);
      assert.equal(await attempt(slip.id), true);
      await save(records, { paidSlips: [slip.id] });
      assert.equal(await attempt(), true);
      const unpaid = await issue(records, {}, { replaces: slip.id });
      assert.equal(await attempt(slip.id), false);
      await records.purge({ answers: NOW + 1, rows: 0 });
      assert.equal(await attempt(), true);
      const last = await issue(records, {}, { replaces: unpaid.id });
      assert.equal(await attempt(), false);
      await advance(HOUR);
      assert.equal(await attempt(), true);
      assert.ok(last);
    });

    it('passes to the copy that took it over, and the first copy then changes nothing', async () => {
      const { records, advance } = await open();
      const [one, two] = [slipOf(), slipOf()];
      await records.beginSlip(one, undefined, 30);
      await advance(30 * SECOND);
      await records.beginSlip(two, undefined, 30);
      const start = { merchantId: '1001', own: false, from: NOW };
      await assert.rejects(records.finishSlip(issuedOf(one), start), StoreError);
      const { merchant, payments, slips } = await lookUp(records, one);
      assert.deepEqual([merchant, payments, idsOf(slips)], [undefined, [], [two.id]]);
      await records.finishSlip(issuedOf(two), start);
    });

    it('ends once', async () => {
      const { records } = await open();
      const slip = await issue(records, { answer: { code: 'first' } });
      const again = issuedOf({ ...slip, answer: { code: 'second' } });
      await assert.rejects(
        records.finishSlip(again, { merchantId: '1001', own: false, from: NOW }),
        StoreError,
      );
      assert.deepEqual((await lookUp(records, slip)).slips[0]!.answer, { code: 'first' });
    });
  });
}

function storingCases(open: OpenBench): void {
  describe('a slip that is stored', () => {
    it('makes its merchant read soon', async () => {
      const { records } = await open();
      const slip = await issue(records, {}, { start: { from: NOW - 7 } });
      const { merchant } = await lookUp(records, slip);
      const slips = {
        firstSlipAt: NOW,
        lastSlipAt: NOW,
        watchedUntil: NOW + 30 * DAY,
        dueAt: NOW + 5 * SECOND,
      };
      const never = { fence: 0, waitedAt: 0, requestedAt: 0, failures: 0, pausedUntil: 0, leaseUntil: 0 };
      const others = { merchantId: '1001', own: false, cursor: NOW - 7, deepAt: NOW };
      assert.deepEqual(plain(merchant), { ...slips, ...never, ...others });
    });

    it('keeps its merchant watched, and makes it read soon again', async () => {
      const { records, advance } = await open();
      const slip = await issue(records);
      await advance(5 * SECOND);
      const [claim] = await records.claim(PACE, 1, LEASE);
      await records.endReading(claim!.merchant, { cursor: NOW, pause: 0, next: HOUR });
      await advance(10 * 60 * SECOND);
      const issuedAt = NOW + 605 * SECOND;
      await issue(records, { issuedAt, watchedUntil: NOW + 40 * DAY, grantId: 'order-2' });
      const { merchant } = await lookUp(records, slip);
      assert.deepEqual(
        [
          merchant?.firstSlipAt,
          merchant?.lastSlipAt,
          merchant?.watchedUntil,
          merchant?.dueAt,
          merchant?.cursor,
        ],
        [NOW, issuedAt, NOW + 40 * DAY, NOW + 610 * SECOND, NOW],
      );
      await issue(records, { issuedAt: NOW - SECOND, grantId: 'order-3' });
      const after = (await lookUp(records, slip)).merchant;
      assert.deepEqual([after?.firstSlipAt, after?.lastSlipAt], [NOW - SECOND, issuedAt]);
    });

    it('makes its merchant read soon, however often slips are issued', async () => {
      const { records, advance } = await open();
      const slip = await issue(records);
      await advance(5 * SECOND);
      const [claim] = await records.claim(PACE, 1, LEASE);
      await records.endReading(claim!.merchant, { cursor: NOW, pause: 0, next: HOUR });
      await issue(records, { grantId: 'order-2', issuedAt: NOW + 5 * SECOND });
      assert.equal((await lookUp(records, slip)).merchant?.dueAt, NOW + 10 * SECOND);
    });

    it('makes a merchant of the payer read from further back, once', async () => {
      const { records } = await open();
      const slip = await issue(records, {}, { start: { from: NOW } });
      const cursorAfter = async (grantId: string, own: boolean, from: number) => {
        await issue(records, { grantId }, { issued: { own }, start: { from } });
        const { merchant } = await lookUp(records, slip);
        return [merchant?.own, merchant!.cursor - NOW];
      };
      assert.deepEqual(await cursorAfter('order-2', false, NOW - 9), [false, 0]);
      assert.deepEqual(await cursorAfter('order-3', true, NOW - 5), [true, -5]);
      assert.deepEqual(await cursorAfter('order-4', true, NOW - 9), [true, -5]);
      assert.deepEqual(await cursorAfter('order-5', false, NOW - 9), [true, -5]);
    });

    it('stores what its payment requests, and from when', async () => {
      const { records } = await open();
      await issue(records, { amount: 500n });
      await save(records, { payments: [{ ...(await rowOf(records)), count: 3, received: 7n }] });
      const again = { issuedAt: NOW + SECOND, watchedUntil: NOW + 31 * DAY, amount: 493n };
      await issue(records, again, { issued: { asked: 400n, own: true, grant: grantOf('changed') } });
      const { asked, own, issuedAt, watchedUntil, count, received, after, since, grant } =
        await paymentOf(records);
      assert.deepEqual([asked, own, issuedAt, watchedUntil], [500n, true, NOW, NOW + 31 * DAY]);
      assert.deepEqual([count, received, after, since], [3, 7n, 3, NOW + SECOND]);
      assert.deepEqual(grant, grantOf('order-1'), 'the grant and what it asks for go together');
    });

    it('reports whether its payment requests the same', async () => {
      const { records } = await open();
      for (const [amount, asked, isAsked] of [
        [500n, 500n, true],
        [400n, 500n, true],
        [600n, 600n, false],
        [700n, undefined, false],
      ] as const) {
        const slip = slipOf({ amount });
        await records.beginSlip(slip, undefined, 30);
        const start = { merchantId: slip.merchantId, own: false, from: NOW };
        assert.equal(await records.finishSlip(issuedOf(slip, { asked }), start), isAsked);
      }
      assert.equal((await paymentOf(records)).asked, 500n);
    });

    it('updates the grant to the newest, if it requests the same', async () => {
      const { records } = await open();
      await issue(records, {}, { issued: { grantedAt: NOW } });
      const grantAfter = async (paymentId: number, grantedAt: number) => {
        const grant = { ...grantOf('order-1'), depositAlias: String(paymentId) };
        await issue(records, { paymentId, issuedAt: NOW - 1 }, { issued: { grant, grantedAt } });
        const payment = await paymentOf(records);
        return [payment.grant.depositAlias, payment.grantedAt - NOW];
      };
      assert.deepEqual(await grantAfter(91, NOW - 1), [undefined, 0]);
      assert.deepEqual(await grantAfter(92, NOW), ['92', 0]);
      assert.deepEqual(await grantAfter(93, NOW + 5), ['93', 5]);
    });

    it('replaces the current one of its choice, which stays known by its txId, without its response', async () => {
      const { records } = await open();
      const other = await issue(records, { amount: 1n, answer: { code: 'other' } });
      const old = await issue(records, { txId: 'old', answer: { code: 'old' } });
      const slip = await issue(records, { txId: 'new', answer: { code: 'new' } }, { replaces: old.id });
      const { slips } = await lookUp(records, slip);
      assert.deepEqual(idsOf(slips).toSorted(), [slip.id, other.id].toSorted());
      const known = await records.transaction('1001', undefined, (tx) =>
        tx.slipsOf(['old', 'new', 'unknown']),
      );
      const states = Object.fromEntries(known!.map(({ txId, state, answer }) => [txId, [state, answer]]));
      assert.deepEqual(states['old'], ['replaced', undefined]);
      assert.equal(states['new']![0], 'current');
      assert.deepEqual((await lookUp(records, other)).slips.find(({ id }) => id === other.id)!.answer, {
        code: 'other',
      });
    });
  });
}

function otherCases(open: OpenBench): void {
  describe('the new slips of a grant', () => {
    it('are counted since a time, if they were requested and stored', async () => {
      const { records, advance } = await open();
      const count = (since: number) => records.countRefreshes('1001', 'order-1', since);
      await issue(records);
      assert.equal((await count(0)).count, 0);
      for (const paymentId of [91, 92, 93]) {
        await advance(SECOND);
        await issue(records, { paymentId, isRefresh: true });
      }
      await records.beginSlip(slipOf({ paymentId: 94, isRefresh: true }), undefined, 30);
      await issue(records, { grantId: 'order-2', isRefresh: true });
      assert.deepEqual(await count(NOW), { count: 3, first: NOW + SECOND });
      assert.deepEqual(await count(NOW + 2.5 * SECOND), { count: 1, first: NOW + 3 * SECOND });
    });
  });

  describe('a merchant without slips', () => {
    it('is added once, and not watched', async () => {
      const { records } = await open();
      await records.addMerchant({ merchantId: '1001', own: false, from: NOW - 5 });
      await records.addMerchant({ merchantId: '1001', own: false, from: NOW - 9 });
      const cursor = async () => {
        const { merchant } = await records.lookUp({ merchantId: '1001', grantId: 'order-1' });
        return [merchant!.cursor - NOW, merchant!.own, merchant!.watchedUntil, merchant!.firstSlipAt];
      };
      assert.deepEqual(await cursor(), [-5, false, 0, undefined]);
      await records.addMerchant({ merchantId: '1001', own: true, from: NOW - 7 });
      assert.deepEqual(await cursor(), [-7, true, 0, undefined]);
    });
  });
}
