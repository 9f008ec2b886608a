import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bookedOf,
  DAY,
  grantOf,
  HOUR,
  idsOf,
  issue,
  lookUp,
  NOW,
  paymentOf,
  plain,
  save,
  SECOND,
  slipOf,
  type OpenBench,
} from './fixtures.js';

/** Text that a database may refuse or change. */
const AWKWARD = `a"b\\c'd%e_f\u2028g\u{1F4B8}h{1}$2?`;

export function lookUpCases(open: OpenBench): void {
  describe('the stored state of a grant', () => {
    it('is empty before its first slip', async () => {
      const { records } = await open();
      const found = plain(await records.lookUp({ merchantId: '1001', grantId: 'order-1', isWaiting: true }));
      assert.deepEqual(found, { now: NOW, isClosed: false, payments: [], slips: [] });
    });

    it('contains the slip, with every member as it was stored', async () => {
      const { records } = await open();
      const answer = { b: 1, a: [null, '\0\ud800', 0.1], [AWKWARD]: { c: AWKWARD } };
      const members = {
        grantId: AWKWARD,
        alias: AWKWARD,
        amount: 9_007_199_254_740_993n,
        isRefresh: true,
        answer,
      };
      const slip = await issue(records, { ...members, txId: AWKWARD });
      const { slips } = await lookUp(records, slip);
      assert.deepEqual(
        slips.map((row) => pick(row, slip)),
        [slip],
      );
      assert.deepEqual(Object.keys(slips[0]!.answer as object), ['b', 'a', AWKWARD]);
    });

    it('contains the payment, with every member as it was stored', async () => {
      const { records } = await open();
      const grant = { ...grantOf(AWKWARD), depositAlias: AWKWARD, amount: '100.00' };
      await issue(records, { grantId: AWKWARD }, { issued: { grant, grantedAt: NOW - 1, own: true } });
      const { tally, ...payment } = plain(await paymentOf(records, AWKWARD));
      assert.deepEqual(tally, { deposits: [], earlier: { count: 0, amount: 0n } });
      const key = { merchantId: '1001', grantId: AWKWARD, fiat: 'BRL' };
      const nothing = { received: 0n, count: 0, isPaidReported: false, after: 0, isClosed: false };
      const times = { grantedAt: NOW - 1, issuedAt: NOW, watchedUntil: NOW + 30 * DAY, since: NOW };
      const expected = { ...key, ...nothing, ...times, grant, asked: 10_000n, own: true };
      assert.deepEqual(pick(payment, expected), expected);
    });

    it('contains nothing of another grant, merchant or scope', async () => {
      const { records, store } = await open();
      const slip = await issue(records);
      await records.close('1001', 'order-1');
      const others = [
        await lookUp(records, { ...slip, grantId: 'order-2' }),
        await lookUp(records, { ...slip, merchantId: '1002' }),
        await lookUp(store.open('another scope'), slip),
      ];
      for (const { payments, slips, isClosed } of others)
        assert.deepEqual([payments, slips, isClosed], [[], [], false]);
    });

    it('contains the response only for the requested choice', async () => {
      const { records } = await open();
      const slip = await issue(records, { answer: { code: 'x' } });
      const answerFor = async (members: object) =>
        (await lookUp(records, { ...slip, ...members })).slips[0]!.answer;
      assert.deepEqual(await answerFor({}), { code: 'x' });
      for (const members of [
        { amount: 1n },
        { amount: undefined },
        { alias: 'a' },
        { paymentId: 91 },
        { fiat: 'USD' },
      ])
        assert.equal(await answerFor(members), undefined);
      const { slips } = await records.lookUp({ merchantId: '1001', grantId: 'order-1' });
      assert.deepEqual(
        slips.map(({ id, answer }) => [id, answer]),
        [[slip.id, undefined]],
      );
    });

    it('contains a current slip for an hour, and a reserved slip while it is reserved', async () => {
      const { records, advance } = await open();
      const current = await issue(records);
      const making = slipOf({ paymentId: 91 });
      await records.beginSlip(making, undefined, 30);
      const shown = async () => idsOf((await lookUp(records, current)).slips).toSorted();
      assert.deepEqual(await shown(), [current.id, making.id].toSorted());
      await advance(30 * SECOND);
      assert.deepEqual(await shown(), [current.id]);
      await advance(HOUR - 30 * SECOND - 1);
      assert.deepEqual(await shown(), [current.id]);
      await advance(1);
      assert.deepEqual(await shown(), []);
    });

    it('lists the slip that was shown last first', async () => {
      const { records, advance } = await open();
      const one = await issue(records);
      await advance(1);
      const two = await issue(records, { paymentId: 91 });
      await advance(1);
      assert.deepEqual(idsOf((await lookUp(records, one)).slips), [two.id, one.id]);
      await records.showSlip(one.id);
      assert.deepEqual(idsOf((await lookUp(records, one)).slips), [one.id, two.id]);
    });

    it('includes whether a page waits', async () => {
      const { records, advance } = await open();
      const slip = await issue(records);
      const waitedAt = async (isWaiting: boolean) =>
        (await lookUp(records, slip, { isWaiting })).merchant?.waitedAt;
      assert.equal(await waitedAt(true), 0, 'as before');
      assert.equal(await waitedAt(false), NOW);
      await advance(3 * SECOND);
      assert.equal(await waitedAt(false), NOW);
      assert.equal(await waitedAt(true), NOW);
      assert.equal(await waitedAt(false), NOW + 3 * SECOND);
    });

    it('includes whether it was closed', async () => {
      const { records } = await open();
      await records.close('1001', 'order-1');
      await records.close('1001', 'order-1');
      const slip = await issue(records);
      const { isClosed, payments } = await lookUp(records, slip);
      assert.deepEqual([isClosed, payments[0]!.isClosed], [true, true]);
    });
  });

  describe('the deposits of a payment', () => {
    it('are the latest 20 by number, and the sum of those before less returns', async () => {
      const { records } = await open();
      await issue(records);
      const numbers = Array.from({ length: 25 }, (_, at) => at + 1).toReversed();
      const deposits = numbers.map((number) =>
        bookedOf(number, {
          amount: BigInt(number),
          returned: number === 4 ? 3n : 0n,
          createTime: NOW - number,
        }),
      );
      const foreign = [bookedOf(1, { grantId: 'order-2' }), bookedOf(1, { fiat: 'USD' })];
      await save(records, { deposits: [...deposits, ...foreign] });
      const { tally } = await paymentOf(records);
      assert.deepEqual(plain(tally.deposits), deposits.slice(0, 20).toReversed());
      assert.deepEqual(tally.earlier, { count: 5, amount: 12n });
    });

    it('of a wallet are those after a slip', async () => {
      const { records } = await open();
      const slip = await issue(records, { amount: undefined });
      const times = [NOW - 5, NOW + 5, NOW - 1, NOW, NOW + 1];
      const deposits = times.map((createTime, at) => bookedOf(at + 1, { createTime }));
      await save(records, { deposits });
      const numbers = async (wallet?: { after: number; since: number }) =>
        (await lookUp(records, slip, wallet && { wallet })).payments[0]!.tally.deposits.map(
          ({ number }) => number,
        );
      assert.deepEqual(await numbers(), []);
      assert.deepEqual(await numbers({ after: 0, since: 0 }), [1, 2, 3, 4, 5]);
      assert.deepEqual(await numbers({ after: 2, since: NOW }), [4, 5]);
      assert.deepEqual(await numbers({ after: 0, since: NOW }), [2, 4, 5]);
    });
  });
}

/** The members of a row whose names another object has. */
function pick(row: object, expected: object): object {
  return Object.fromEntries(
    Object.keys(expected).map((name) => [name, (row as Record<string, unknown>)[name]]),
  );
}
