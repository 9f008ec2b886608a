/** What belongs to one merchant, or to one reading, and must not reach another: these run in every store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookFlows, settleReturns } from '../../../../src/server/kit/payments/booking.js';
import type { ReadFlow } from '../../../../src/server/kit/payments/flows.js';
import type { ReadingLease, Records, Transaction } from '../../../../src/server/kit/store/store.js';
import {
  bookedOf,
  claim,
  DAY,
  depositOf,
  eventOf,
  idsOf,
  issue,
  LEASE,
  MINUTE,
  merchantOf,
  NOW,
  OK,
  PACE,
  paymentOf,
  plain,
  save,
  SECOND,
  wait,
  watch,
  type OpenBench,
} from './fixtures.js';

export function isolationCases(open: OpenBench): void {
  sameFlowCases(open);
  staleFenceCases(open);
  pauseCases(open);
}

const MERCHANTS = ['1001', '1002'] as const;

/** The flow of one merchant: all have the same id and the same number of a slip. */
function flowOf(merchantId: string, members: Partial<ReadFlow> = {}): ReadFlow {
  const flow = {
    flowId: '7',
    fiat: 'BRL',
    amount: 10_000n,
    createTime: NOW,
    txId: 'tx',
    content: merchantId,
  };
  return { kind: 'deposit', ...flow, ...members };
}

function book(records: Records, merchantId: string, flow: ReadFlow) {
  return records.transaction(merchantId, undefined, (tx) => bookFlows(tx, merchantId, [flow]));
}

/** The result of reading in a transaction of a merchant. */
async function read<Result>(
  records: Records,
  merchantId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return (await records.transaction(merchantId, undefined, work))!;
}

function sameFlowCases(open: OpenBench): void {
  describe('two merchants with a flow of the same id', () => {
    it('both have their deposit booked, each in the payment of its own payer', async () => {
      const { records } = await open();
      for (const merchantId of MERCHANTS) await issue(records, { merchantId, txId: 'tx' });
      for (const merchantId of MERCHANTS) {
        const booked = await book(records, merchantId, flowOf(merchantId));
        assert.equal(booked!.count, 1, merchantId);
      }
      for (const merchantId of MERCHANTS) {
        const { received, count, tally } = await paymentOf(records, 'order-1', merchantId);
        assert.deepEqual([received, count, tally.deposits.length], [10_000n, 1, 1], merchantId);
        const known = [
          await records.knownFlows(merchantId, ['7']),
          await read(records, merchantId, (tx) => tx.knownFlows(['7'])),
        ];
        for (const rows of known)
          assert.deepEqual(
            rows.map((row) => [row.merchantId, row.content]),
            [[merchantId, merchantId]],
          );
      }
    });

    it('change their own deposit only', async () => {
      const { records } = await open();
      const [one, two] = MERCHANTS.map((merchantId) => depositOf({ merchantId, flowId: '7' })) as [
        ReturnType<typeof depositOf>,
        ReturnType<typeof depositOf>,
      ];
      await save(records, { deposits: [one] }, '1001');
      await save(records, { deposits: [two] }, '1002');
      const changed = { ...two, state: 'unmatched-return' as const };
      await save(records, { deposits: [changed] }, '1002');
      assert.deepEqual(plain(await records.knownFlows('1001', ['7'])), [one]);
      assert.deepEqual(plain(await records.knownFlows('1002', ['7'])), [changed]);
    });

    it('have their deposit taken back by their own return', async () => {
      const { records } = await open();
      for (const txId of ['tx', undefined]) {
        const id = txId ?? 'none';
        for (const merchantId of MERCHANTS)
          await book(records, merchantId, flowOf(merchantId, { flowId: id, txId }));
        const back = { kind: 'return', flowId: `back-${id}`, txId, createTime: NOW + 1 } as const;
        await book(records, '1002', flowOf('1002', back));
        assert.deepEqual(await read(records, '1001', (tx) => tx.pendingReturns()), []);
        for (const merchantId of MERCHANTS)
          assert.equal(await settleReturns(records, merchantId, undefined), true);
        const returned = async (merchantId: string) =>
          (await records.knownFlows(merchantId, [id])).map((row) => row.returned);
        assert.deepEqual([await returned('1001'), await returned('1002')], [[0n], [10_000n]], id);
      }
    });

    it('list their own deposit, with the sums of their own payment', async () => {
      const { records } = await open();
      for (const merchantId of MERCHANTS) {
        await issue(records, { merchantId, amount: BigInt(merchantId) });
        const deposit = bookedOf(1, { merchantId, flowId: '7', id: `id-${merchantId}` });
        await save(records, { deposits: [deposit] }, merchantId);
      }
      for (const merchantId of MERCHANTS) {
        const payer = { merchantId, grantId: 'order-1', isOwn: true, fiats: ['BRL'], from: 0, limit: 9 };
        const period = { merchantId, fiat: 'BRL', from: NOW, to: NOW + DAY, limit: 9 };
        for (const rows of [await records.listDeposits(payer), await records.listPeriod(period)])
          assert.deepEqual(
            rows.map(({ id, asked }) => [id, asked]),
            [[`id-${merchantId}`, BigInt(merchantId)]],
          );
      }
    });

    it('have separate queues of events: one hook that fails does not delay the other', async () => {
      const { records } = await open();
      await watch(records, ...MERCHANTS);
      for (const merchantId of MERCHANTS) await book(records, merchantId, flowOf(merchantId));
      const events = await records.claimEvents(9, LEASE);
      const told = events.map(({ name, payload }) => [name, (payload as { merchantId: string }).merchantId]);
      assert.deepEqual(
        told,
        MERCHANTS.map((merchantId) => ['unmatched', merchantId]),
      );
    });

    it('keep their deposit or not, whatever the other one keeps', async () => {
      const { records, advance, now } = await open();
      await issue(records);
      const deposits = MERCHANTS.map((merchantId) => bookedOf(1, { merchantId, flowId: '7' }));
      for (const deposit of deposits) await save(records, { deposits: [deposit] }, deposit.merchantId);
      await save(records, { events: [eventOf(JSON.stringify(['1001', 'order-1', 'BRL']))] });
      await advance(200 * DAY);
      await records.purge({ answers: now(), rows: now() - 90 * DAY });
      assert.deepEqual(idsOf(await records.knownFlows('1001', ['7'])), [deposits[0]!.id]);
      assert.deepEqual(await records.knownFlows('1002', ['7']), []);
    });
  });
}

function staleFenceCases(open: OpenBench): void {
  /** A reading whose lease is over, and the one that has the lease instead. */
  async function overtaken(open: OpenBench) {
    const bench = await open();
    await watch(bench.records, '1001');
    await bench.advance(5 * SECOND);
    const [stale] = (await claim(bench.records)) as [ReadingLease];
    await bench.advance(LEASE);
    const [current] = (await claim(bench.records)) as [ReadingLease];
    assert.equal(current.merchant.fence, stale.merchant.fence + 1);
    return { ...bench, stale: stale.merchant, current: current.merchant };
  }

  describe('a stale fence', () => {
    it('takes no turn, and neither holds nor ends the lease of the current one', async () => {
      const { records, advance, stale, current } = await overtaken(open);
      await advance(SECOND);
      const before = await merchantOf(records);
      assert.ok(before.leaseUntil > NOW + 6 * SECOND + LEASE);
      assert.equal(await records.takeTurn(stale, PACE, 9 * LEASE), undefined);
      assert.deepEqual(await merchantOf(records), before);
      assert.equal(await records.firstTurn(stale, PACE, 9 * LEASE), undefined);
      assert.deepEqual(await merchantOf(records), before);
      // A token without a turn gives the lease back, but only its own.
      await records.failToken('token', MINUTE);
      assert.equal(await records.firstTurn(stale, PACE, LEASE), undefined);
      assert.deepEqual(await merchantOf(records), before);
      await records.endReading(stale, OK);
      await records.endReading(stale, { failure: 'timeout', pause: MINUTE, next: MINUTE });
      assert.deepEqual(await merchantOf(records), before);
      assert.deepEqual(await claim(records), [], 'the current one still reads');
      await records.endReading(current, OK);
      assert.equal((await merchantOf(records)).leaseUntil, 0);
    });

    it('runs no transaction, and saves nothing', async () => {
      const { records, stale, current } = await overtaken(open);
      const run = ({ fence }: typeof stale) =>
        records.transaction('1001', fence, async (tx) => {
          await tx.save({ deposits: [depositOf({ flowId: `${fence}` })] });
          return 'ran';
        });
      assert.equal(await run(stale), undefined);
      assert.equal(await run(current), 'ran');
      const known = await records.knownFlows('1001', [`${stale.fence}`, `${current.fence}`]);
      assert.deepEqual(
        known.map(({ flowId }) => flowId),
        [`${current.fence}`],
      );
    });

    it('of another merchant with the same number ends nothing', async () => {
      const { records, advance } = await open();
      await watch(records, ...MERCHANTS);
      await advance(5 * SECOND);
      const claims = await claim(records);
      const [one, two] = claims.map(({ merchant }) => merchant) as [
        ReadingLease['merchant'],
        ReadingLease['merchant'],
      ];
      assert.equal(one.fence, two.fence);
      await records.endReading(one, OK);
      assert.equal((await merchantOf(records, two.merchantId)).leaseUntil, two.leaseUntil);
    });
  });
}

function pauseCases(open: OpenBench): void {
  describe('a paused merchant', () => {
    it('is not read before the end of its pause, whoever waits', async () => {
      const { records, advance } = await open();
      await watch(records, '1001');
      await advance(5 * SECOND);
      const [{ merchant }] = (await claim(records)) as [ReadingLease];
      await records.endReading(merchant, { failure: 'server', pause: MINUTE, next: 0 });
      await advance(50 * SECOND);
      await wait(records, '1001');
      assert.equal(await records.nextDue(PACE), 10 * SECOND);
      assert.deepEqual(await claim(records), []);
      await advance(10 * SECOND - 1);
      assert.deepEqual(await claim(records), []);
      await advance(1);
      assert.equal((await claim(records)).length, 1);
    });
  });
}
