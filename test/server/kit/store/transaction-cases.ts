import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DepositRow, PaymentRow } from '../../../../src/server/kit/store/rows.js';
import {
  StoreError,
  type ReadingLease,
  type Records,
  type Transaction,
} from '../../../../src/server/kit/store/store.js';
import {
  bookedOf,
  depositOf,
  eventOf,
  grantOf,
  idsOf,
  issue,
  LEASE,
  NOW,
  PACE,
  paymentOf,
  plain,
  rowOf,
  save,
  SECOND,
  type OpenBench,
} from './fixtures.js';

/** The result of reading in a transaction, no matter who has the lease. */
async function read<Result>(
  records: Records,
  work: (tx: Transaction) => Promise<readonly Result[]>,
  merchantId = '1001',
): Promise<readonly Result[]> {
  return (await records.transaction(merchantId, undefined, work))!;
}

export function transactionCases(open: OpenBench): void {
  leaseCases(open);
  savingCases(open);
  concurrencyCases(open);
  queryCases(open);
}

function leaseCases(open: OpenBench): void {
  describe('a transaction', () => {
    it('receives the time and the merchant', async () => {
      const { records, advance } = await open();
      const slip = await issue(records);
      await advance(SECOND);
      const seen = await records.transaction('1001', undefined, async ({ now, merchant }) => ({
        now,
        merchant,
      }));
      const { merchant } = await records.lookUp(slip);
      assert.deepEqual(plain(seen), plain({ now: NOW + SECOND, merchant }));
    });

    it('does not need a stored merchant', async () => {
      const { records } = await open();
      const deposit = depositOf({ merchantId: '1009' });
      const merchant = await records.transaction('1009', undefined, async (tx) => {
        await tx.save({ deposits: [deposit] });
        return tx.merchant ?? 'none';
      });
      assert.equal(merchant, 'none');
      assert.equal((await records.knownFlows('1009', [deposit.flowId])).length, 1);
      assert.equal(await records.transaction('1008', 1, async () => 'ran'), undefined);
    });

    it('runs while its lease holds, and not after that', async () => {
      const { records, advance } = await open();
      await issue(records);
      await advance(5 * SECOND);
      const [{ merchant }] = (await records.claim(PACE, 1, LEASE)) as [ReadingLease];
      const run = (fence: number) => records.transaction('1001', fence, async () => 'ran');
      assert.equal(await run(merchant.fence), 'ran');
      assert.equal(await run(merchant.fence - 1), undefined);
      await advance(LEASE + 1);
      assert.equal(await run(merchant.fence), undefined);
      const [again] = (await records.claim(PACE, 1, LEASE)) as [ReadingLease];
      assert.equal(await run(merchant.fence), undefined);
      assert.equal(await run(again.merchant.fence), 'ran');
      await records.endReading(again.merchant, { cursor: NOW, pause: 0, next: 0 });
      assert.equal(await run(again.merchant.fence), undefined);
    });

    it('changes nothing if it rejects, and passes the reason on', async () => {
      const { records } = await open();
      const slip = await issue(records);
      const deposit = bookedOf(1);
      const cause = new Error('a mistake');
      const row = await rowOf(records);
      const work = async (tx: Transaction): Promise<void> => {
        const payments = [{ ...row, received: 5n }];
        await tx.save({ payments, deposits: [deposit], paidSlips: [slip.id], events: [eventOf('key')] });
        throw cause;
      };
      await assert.rejects(records.transaction('1001', undefined, work), (error) => {
        assert.ok(error instanceof StoreError);
        assert.equal(error.cause, cause);
        return true;
      });
      const { payments, slips } = await records.lookUp(slip);
      assert.deepEqual([payments[0]!.received, slips[0]!.isPaid], [0n, false]);
      assert.deepEqual(await records.knownFlows('1001', [deposit.flowId]), []);
      assert.deepEqual(await records.claimEvents(10, LEASE), []);
    });
  });
}

function savingCases(open: OpenBench): void {
  describe('a transaction that saves', () => {
    it('stores a payment, with every member', async () => {
      const { records } = await open();
      await issue(records);
      const row = await rowOf(records);
      const payment: PaymentRow = {
        ...row,
        grant: { ...grantOf('order-1'), depositAlias: 'it\'s "x" \\u0000 \u{1F4B8}' },
        grantedAt: NOW + 1,
        asked: 9_007_199_254_740_995n,
        received: 9_007_199_254_740_993n,
        count: 2,
        own: true,
        issuedAt: NOW - 3,
        watchedUntil: NOW + 4,
        paidAt: NOW + 5,
        isPaidReported: true,
        after: 1,
        since: NOW + 6,
      };
      await save(records, { payments: [payment] });
      assert.deepEqual(plain(await rowOf(records)), plain({ ...row, ...payment }));
      const { asked: _asked, paidAt: _paidAt, ...wallet } = payment;
      await save(records, { payments: [wallet] });
      const stored = await rowOf(records);
      assert.deepEqual([stored.asked, stored.paidAt], [undefined, undefined]);
    });

    it('stores a payment that had no slip yet', async () => {
      const { records } = await open();
      await issue(records);
      const other = { ...(await rowOf(records)), fiat: 'USD', asked: 5n };
      await save(records, { payments: [other] });
      const { payments } = await records.lookUp({ merchantId: '1001', grantId: 'order-1' });
      assert.deepEqual(
        payments.map(({ fiat, asked }) => [fiat, asked]),
        [
          ['BRL', 10_000n],
          ['USD', 5n],
        ],
      );
    });

    it('stores deposits, with every member, and their changes', async () => {
      const { records } = await open();
      const full: DepositRow = bookedOf(7, {
        flowId: 'flow "1" \\ \u2028 \u{1F4B8}',
        amount: 9_007_199_254_740_993n,
        txId: 'tx\'1"',
        createTime: NOW - 1,
        readAt: NOW + 1,
        content: JSON.stringify(['\0', '\ud800']),
        paymentId: 90,
        returned: 5n,
        returnTime: NOW + 2,
      });
      const states = ['unmatched', 'earlier', 'unreadable', 'pending', 'return', 'unmatched-return'] as const;
      const deposits = [
        full,
        ...states.map((state) => depositOf({ state, fiat: state === 'unreadable' ? '' : 'BRL' })),
      ];
      await save(records, { deposits });
      const flowIds = deposits.map(({ flowId }) => flowId);
      const stored = async () =>
        new Map(plain(await records.knownFlows('1001', flowIds)).map((row) => [row.flowId, row]));
      assert.deepEqual(await stored(), new Map(deposits.map((row) => [row.flowId, row])));
      const changed = { ...full, returned: 9n, returnTime: NOW + 3 };
      await save(records, { deposits: [{ ...full, returned: 8n }, changed] });
      assert.deepEqual((await stored()).get(full.flowId), changed, 'the last one');
    });

    it('stores many deposits at once', async () => {
      const { records } = await open();
      await issue(records);
      const deposits = Array.from({ length: 250 }, (_, at) => bookedOf(at + 1));
      await save(records, { deposits, events: deposits.map(({ id }) => eventOf(id)) });
      assert.equal((await paymentOf(records)).tally.earlier.count, 230);
      assert.equal((await records.claimEvents(1000, LEASE)).length, 250);
    });

    it('marks slips as paid', async () => {
      const { records } = await open();
      const slip = await issue(records);
      const other = await issue(records, { paymentId: 91 });
      await save(records, { paidSlips: [slip.id] });
      const { slips } = await records.lookUp(slip);
      const paid = slips.filter(({ isPaid }) => isPaid);
      assert.deepEqual([idsOf(paid), slips.length], [[slip.id], 2]);
      assert.ok(other);
    });

    it('stores nothing if nothing changes', async () => {
      const { records } = await open();
      assert.equal(
        await records.transaction('1001', undefined, async (tx) => (await tx.save({}), 'done')),
        'done',
      );
    });
  });
}

function concurrencyCases(open: OpenBench): void {
  describe('transactions of one merchant', () => {
    const add = (records: Records, grantId: string) =>
      records.transaction('1001', undefined, async (tx) => {
        const [payment] = await tx.paymentsOf([grantId]);
        const { tally: _, ...row } = payment!;
        await tx.save({ payments: [{ ...row, received: row.received + 1n, count: row.count + 1 }] });
      });

    it('run one after the other', async () => {
      const { records } = await open();
      await issue(records);
      await Promise.all(Array.from({ length: 20 }, () => add(records, 'order-1')));
      const { received, count } = await paymentOf(records);
      assert.deepEqual([received, count], [20n, 20]);
    });

    it('run one after the other without a stored merchant', async () => {
      const { records } = await open();
      const running: string[] = [];
      await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          records.transaction('1009', undefined, async (tx) => {
            running.push(`begin ${at}`);
            await tx.knownFlows(['a']);
            await tx.pendingReturns();
            running.push(`end ${at}`);
          }),
        ),
      );
      for (let at = 0; at < running.length; at += 2)
        assert.equal(running[at]!.replace('begin', 'end'), running[at + 1]);
    });

    it('lose nothing to slips that are stored meanwhile', async () => {
      const { records } = await open();
      await issue(records);
      await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          at % 2 === 0
            ? add(records, 'order-1')
            : issue(records, { paymentId: 100 + at, issuedAt: NOW + at * SECOND, watchedUntil: NOW + at }),
        ),
      );
      const { received, count, since } = await paymentOf(records);
      assert.deepEqual([received, count], [6n, 6]);
      assert.notEqual(since, NOW);
    });
  });
}

function queryCases(open: OpenBench): void {
  describe('a transaction that reads', () => {
    it('finds the slips with a txId, of this merchant', async () => {
      const { records } = await open();
      const slip = await issue(records, { txId: 'tx-1' });
      const same = await issue(records, { txId: 'tx-1', grantId: 'order-2' });
      await issue(records, { txId: 'tx-2', grantId: 'order-3' });
      await issue(records, { txId: 'tx-1', merchantId: '1002' });
      const slips = await read(records, (tx) => tx.slipsOf(['tx-1', 'unknown']));
      assert.deepEqual(idsOf(slips).toSorted(), [slip.id, same.id].toSorted());
      assert.deepEqual(await read(records, (tx) => tx.slipsOf([])), []);
    });

    it('finds the payments of grants, with their deposits', async () => {
      const { records } = await open();
      await issue(records);
      await issue(records, { grantId: 'order-2' });
      await issue(records, { grantId: 'order-3' });
      await issue(records, { merchantId: '1002' });
      await records.close('1001', 'order-2');
      const deposit = bookedOf(1, { createTime: NOW - 9 });
      await save(records, { deposits: [deposit] });
      const payments = await read(records, (tx) => tx.paymentsOf(['order-1', 'order-2', 'unknown']));
      const byGrant = new Map(payments.map((payment) => [payment.grantId, payment]));
      assert.deepEqual([...byGrant.keys()].toSorted(), ['order-1', 'order-2']);
      assert.deepEqual(plain(byGrant.get('order-1')!.tally.deposits), [deposit]);
      assert.deepEqual([byGrant.get('order-1')!.isClosed, byGrant.get('order-2')!.isClosed], [false, true]);
    });

    it('finds the deposits of a wallet since its latest slip', async () => {
      const { records } = await open();
      await issue(records, { amount: undefined });
      const row = await rowOf(records);
      const deposits = [1, 2, 3].map((number) =>
        bookedOf(number, { createTime: NOW + (number === 2 ? -1 : 1) }),
      );
      await save(records, { payments: [{ ...row, count: 3, after: 1, since: NOW }], deposits });
      const [payment] = await read(records, (tx) => tx.paymentsOf(['order-1']));
      assert.deepEqual(
        payment!.tally.deposits.map(({ number }) => number),
        [3],
      );
    });

    it('finds the payments into accounts of the payer, of one currency', async () => {
      const { records } = await open();
      const own = { issued: { own: true } };
      await issue(records, { grantId: 'other' });
      await issue(records, { grantId: 'own', issuedAt: NOW + SECOND }, own);
      await issue(records, { grantId: 'older', issuedAt: NOW }, own);
      await issue(records, { grantId: 'own', fiat: 'USD', amount: 3n }, own);
      await issue(records, { grantId: 'foreign', merchantId: '1002' }, own);
      const payments = await read(records, (tx) => tx.ownPayments('BRL'));
      assert.deepEqual(payments.map(({ grantId }) => grantId).toSorted(), ['older', 'own']);
      assert.ok(payments.every(({ tally }) => tally.earlier.count === 0));
    });

    it('finds the flows that are known', async () => {
      const { records } = await open();
      const deposit = depositOf();
      await save(records, { deposits: [deposit] });
      const known = await read(records, (tx) => tx.knownFlows([deposit.flowId, 'unknown']));
      assert.deepEqual(plain(known), [deposit]);
    });
  });
}
