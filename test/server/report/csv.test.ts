import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReportRow } from 'deposit-slip/report';
import { CSV_HEADER, csvFinding, csvLine } from '../../../src/server/report/csv.js';

const ROW: ReportRow = {
  ...{ flowId: '1', settingsId: '71', createTime: 1_700_000_000_000, category: 'TRADE', flowType: 'REFUND' },
  ...{ changed: '-5.00', total: '-5.00', findings: [] },
};

/** The cell of a column, as it stands in the file. */
function cell(name: string, members: object): string | undefined {
  const line = csvLine({ ...ROW, ...members });
  assert.ok(line.endsWith('\r\n'));
  const cells = line.slice(0, -2).match(/"(?:[^"]|"")*"|[^,]+|(?<=,|^)(?=,|$)/g) ?? [];
  return cells[CSV_HEADER.trim().split(',').indexOf(name)];
}

describe('a cell of the CSV of a report', () => {
  it('is not a formula, whatever its text begins with', () => {
    for (const text of ['=1+1', '+1+1', '-1+1', '@SUM(A1)', ' =1', '＝1', '-cmd', '=HYPERLINK("x")']) {
      const found = cell('ext_id', { extId: text });
      assert.equal(found, `"'${text.replaceAll('"', '""')}"`);
    }
    // Tabs and line ends are not part of a text.
    assert.equal(cell('ext_id', { extId: '\t=1\r\n@2' }), `"?=1??@2"`);
  });

  it('leaves amounts, ids and times as they are', () => {
    assert.equal(cell('changed', {}), '-5.00');
    assert.equal(cell('tx_id', { txId: '12345678901234567890' }), '12345678901234567890');
    assert.equal(cell('time', {}), '2023-11-14T22:13:20.000Z');
    assert.equal(cell('flow_type', { flowType: 'BUY_CRYPTO' }), 'BUY_CRYPTO');
  });

  it('keeps separators and quotes within its text', () => {
    const text = 'a,b;c"d';
    assert.equal(cell('ext_id', { extId: text }), '"a,b;c""d"');
  });

  it('has no character that controls a terminal or reorders text', () => {
    assert.equal(cell('ext_id', { extId: 'a\u001b[31mb\u202ec\u2028d' }), '"a?[31mb?c?d"');
  });
});

describe('a line of the CSV of a report', () => {
  it('is written for each finding that is not a flow of the API, and for no other finding', () => {
    const deposit = {
      id: 'd',
      flowId: '9',
      state: 'booked',
      amount: '1.00',
      createTime: 0,
      txId: '4',
    } as const;
    const hidden = csvFinding({ code: 'not-at-api', deposit });
    assert.equal(hidden, '1970-01-01T00:00:00.000Z,,9,,,1.00,,4,,booked,,,,,,,,not-at-api\r\n');
    const unreadable = csvFinding({ code: 'unreadable', record: { problem: 'total', flowId: '8' } });
    assert.equal(unreadable, ',,8,,,,,,,,,,,,,,,"unreadable total"\r\n');
    assert.equal(csvFinding({ code: 'unreadable', record: { problem: 'deposit', flowId: '8' } }), '');
    assert.equal(csvFinding({ code: 'not-in-store', row: ROW }), '');
  });
});
