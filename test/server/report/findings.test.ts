/** Findings that keep a period from closing: each is named, and the report is still produced. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report, ReportFinding, ReportRow, UnreadableRecord } from 'deposit-slip/report';
import { HOUR, later, MINUTE, NOW, SECOND, useClock } from '../clock.js';
import { books } from './bank.js';
import { damaged } from './damaged.js';

const READ = HOUR + 10 * MINUTE;

/**
 * An hour with one flow a second: a deposit of 10.00, a claim of 2.00 and a transfer of 1.00, three times.
 */
async function hour(alter: (bank: ReturnType<typeof books>['bank']) => void = () => undefined) {
  const all = books();
  const { bank, open, tick } = all;
  const from = Date.now();
  await open();
  for (let at = 0; at < 3; at += 1) {
    later(SECOND);
    bank.book('DEPOSIT', '10.00');
    later(SECOND);
    bank.book('WITHDRAW', '-2.00');
    later(SECOND);
    bank.book('TRANSFER_IN', '1.00');
  }
  await tick(READ);
  alter(bank);
  const report: typeof all.report = (query, changes) =>
    all.report({ from, to: from + HOUR, ...query }, changes);
  return { ...all, report };
}

/** One line for each finding. */
function linesOf({ findings }: Report): readonly string[] {
  return findings.map((finding: ReportFinding) => {
    if (finding.code === 'broken-chain')
      return `${finding.before.flowId} ${finding.difference} ${finding.after.flowId}`;
    if (finding.code === 'unreadable') return `unreadable ${finding.record.problem}`;
    return `${finding.code} ${'row' in finding ? finding.row.flowId : finding.deposit.flowId}`;
  });
}

describe('a report', () => {
  useClock({ timers: true });

  it('names a deposit that is not in the store, also in its row', async () => {
    const { report, settings } = await hour();
    const rows: ReportRow[] = [];
    const store = damaged((row) => (row.flowId === '4' ? undefined : row), settings.store);
    const result = await report({ onRow: (row) => rows.push(row) }, { store });
    assert.deepEqual([result.closes, linesOf(result)], [false, ['not-in-store 4']]);
    const [found] = result.findings;
    assert.ok(found?.code === 'not-in-store');
    assert.deepEqual([found.row.changed, found.row.deposit], ['10.00', undefined]);
    assert.deepEqual(
      rows.filter(({ findings }) => findings.length > 0),
      [found.row],
    );
    assert.deepEqual([result.opening, result.closing], ['0.00', '27.00']);
  });

  it('names a deposit that the API omits, between its neighbors and with the difference between them', async () => {
    const { report } = await hour((bank) => bank.hide(4));
    const result = await report();
    assert.deepEqual(linesOf(result), ['not-at-api 4', '3 10.00 5']);
    const [hidden, broken] = result.findings;
    assert.ok(hidden?.code === 'not-at-api' && broken?.code === 'broken-chain');
    assert.deepEqual([hidden.deposit.state, hidden.deposit.amount], ['unmatched', '10.00']);
    assert.equal(broken.settingsId, '71');
    assert.deepEqual(
      [broken.before.total, broken.after.total, broken.after.changed],
      ['9.00', '17.00', '-2.00'],
    );
    assert.deepEqual(broken.after.findings, ['broken-chain']);
    assert.deepEqual(result.totals.find(({ flowType }) => flowType === 'DEPOSIT')?.sum, '20.00');
  });

  it('shows other missing flows by their neighbors and the difference between them', async () => {
    const { report } = await hour((bank) => [2, 3, 8].forEach((id) => bank.hide(id)));
    assert.deepEqual(linesOf(await report()), ['1 -1.00 4', '7 -2.00 9']);
  });

  it('names a deposit that is missing at one end of the period, where no chain breaks', async () => {
    const { report } = await hour((bank) => bank.hide(1));
    const result = await report();
    assert.deepEqual([linesOf(result), result.opening], [['not-at-api 1'], '10.00']);
  });

  it('names a deposit that differs from the stored one', async () => {
    for (const change of [{ changed: '11.00' }, { txId: 5 }, { createTime: 1 }]) {
      const { report } = await hour((bank) => {
        const { createTime } = bank.flows[6]!;
        bank.change(7, { ...change, createTime: createTime + (change.createTime ?? 0) });
      });
      const result = await report();
      assert.ok(linesOf(result).includes('differs 7'), JSON.stringify([change, linesOf(result)]));
      const found = result.findings.find(({ code }) => code === 'differs');
      assert.ok(found?.code === 'differs');
      assert.deepEqual([found.deposit.amount, found.row.findings.includes('differs')], ['10.00', true]);
    }
  });

  it('finds differences even if the store has the deposit in another period or currency', async () => {
    const { report, settings } = await hour();
    const moved = damaged((row, name) => {
      if (row.flowId !== '4') return row;
      return name === 'listPeriod' ? undefined : { ...row, fiat: 'MXN', content: '[]' };
    }, settings.store);
    assert.deepEqual(linesOf(await report({}, { store: moved })), ['differs 4']);
  });

  it('finds a deposit that the API shows as another type', async () => {
    const { report } = await hour((bank) => bank.change(4, { flowType: 'REFUND' }));
    assert.deepEqual(linesOf(await report()), ['differs 4']);
  });

  it('lists unreadable records, each as a finding', async () => {
    const cases: readonly (readonly [Record<string, unknown>, UnreadableRecord['problem'], ...string[]])[] = [
      [{ id: null }, 'id', '4 -2.00 6'],
      [{ settingsId: {} }, 'settingsId', '4 -2.00 6'],
      [{ flowType: '' }, 'flowType', '4 -2.00 6'],
      [{ fiat: 'reais' }, 'fiat', '4 -2.00 6'],
      [{ changed: '2,00' }, 'changed', '4 -2.00 6'],
      [{ changed: '-2.001' }, 'changed', '4 -2.00 6'],
      [{ total: null }, 'total', '4 -2.00 6'],
      [{ createTime: 'today' }, 'createTime', '4 -2.00 6'],
    ];
    for (const [change, problem, ...others] of cases) {
      const { report } = await hour((bank) => bank.change(5, change));
      const result = await report();
      assert.deepEqual(linesOf(result).toSorted(), [`unreadable ${problem}`, ...others].toSorted());
      assert.deepEqual(
        result.unreadable.map((record) => record.problem),
        [problem],
      );
      assert.equal(result.closes, false);
    }
  });

  it('lists a deposit that cannot be booked, in its place in the chain', async () => {
    const { report } = await hour((bank) => bank.change(4, { txId: 'a b' }));
    const result = await report();
    assert.deepEqual([linesOf(result), result.closing], [['unreadable deposit'], '27.00']);
    assert.deepEqual(result.unreadable, [
      {
        ...{ problem: 'deposit', flowId: '4', settingsId: '71', flowType: 'DEPOSIT' },
        ...{ createTime: NOW + 4 * SECOND, changed: '10.00', total: '19.00', txId: 'a b' },
      },
    ]);
  });

  it('lists a record that repeats the id of another, and no record twice', async () => {
    const { report } = await hour((bank) => {
      const [flow] = bank.flows;
      bank.alter = (flows) => [...flows, flow!, { ...flow!, changed: '9.00' }];
    });
    const result = await report();
    assert.deepEqual([linesOf(result), result.count, result.closing], [['unreadable id'], 9, '27.00']);
  });
});
