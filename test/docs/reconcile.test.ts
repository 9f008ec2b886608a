/**
 * The guide to reconciliation: a report of the day that it shows prints its output, and its code makes such a
 * report.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it, mock } from 'node:test';
import { createMemoryStore, type Store } from 'deposit-slip/kit';
import { CSV_HEADER, csvFinding, csvLine } from '../../src/server/report/csv.js';
import { reportText } from '../../src/server/report/text.js';
import { DAY, HOUR, MINUTE, useClock } from '../server/clock.js';
import { fakeApi } from '../server/fake-api.js';
import { anySlip, ORDER } from '../server/kit/payments/bench.js';
import { Bank, books } from '../server/report/bank.js';
import { TOKEN } from '../server/shop.js';
import { example, ExampleFolder } from './examples.js';

const GUIDE = 'docs/reconcile.md';
const FROM = Date.UTC(2023, 10, 15);

/**
 * The day of the guide. A claim is hidden, and nothing queries the kit's store before everything is read.
 */
async function dayOf(bank: Bank) {
  const shop = books({ grants: [{ ...ORDER, amount: '150.00', reference: 'A-1017' }] });
  const { open, tick } = shop;
  const { txId } = await open();
  shop.api.script({ flows: (url) => bank.answer(url) });
  const book = (hour: number, type: string, changed: string, members = {}): void =>
    void bank.book(type, changed, { createTime: FROM + hour * HOUR, txId: 40_000 + hour, ...members });
  book(-1, 'TRANSFER_IN', '1000.00');
  book(8, 'DEPOSIT', '150.00', { txId });
  book(9, 'DEPOSIT', '20.00');
  book(10, 'BUY_CRYPTO', '-171.00', { category: 'TRADE', extId: '90017' });
  book(10, 'BUY_CRYPTO', '-0.86', { category: 'FEE', extId: '90017' });
  book(12, 'WITHDRAW', '-30.00', { extId: 'W-3' });
  book(15, 'TRANSFER_OUT', '-33.33', { extId: 'T-5' });
  bank.hide(6);
  await tick(2 * DAY);
  return shop;
}

describe('the guide to reconciliation', () => {
  useClock({ timers: true });

  it('shows what the command prints', async () => {
    const { report } = await dayOf(new Bank());
    const lines = [CSV_HEADER];
    const result = await report({ from: FROM, to: FROM + DAY, onRow: (row) => lines.push(csvLine(row)) });
    lines.push(...result.findings.map(csvFinding));
    assert.equal(example(GUIDE, 'output'), reportText(result));
    assert.equal(example(GUIDE, 'csv'), lines.join('').replaceAll('\r\n', '\n'));
  });
});

describe('the code of the guide to reconciliation', () => {
  const folder = new ExampleFolder();
  let reportDay: (store: Store, from: Date, to: Date) => Promise<readonly string[]>;
  const start = process.cwd();

  before(async () => {
    folder.write('daily', example(GUIDE, 'daily'));
    ({ reportDay } = await folder.load<{ reportDay: typeof reportDay }>('daily'));
    process.env['API_TOKEN'] = TOKEN;
    process.chdir(folder.path);
  });
  after(() => {
    delete process.env['API_TOKEN'];
    mock.restoreAll();
    process.chdir(start);
  });

  it('writes the flows of a day to a file, and lists what a person must look at', async () => {
    const bank = new Bank();
    const now = Date.now();
    for (const [place, changed] of ['5.00', '-2.00', '-1.00'].entries())
      bank.book('TRANSFER_IN', changed, { createTime: now - HOUR + place });
    bank.hide(2);
    mock.method(globalThis, 'fetch', fakeApi({ slip: anySlip(), flows: bank.answer }).fetch);
    const log = mock.method(console, 'log', () => undefined);
    const found = await reportDay(createMemoryStore(), new Date(now - DAY), new Date(now - 10 * MINUTE));
    assert.deepEqual(found, ['broken-chain']);
    assert.deepEqual(log.mock.calls[0]!.arguments, ['from 0.00 to 2.00']);
    const rows = readFileSync(`${folder.path}/day.jsonl`, 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      rows.map((row) => (JSON.parse(row) as { changed: string }).changed),
      ['5.00', '-1.00'],
    );
  });
});
