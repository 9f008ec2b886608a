import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadingLease, Records } from '../../../../src/server/kit/store/store.js';
import {
  bookedOf,
  DAY,
  depositOf,
  eventOf,
  grantOf,
  idsOf,
  issue,
  LEASE,
  lookUp,
  NOW,
  PACE,
  plain,
  rowOf,
  save,
  SECOND,
  slipOf,
  type OpenBench,
} from './fixtures.js';

export function upkeepCases(open: OpenBench): void {
  depositListCases(open);
  slipListCases(open);
  healthCases(open);
  purgeCases(open);
}

function depositListCases(open: OpenBench): void {
  const list = (records: Records, members: object = {}) =>
    records.listDeposits({
      ...{ merchantId: '1001', grantId: 'nobody', isOwn: true, fiats: ['BRL'], from: 0, limit: 100 },
      ...members,
    });

  describe('the list of deposits', () => {
    it('is read in pages, the latest first, then by id', async () => {
      const { records } = await open();
      const times = [1, 1, 2, 3, 3, 3, 4];
      const deposits = times.map((time, at) =>
        depositOf({ createTime: NOW + time, id: `id-${'ZabCdEf'[at]}` }),
      );
      await save(records, { deposits });
      const ordered = [6, 5, 4, 3, 2, 1, 0].map((at) => deposits[at]!.id);
      const bytes = (one: string, other: string) => (one < other ? 1 : -1);
      const expected = [
        ...ordered.slice(0, 1),
        ...ordered.slice(1, 4).toSorted(bytes),
        ...ordered.slice(4, 5),
      ];
      expected.push(...ordered.slice(5).toSorted(bytes));
      assert.deepEqual(idsOf(await list(records)), expected);
      const read: string[] = [];
      for (let before: object | undefined; ;) {
        const page = await list(records, { limit: 2, ...(before && { before }) });
        read.push(...idsOf(page));
        if (page.length < 2) break;
        const { createTime, id } = page.at(-1)!;
        before = { createTime, id };
      }
      assert.deepEqual(read, expected);
    });

    it('contains those of a grant, with the requested and received sums of their payment', async () => {
      const { records } = await open();
      await issue(records);
      const deposits = [bookedOf(1), bookedOf(1, { grantId: 'order-2' }), depositOf()];
      await save(records, { deposits, payments: [{ ...(await rowOf(records)), received: 4_000n }] });
      const [deposit, ...others] = plain(await list(records, { grantId: 'order-1', isOwn: false }));
      assert.deepEqual([deposit, others], [{ ...deposits[0], asked: 10_000n, received: 4_000n }, []]);
    });

    it('contains the requested amount of a payment at its newest deposit that was not returned', async () => {
      const { records } = await open();
      await issue(records);
      const deposits = [bookedOf(1), bookedOf(2), bookedOf(3)].map((deposit, at) => ({
        ...deposit,
        createTime: deposit.createTime + at,
        ...(at === 2 && { returned: deposit.amount, returnTime: deposit.createTime }),
      }));
      await save(records, { deposits, payments: [{ ...(await rowOf(records)), received: 4_000n }] });
      const listed = plain(await list(records, { grantId: 'order-1', isOwn: false }));
      assert.deepEqual(
        listed.map(({ id, asked, received }) => [id, asked, received]),
        [
          [deposits[2]!.id, 10_000n, 4_000n],
          [deposits[1]!.id, 10_000n, 4_000n],
          [deposits[0]!.id, undefined, undefined],
        ],
      );
    });

    it('contains the reference of its grant with each deposit, as it was given', async () => {
      const { records } = await open();
      const reference = 'Pedido "7" \\ 🧾';
      await issue(
        records,
        { grantId: 'own' },
        { issued: { own: true, grant: { ...grantOf('own'), reference } } },
      );
      const own = bookedOf(1, { grantId: 'own' });
      await save(records, { deposits: [own, depositOf({ createTime: NOW - 1 })] });
      const references = (await list(records)).map((row) => row.reference);
      assert.deepEqual(references, [reference, undefined]);
    });

    it('contains, for an account of the payer, all deposits but those of payments of other grants into other accounts', async () => {
      const { records } = await open();
      await issue(records, { grantId: 'shared' });
      await issue(records, { grantId: 'own', amount: undefined }, { issued: { own: true } });
      const states = ['unmatched', 'earlier', 'unreadable', 'pending', 'return', 'unmatched-return'] as const;
      const deposits = states.map((state) => depositOf({ state }));
      const own = bookedOf(1, { grantId: 'own' });
      await save(records, { deposits: [...deposits, own, bookedOf(1, { grantId: 'shared' })] });
      const listed = plain(await list(records));
      assert.deepEqual(new Set(listed), new Set([deposits[0], deposits[1], { ...own, received: 0n }]));
      // The grant's own deposits, made before the grant was declared to have its own account.
      assert.equal((await list(records, { grantId: 'shared' })).length, listed.length + 1);
    });

    it('contains those of the given currencies, merchant and time', async () => {
      const { records } = await open();
      const [usd, eur, old] = [
        depositOf({ fiat: 'USD' }),
        depositOf({ fiat: 'EUR' }),
        depositOf({ createTime: NOW - 1 }),
      ];
      await save(records, { deposits: [usd, eur, old] });
      await save(records, { deposits: [depositOf({ merchantId: '1002' })] }, '1002');
      assert.deepEqual(idsOf(await list(records, { fiats: ['USD', 'BRL'], from: NOW })), [usd.id]);
      assert.deepEqual(idsOf(await list(records, { from: NOW - 1 })), [old.id]);
      assert.deepEqual(await list(records, { fiats: [] }), []);
    });
  });
}

function slipListCases(open: OpenBench): void {
  describe('the list of slips', () => {
    it('contains the current ones that are not paid, without responses, the last one shown first', async () => {
      const { records, advance } = await open();
      const old = await issue(records, { issuedAt: NOW - 1 });
      await advance(1);
      const slip = await issue(records, { paymentId: 91, answer: { code: 'x' } });
      await advance(1);
      const paid = await issue(records, { paymentId: 92 });
      const replaced = await issue(records, { paymentId: 93 });
      await issue(records, { grantId: 'order-2' });
      await issue(records, { merchantId: '1002' });
      await save(records, { paidSlips: [paid.id] });
      await records.beginSlip(slipOf({ paymentId: 94 }), undefined, 30);
      const latest = await issue(records, { paymentId: 93 }, { replaces: replaced.id });
      await advance(DAY);
      const slips = await records.listSlips('1001', 'order-1', NOW);
      assert.deepEqual(idsOf(slips), [latest.id, slip.id]);
      assert.ok(slips.every(({ answer }) => answer === undefined));
      await records.showSlip(old.id);
      assert.deepEqual(idsOf(await records.listSlips('1001', 'order-1', NOW - 1)), [
        old.id,
        latest.id,
        slip.id,
      ]);
    });
  });
}

function healthCases(open: OpenBench): void {
  describe('the health', () => {
    it('is empty without merchants', async () => {
      const { records } = await open();
      const empty = { now: NOW, merchants: [], waiting: 0, dead: 0 };
      assert.deepEqual(plain(await records.health()), empty);
    });

    it('lists merchants that are watched or fail, with their unmatched flows', async () => {
      const { records, advance } = await open();
      await issue(records);
      await issue(records, { merchantId: '1002' });
      for (const merchantId of ['1003', '1004'])
        await records.addMerchant({ merchantId, own: false, from: NOW });
      for (const merchantId of ['1003', '1004'])
        await records.lookUp({ merchantId, grantId: 'order-1', isWaiting: true });
      const claims = await records.claim(PACE, 10, LEASE);
      assert.equal(claims.length, 2);
      for (const { merchant } of claims) {
        const cursor = merchant.merchantId === '1004' ? { cursor: NOW } : { failure: 'timeout' };
        await records.endReading(merchant, { ...cursor, pause: 0, next: 0 });
      }
      const states = [
        'unmatched',
        'unmatched-return',
        'unmatched',
        'unreadable',
        'booked',
        'pending',
      ] as const;
      const deposits = states.map((state) => bookedOf(1, { state }));
      await save(records, { deposits });
      await advance(SECOND);
      const { merchants, now } = await records.health();
      assert.equal(now, NOW + SECOND);
      const counts = merchants.map(({ merchant, unmatched, unreadable }) => [
        merchant.merchantId,
        [unmatched, unreadable],
      ]);
      assert.deepEqual(Object.fromEntries(counts), { 1001: [3, 1], 1002: [0, 0], 1003: [0, 0] });
      const failing = merchants.find(({ merchant }) => merchant.merchantId === '1003')!.merchant;
      assert.deepEqual([failing.failures, failing.failure, failing.failedAt], [1, 'timeout', NOW]);
    });

    it('counts the events that wait and the dead ones', async () => {
      const { records, advance } = await open();
      const events = [eventOf('a'), eventOf('b')];
      await save(records, { events });
      await advance(SECOND);
      await save(records, { events: [eventOf('a'), eventOf('c')] });
      const { waiting, oldest, dead } = await records.health();
      assert.deepEqual([waiting, oldest, dead], [4, NOW, 0]);
      for (const { id } of events) await records.postponeEvent(id, 0, true);
      const after = await records.health();
      assert.deepEqual([after.waiting, after.oldest, after.dead], [2, NOW + SECOND, 2]);
    });
  });
}

function purgeCases(open: OpenBench): void {
  /** The limits as a kit sets them, at the current time of the clock. */
  const limits = (now: number) => ({ answers: now - 3_600_000, rows: now - 90 * DAY });

  describe('the purge', () => {
    it('deletes the responses of slips that are no longer shown', async () => {
      const { records, advance } = await open();
      const old = await issue(records, { answer: { code: 'old' } });
      const paid = await issue(records, { paymentId: 91, issuedAt: NOW + 2, answer: { code: 'paid' } });
      const shown = await issue(records, { paymentId: 92, issuedAt: NOW + 1, answer: { code: 'shown' } });
      await save(records, { paidSlips: [paid.id] });
      await advance(SECOND);
      await records.purge({ answers: NOW + 1, rows: 0 });
      const answer = async (slip: typeof old) =>
        (await lookUp(records, slip)).slips.find(({ id }) => id === slip.id)!.answer;
      assert.deepEqual([await answer(old), await answer(paid)], [undefined, undefined]);
      assert.deepEqual(await answer(shown), { code: 'shown' });
    });

    it('deletes nothing younger than the limit', async () => {
      const { records, advance, now } = await open();
      const slip = await issue(records, { amount: undefined });
      const old = NOW - 200 * DAY;
      const deposits = [bookedOf(1), depositOf({ createTime: old }), depositOf({ readAt: old })];
      await save(records, { deposits });
      await records.close('1001', 'order-1');
      await advance(90 * DAY);
      await records.purge(limits(now()));
      const { isClosed, merchant, payments } = await lookUp(records, slip, {
        wallet: { after: 0, since: 0 },
      });
      assert.deepEqual([isClosed, merchant?.merchantId], [true, '1001']);
      assert.equal(payments[0]!.tally.deposits.length, 1);
      const flowIds = deposits.map(({ flowId }) => flowId);
      assert.equal((await records.knownFlows('1001', flowIds)).length, 3);
      const slips = await records.transaction('1001', undefined, (tx) => tx.slipsOf([slip.txId!]));
      assert.equal(slips!.length, 1);
    });

    it('deletes everything older, once it is delivered', async () => {
      const { records, advance, now } = await open();
      const slip = await issue(records);
      await records.beginSlip(slipOf({ paymentId: 91 }), undefined, 30);
      const deposits = [bookedOf(1), depositOf()];
      const flowIds = deposits.map(({ flowId }) => flowId);
      const event = eventOf(JSON.stringify(['1001', 'order-1', 'BRL']));
      await save(records, { deposits, events: [event] });
      await records.close('1001', 'order-1');
      await advance(121 * DAY);
      await records.purge(limits(now()));
      assert.deepEqual(await records.transaction('1001', undefined, (tx) => tx.slipsOf([slip.txId!])), []);
      const kept = await records.lookUp(slip);
      assert.deepEqual(
        [kept.payments.length, kept.isClosed],
        [1, true],
        'the payment of an event stays, closed',
      );
      assert.deepEqual(
        (await records.knownFlows('1001', flowIds)).map(({ flowId }) => flowId),
        [flowIds[0]],
      );
      assert.deepEqual(idsOf(await records.claimEvents(10, LEASE)), [event.id]);
      await records.deleteEvent(event.id);
      await records.purge(limits(now()));
      await records.purge(limits(now()));
      const gone = plain(await records.lookUp(slip));
      assert.deepEqual(gone, { now: now(), isClosed: false, payments: [], slips: [] });
      assert.deepEqual(await records.knownFlows('1001', flowIds), []);
    });

    it('keeps a payment that changed or has a slip, and its deposits', async () => {
      const { records, advance, now } = await open();
      const grantIds = ['changed', 'watched'];
      for (const grantId of grantIds) await issue(records, { grantId });
      await save(records, { deposits: grantIds.map((grantId) => bookedOf(1, { grantId })) });
      const purge = async (days: number) => {
        await advance(days * DAY);
        await records.purge(limits(now()));
        const found = await Promise.all(
          grantIds.map((grantId) => records.lookUp({ merchantId: '1001', grantId })),
        );
        return found.map(({ payments }) => payments.map(({ tally }) => tally.deposits.length));
      };
      assert.deepEqual(await purge(100), [[1], [1]]);
      await save(records, { payments: [await rowOf(records, 'changed')] });
      assert.deepEqual(await purge(30), [[1], []]);
    });

    it('deletes the old part of a wallet that is still used', async () => {
      const { records, advance, now } = await open();
      const slip = await issue(records, { amount: undefined });
      await save(records, { deposits: [bookedOf(1)] });
      await advance(100 * DAY);
      const issuedAt = now();
      await issue(
        records,
        { amount: undefined, issuedAt, watchedUntil: issuedAt + 30 * DAY },
        { replaces: slip.id },
      );
      await save(records, { deposits: [bookedOf(2, { createTime: now(), readAt: now() })] });
      await records.purge(limits(now()));
      const { payments } = await lookUp(records, slip, { wallet: { after: 0, since: 0 } });
      assert.deepEqual(
        payments[0]!.tally.deposits.map(({ number }) => number),
        [2],
      );
    });

    it('keeps a merchant that was just added, or that a page waits for', async () => {
      const { records, advance, now } = await open();
      const add = (merchantId: string) => records.addMerchant({ merchantId, own: false, from: NOW });
      const find = async (merchantId: string) =>
        (await records.lookUp({ merchantId, grantId: 'order-1' })).merchant;
      for (const merchantId of ['1001', '1002']) await add(merchantId);
      await advance(91 * DAY);
      await add('1003');
      await records.lookUp({ merchantId: '1002', grantId: 'order-1', isWaiting: true });
      await records.purge(limits(now()));
      const found = await Promise.all(['1001', '1002', '1003'].map(find));
      assert.deepEqual(
        found.map((merchant) => merchant !== undefined),
        [false, true, true],
      );
      const [claim] = (await records.claim(PACE, 1, LEASE)) as [ReadingLease];
      assert.equal(claim.merchant.merchantId, '1002');
    });

    it('deletes reservations that were never finished', async () => {
      const { records, advance } = await open();
      await records.beginSlip(slipOf(), undefined, 30);
      await advance(31 * SECOND);
      await records.purge({ answers: 0, rows: 0 });
      assert.equal(await records.beginSlip(slipOf(), undefined, 30), true);
    });

    it('deletes nothing of another scope', async () => {
      const { records, store, advance, now } = await open();
      const slip = await issue(records);
      await advance(200 * DAY);
      await store.open('a scope that purges').purge(limits(now()));
      assert.equal((await records.lookUp(slip)).payments.length, 1);
    });
  });
}
