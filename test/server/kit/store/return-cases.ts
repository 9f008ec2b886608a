import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookFlows, settleReturns } from '../../../../src/server/kit/payments/booking.js';
import type { ReadFlow } from '../../../../src/server/kit/payments/flows.js';
import type { DepositRow } from '../../../../src/server/kit/store/rows.js';
import type { Records, ReturnQuery } from '../../../../src/server/kit/store/store.js';
import { bookedOf, depositOf, issue, NOW, paymentOf, plain, save, type OpenBench } from './fixtures.js';

/** More than a store would send at once, or than one transaction books. */
const MANY = 260;
const QUERY: ReturnQuery = { fiat: 'BRL', txId: 'tx', amount: 5_000n, time: NOW, except: [] };

/** The deposit that a return takes back, if there is one. */
async function returnable(records: Records, query: Partial<ReturnQuery> = {}) {
  const find = { ...QUERY, ...query };
  const found = await records.transaction('1001', undefined, async (tx) => [await tx.returnable(find)]);
  return found![0];
}

/** Requests the deposits one after the other, as if each were taken back. */
async function allReturnable(records: Records, query: Partial<ReturnQuery> = {}) {
  const found: DepositRow[] = [];
  for (;;) {
    const next = await returnable(records, { ...query, except: found.map(({ flowId }) => flowId) });
    if (!next) return plain(found);
    found.push(next);
  }
}

function flowOf(id: number, amount: bigint, members: Partial<ReadFlow> = {}): ReadFlow {
  const flow = {
    flowId: String(id),
    fiat: 'BRL',
    amount,
    createTime: NOW + id,
    txId: 'tx',
    content: `${id}`,
  };
  return { kind: 'deposit', ...flow, ...members };
}

/** Books flows in one reading, and then their returns. */
async function book(records: Records, flows: readonly ReadFlow[]): Promise<void> {
  await records.transaction('1001', undefined, (tx) => bookFlows(tx, '1001', flows));
  assert.equal(await settleReturns(records, '1001', undefined), true);
}

/** The flow ids of the deposits that were taken back, with the amounts. */
async function returnedOf(records: Records, flows: readonly ReadFlow[]) {
  const ids = flows.map(({ flowId }) => flowId);
  const rows = await records.knownFlows('1001', ids);
  return new Map(rows.filter(({ returned }) => returned > 0n).map((row) => [row.flowId, row.returned]));
}

export function returnCases(open: OpenBench): void {
  describe('a return', () => {
    it('is pending until its deposit is found', async () => {
      const { records } = await open();
      const pending = depositOf({ state: 'pending' });
      const booked = depositOf({ state: 'return' });
      const foreign = depositOf({ state: 'pending', merchantId: '1002' });
      await save(records, { deposits: [pending, booked] });
      await save(records, { deposits: [foreign] }, '1002');
      const found = await records.transaction('1001', undefined, (tx) => tx.pendingReturns());
      assert.deepEqual(plain(found), [pending]);
    });

    it('takes back a deposit of its txId with enough left, preferably with exactly this amount', async () => {
      const { records } = await open();
      const exact = depositOf({ txId: 'tx', amount: 7_000n, returned: 2_000n, createTime: NOW - 2 });
      const [one, two] = [
        depositOf({ txId: 'tx', createTime: NOW - 1 }),
        bookedOf(1, { txId: 'tx', amount: 5_001n, createTime: NOW }),
      ];
      const others = [
        depositOf({ txId: 'tx', amount: 4_999n }),
        depositOf({ txId: 'tx', returned: 5_001n }),
        depositOf({ txId: 'tx', createTime: NOW + 1 }),
        depositOf({ amount: 5_000n }),
        depositOf({ amount: 5_000n, txId: 'other' }),
      ];
      await save(records, { deposits: [one, exact, two, ...others] });
      assert.deepEqual(await allReturnable(records), [exact, two, one]);
      assert.equal(await returnable(records, { fiat: 'USD' }), undefined);
    });

    it('without a txId takes back a deposit in full, the latest one', async () => {
      const { records } = await open();
      const fitting = [
        depositOf({ createTime: NOW, txId: 'tx' }),
        bookedOf(1, { createTime: NOW - 1 }),
        depositOf({ createTime: NOW - 2, state: 'earlier' }),
      ];
      const others = [
        depositOf({ amount: 10_001n }),
        depositOf({ createTime: NOW + 1 }),
        depositOf({ returned: 1n }),
        depositOf({ amount: 10_001n, returned: 1n }),
        depositOf({ fiat: 'USD' }),
        ...(['unreadable', 'pending', 'return', 'unmatched-return'] as const).map((state) =>
          depositOf({ state }),
        ),
      ];
      await save(records, { deposits: [...others, ...fitting.toReversed()] });
      await save(records, { deposits: [depositOf({ merchantId: '1002' })] }, '1002');
      assert.deepEqual(await allReturnable(records, { txId: undefined, amount: 10_000n }), fitting);
    });

    it('takes back, of deposits with the same time, the one with the highest id', async () => {
      const { records } = await open();
      const ids = ['100', 'b', '20', 'B', '9', '99'];
      const deposits = ids.map((flowId) => depositOf({ flowId, txId: 'tx', amount: 5_000n }));
      await save(records, { deposits });
      for (const txId of ['tx', undefined])
        assert.deepEqual(
          (await allReturnable(records, { txId })).map(({ flowId }) => flowId),
          ['100', '99', '20', 'b', 'B', '9'],
        );
    });

    it('finds its deposit behind any number of later ones with the same code', async () => {
      for (const later of [100n, 7_000n]) {
        const { records } = await open();
        await issue(records, { txId: 'tx' });
        const small = Array.from({ length: MANY }, (_, at) => flowOf(at + 2, later));
        const flows = [flowOf(1, 5_000n), ...small, flowOf(500, 5_000n, { kind: 'return' })];
        await book(records, flows);
        assert.deepEqual(await returnedOf(records, flows), new Map([['1', 5_000n]]));
        assert.equal((await paymentOf(records)).received, BigInt(MANY) * later);
      }
    });

    it('may be one of any number that take back equal deposits in one reading', async () => {
      const { records } = await open();
      await issue(records, { txId: 'tx' });
      const deposits = Array.from({ length: MANY }, (_, at) => flowOf(at + 1, 700n));
      const returns = deposits.map((_, at) => flowOf(at + 500, 700n, { kind: 'return' }));
      await book(records, [...deposits, ...returns]);
      assert.equal((await returnedOf(records, deposits)).size, MANY);
      assert.equal((await paymentOf(records)).received, 0n);
    });

    it('takes into account what those before it in the same reading took back', async () => {
      const { records } = await open();
      await issue(records, { txId: 'tx' });
      const amounts = [300n, 500n, 200n, 200n];
      const returns = amounts.map((amount, at) => flowOf(at + 10, amount, { kind: 'return' }));
      const flows = [flowOf(1, 500n), flowOf(2, 1_000n), ...returns];
      await book(records, flows);
      assert.deepEqual(
        await returnedOf(records, flows),
        new Map([
          ['1', 500n],
          ['2', 700n],
        ]),
      );
    });
  });

  describe('an unmatched deposit', () => {
    it('lists its candidates in the same order in every store', async () => {
      const { records } = await open();
      for (const [grantId, fiat] of [
        ['order-2', 'MXN'],
        ['order-2', 'BRL'],
        ['order-1', 'BRL'],
      ] as const)
        await issue(records, { grantId, fiat, txId: 'tx' });
      await book(records, [flowOf(1, 5_000n)]);
      const [event] = await records.claimEvents(1, 1);
      const { candidates } = event!.payload as { candidates: readonly object[] };
      assert.deepEqual(
        candidates.map((each) => {
          const { grant, payment } = each as { grant: { id: string }; payment: { fiat: string } };
          return `${grant.id} ${payment.fiat}`;
        }),
        ['order-1 BRL', 'order-2 BRL', 'order-2 MXN'],
      );
    });
  });
}
