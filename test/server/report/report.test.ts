/** A report of a period that closes: its content, and the flows that it covers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReportRow } from 'deposit-slip/report';
import { FLOW_TYPES } from '../../../src/contract/flows.js';
import { HOUR, later, MINUTE, NOW, SECOND, useClock } from '../clock.js';
import { ORDER, OWN } from '../kit/payments/bench.js';
import { books, PERIOD } from './bank.js';

/** Long enough for the hour to have been read. */
const READ = HOUR + 10 * MINUTE;

describe('a report', () => {
  useClock({ timers: true });

  it('has the balances, and the sum of each type of flow, in the order of the specification', async () => {
    const { bank, report, open, tick } = books();
    const { txId } = await open();
    bank.book('TRANSFER_IN', '1000.00', { createTime: NOW - 1 });
    for (const [at, type] of [...FLOW_TYPES, 'NEW_TYPE'].entries()) {
      later(SECOND);
      bank.book(type, at % 2 === 0 ? '10.05' : '-3.10', { ...(type === 'DEPOSIT' && { txId }) });
    }
    bank.book('DEPOSIT', '-0.50', { category: 'FEE' });
    await tick(READ);
    const { opening, closing, totals, accounts, closes, count, findings } = await report();
    assert.deepEqual([opening, closing, closes, count, findings], ['1000.00', '1034.25', true, 11, []]);
    assert.deepEqual(accounts, [{ settingsId: '71', opening, closing, count: 11 }]);
    const lines = totals.map(
      ({ flowType, category, count: of, sum }) => `${flowType} ${category} ${of} ${sum}`,
    );
    assert.deepEqual(lines, [
      'BUY_CRYPTO TRANSFER 1 10.05',
      'BUY_CRYPTO_ROLLBACK TRANSFER 1 -3.10',
      'REFUND TRANSFER 1 10.05',
      'REFUND_ROLLBACK TRANSFER 1 -3.10',
      'DEPOSIT FEE 1 -0.50',
      'DEPOSIT TRANSFER 1 10.05',
      'WITHDRAW TRANSFER 1 -3.10',
      'WITHDRAW_ROLLBACK TRANSFER 1 10.05',
      'TRANSFER_IN TRANSFER 1 -3.10',
      'TRANSFER_OUT TRANSFER 1 10.05',
      'NEW_TYPE TRANSFER 1 -3.10',
    ]);
  });

  it('shows each deposit and return with the current state of its payment', async () => {
    const grant = { ...ORDER, reference: 'A-17' };
    const { bank, report, open, tick } = books({ grants: [grant] });
    const { txId } = await open();
    later(SECOND);
    bank.book('DEPOSIT', '4.00', { txId });
    bank.book('DEPOSIT', '8.00', { txId });
    bank.book('DEPOSIT', '1.50');
    bank.book('DEPOSIT', '-4.00', { txId });
    bank.book('WITHDRAW', '-2.00');
    await tick(READ);
    const rows: ReportRow[] = [];
    const { closes, unmatched } = await report({ onRow: (row) => rows.push(row) });
    assert.equal(closes, true);
    const deposits = rows.map(({ changed, deposit }) => {
      if (!deposit) return changed;
      const { state, grantId = '-', reference = '-', paymentId = '-', returned = '-', payment } = deposit;
      return [changed, state, grantId, reference, paymentId, returned, payment?.status ?? '-'].join(' ');
    });
    assert.deepEqual(deposits, [
      '4.00 booked order-1 A-17 92 4.00 part',
      '8.00 booked order-1 A-17 92 - part',
      '1.50 unmatched - - - - -',
      '-4.00 return - - - - -',
      '-2.00',
    ]);
    assert.deepEqual(rows[0]!.deposit!.payment, { status: 'part', asked: '10.00', received: '8.00' });
    assert.equal(rows[3]!.deposit!.amount, '-4.00');
    assert.deepEqual(
      unmatched.map(({ flowId }) => flowId),
      ['3'],
    );
  });

  it('keeps the members of a flow as the API sent them', async () => {
    const { bank, report, tick } = books();
    const flow = { txId: '12345678901234567890', extId: 'W-1', category: 'TRADE', createTime: NOW + 5 };
    bank.book('WITHDRAW', '-7.00', flow);
    await tick(READ);
    const rows: ReportRow[] = [];
    await report({ onRow: (row) => rows.push(row) });
    const amounts = { changed: '-7.00', total: '-7.00', settingsId: '71', flowType: 'WITHDRAW' };
    assert.deepEqual(rows, [{ ...flow, ...amounts, flowId: '1', findings: [] }]);
  });

  it('covers one merchant, currency and period, whichever filter the API ignores', async () => {
    const { bank, report, tick } = books();
    bank.book('WITHDRAW', '-1.00', { createTime: NOW - 1 });
    bank.book('WITHDRAW', '-2.00', { createTime: NOW });
    bank.book('WITHDRAW', '-4.00', { createTime: NOW + HOUR - 1 });
    bank.book('WITHDRAW', '-8.00', { createTime: NOW + HOUR });
    const others = [
      bank.book('WITHDRAW', '-1.00', { fiat: 'MXN' }),
      bank.book('WITHDRAW', '-1.00', { settingsId: 99, merchantId: 7002 }),
    ];
    await tick(READ);
    for (const more of [[], [...others, ...bank.flows.slice(0, 4)]]) {
      bank.alter = (flows) => [...new Set([...flows, ...more])];
      const { opening, closing, count, closes } = await report();
      assert.deepEqual([opening, closing, count, closes], ['-1.00', '-7.00', 2, true]);
    }
  });

  it('chains flows of the same time by id, or else in an order that chains', async () => {
    const { bank, report, tick } = books();
    for (const changed of ['5.00', '-5.00', '3.00', '-1.00', '5.00', '-2.00', '2.00', '-2.00'])
      bank.book('TRANSFER_IN', changed, { createTime: NOW + 1 });
    bank.book('TRANSFER_IN', '1.00', { createTime: NOW + 2 });
    await tick(READ);
    const ids = [8, 3, 6, 1, 5, 2, 7, 4];
    bank.alter = (flows) => flows.map((flow) => ({ ...flow, id: ids[flow.id - 1] ?? flow.id }));
    const { opening, closing, closes } = await report();
    assert.deepEqual([opening, closing, closes], ['0.00', '6.00', true]);
  });

  it('chains each account separately, and adds up their balances', async () => {
    const { bank, report, tick } = books();
    for (const settingsId of [71, 8, 71, 8]) bank.book('TRANSFER_IN', '1.10', { settingsId });
    await tick(READ);
    const { opening, closing, accounts, closes } = await report();
    assert.deepEqual([opening, closing, closes], ['0.00', '4.40', true]);
    assert.deepEqual(accounts, [
      { settingsId: '71', opening: '0.00', closing: '2.20', count: 2 },
      { settingsId: '8', opening: '0.00', closing: '2.20', count: 2 },
    ]);
  });

  it('has no balances without flows', async () => {
    const { report, tick } = books();
    await tick(READ);
    const { from, to } = PERIOD;
    assert.deepEqual(await report({ merchantId: 7001n, from: new Date(from), to: new Date(to) }), {
      ...{ merchantId: '7001', fiat: 'BRL', from, to, closes: true, count: 0 },
      ...{ accounts: [], totals: [], unmatched: [], findings: [], unreadable: [] },
    });
  });

  it('expects no deposit in the store that is older than the first slip', async () => {
    const { bank, report, open, tick } = books();
    bank.book('DEPOSIT', '4.00', { createTime: NOW + MINUTE });
    later(10 * MINUTE);
    await open();
    await tick(READ);
    assert.equal((await report()).closes, true);
  });

  it('expects all of them for an account of the payer’s own, whose history is read', async () => {
    const { bank, report, open, tick } = books({ grants: [OWN] });
    bank.book('DEPOSIT', '4.00', { fiat: 'MXN', createTime: NOW + MINUTE });
    later(10 * MINUTE);
    await open();
    await tick(READ);
    const rows: ReportRow[] = [];
    const { closes } = await report({ fiat: 'MXN', onRow: (row) => rows.push(row) });
    assert.deepEqual([closes, rows[0]!.deposit?.state], [true, 'earlier']);
  });

  it('reads many pages, with a tenth of the rate of the kit', async () => {
    const { api, bank, report, tick } = books();
    for (let at = 0; at < 1_000; at += 1) bank.book('TRANSFER_IN', '0.01', { createTime: NOW + at });
    await tick(READ);
    for (const [rate, seconds] of [
      [10, 4],
      [2, 20],
    ] as const) {
      const before = api.flows().length;
      const start = Date.now();
      const { closing, count } = await report({}, { rate });
      assert.deepEqual([closing, count], ['10.00', 1_000]);
      const passed = (Date.now() - start) / SECOND;
      assert.equal(api.flows().length - before, 5);
      assert.ok(Math.abs(passed - seconds) <= 1, `${passed} seconds at ${rate}`);
    }
  });

  it('waits for the callback of each row, and ends if it fails', async () => {
    const { bank, report, tick } = books();
    for (let at = 0; at < 3; at += 1) bank.book('TRANSFER_IN', '1.00', { createTime: NOW + at });
    await tick(READ);
    const seen: string[] = [];
    const onRow = async ({ flowId }: ReportRow): Promise<void> => {
      seen.push(`begin ${flowId}`);
      await Promise.resolve();
      if (flowId === '2') throw new Error('The disk is full.');
      seen.push(`end ${flowId}`);
    };
    await assert.rejects(report({ onRow }), /The disk is full/);
    assert.deepEqual(seen, ['begin 1', 'end 1', 'begin 2']);
  });
});
