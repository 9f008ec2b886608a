/** The report of a day of the sandbox with every type of flow, in PostgreSQL, and its command. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import { createReport, type ReportRow } from 'deposit-slip/report';
import { Pool } from 'pg';
import { sharedServer } from '../../../sandbox/test/postgres.js';
import { FLOW_TYPES } from '../../../src/contract/flow-types.js';
import { main } from '../../../src/cli/report.js';
import { runMain, runProcess, type Run } from '../commands.js';
import { makeDay, type SandboxDay } from './day.js';

let pool: Pool;
let url: string;
let day: SandboxDay;

before(async () => {
  url = await (await sharedServer()).createDatabase();
  pool = new Pool({ connectionString: url });
  const store = createPostgresStore(pool);
  await store.migrate();
  day = await makeDay(store, pool);
});
after(() => Promise.all([pool.end(), day.sandbox.stop()]));

/** How the command runs: in this process, unless a test says otherwise. */
type Runner = (args: readonly string[], variables: Readonly<Record<string, string>>) => Promise<Run>;
const inProcess: Runner = (...command) => runMain(main, ...command);
const asProcess: Runner = (...command) => runProcess('deposit-slip-report', ...command);

/** Runs the command for the day of the sandbox. An option that is undefined is left out. */
function run(
  options: Readonly<Record<string, string | true | undefined>> = {},
  variables: Readonly<Record<string, string>> = {},
  runner = inProcess,
): Promise<Run> {
  const { merchantId, fiat, from, to } = day.period;
  const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const all: typeof options = { merchant: String(merchantId), fiat, ...times, ...options };
  const args = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : value === true ? [`--${name}`] : [`--${name}`, value],
  );
  const { url: API_URL, token: API_TOKEN } = day.sandbox;
  return runner(args, { API_URL, API_TOKEN, DATABASE_URL: url, ...variables });
}

/** The cells of a line of CSV. */
function cellsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );
}

/** The lines of a CSV file as objects. */
function linesOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = csv.trimEnd().split('\r\n');
  const names = cellsOf(header);
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [names[at]!, cell])));
}

it('a report of a sandbox balances to the cent, with every type of flow and every part of a return', async () => {
  const rows: ReportRow[] = [];
  const { url: baseUrl, token, control } = day.sandbox;
  const report = createReport({ baseUrl, token, store: createPostgresStore(pool) });
  const { closes, findings, closing, totals } = await report({
    ...day.period,
    onRow: (row) => rows.push(row),
  });
  assert.deepEqual([closes, findings], [true, []]);
  const [last] = await control.flows({ merchantId: 1001, fiat: 'ARS', limit: 1 });
  assert.equal(closing, last!.total);
  assert.deepEqual(new Set(totals.map(({ flowType }) => flowType)), new Set(FLOW_TYPES));
  assert.ok(totals.some(({ category }) => category === 'FEE'));
  const deposits = rows
    .filter(({ deposit }) => deposit)
    .map(({ changed, deposit }) => [
      changed,
      deposit!.state,
      ...(deposit!.returned ? [deposit!.returned] : []),
    ]);
  assert.deepEqual(deposits, [
    ['40.00', 'booked'],
    ['60.00', 'booked'],
    ['5.01', 'booked', '5.01'],
    ['-2.00', 'return'],
    ['-1.01', 'return'],
    ['-2.00', 'return'],
    ['7.77', 'unmatched'],
  ]);
  assert.deepEqual(day.returns, [
    ['2.00', 'over', '103.01'],
    ['3.01', 'over', '102.00'],
    ['5.01', 'paid', '100.00'],
  ]);
});

describe('the command deposit-slip-report', () => {
  it('prints the balances of a period that balances, and exits with 0', async () => {
    const { code, output, errors } = await run();
    assert.deepEqual([code, errors], [0, '']);
    assert.match(output, /^Merchant 1001 in ARS\nfrom 20[^\n]+Z\nto   20[^\n]+Z\n\n/);
    assert.match(output, /\nopening balance +1000000\.00\n/);
    assert.match(output, /\nDEPOSIT TRANSFER +7 +107\.77\n/);
    assert.match(output, /\nWITHDRAW FEE +2 +-[0-9.]+\n/);
    assert.match(output, /\nunmatched +1 +7\.77\n {2}flow [0-9]+ of [^\n]+Z: 7\.77/);
    assert.match(output, /\nThe period closes\.\n$/);
  });

  it('prints each flow as a line of CSV that a spreadsheet does not run, and the summary on stderr', async () => {
    const { code, output, errors } = await run({ csv: true }, {}, asProcess);
    assert.equal(code, 0);
    assert.match(errors, /^Merchant 1001 in ARS\n[^]*The period closes\.\n$/);
    const lines = linesOf(output);
    const part = lines.find(({ flow_id: id }) => id === day.partId)!;
    const { changed, state, grant_id: grantId, reference, payment_status: status, asked, received } = part;
    assert.deepEqual(
      [changed, state, grantId, reference, status, asked, received],
      ['40.00', 'booked', 'order-1', `'=1+1`, 'paid', '100.00', '100.00'],
    );
    const back = lines.find(({ state: each }) => each === 'return');
    assert.equal(back?.['changed'], '-2.00');
    assert.ok(lines.every(({ findings, time }) => findings === '' && time!.endsWith('Z')));
    assert.match(errors, new RegExp(`closing balance +${lines.length} +${lines.at(-1)!['total']}\n`));
  });

  it('names the discrepancies, and exits with 1', async () => {
    const { rows } = await pool.query<{ row: string }>(
      'delete from deposit_slip.deposit where flow_id = $1 returning *',
      [day.unmatchedId],
    );
    const [row] = rows;
    await pool.query(
      'insert into deposit_slip.deposit select * from json_populate_record(null::deposit_slip.deposit, $1)',
      [JSON.stringify({ ...row, flow_id: '999999', id: 'lost', tx_id: '\u001b[31m' })],
    );
    const text = await run();
    assert.equal(text.code, 1);
    assert.match(text.output, /\nThe period does not close: 2 findings\.\n/);
    assert.match(
      text.output,
      new RegExp(`\n {2}not-in-store: flow ${day.unmatchedId} of [^\n]+Z, 7.77, was never stored\n`),
    );
    assert.match(
      text.output,
      /\n {2}not-at-api: flow 999999 of [^\n]+Z, 7\.77, unmatched, is not shown by the API\n/,
    );
    const csv = await run({ csv: true });
    assert.equal(csv.code, 1);
    const found = linesOf(csv.output).filter(({ findings }) => findings !== '');
    assert.deepEqual(
      found.map(({ flow_id: id, changed, total, state, tx_id: txId, findings }) => {
        return [id, changed, total === '', state, txId?.includes('\u001b'), findings];
      }),
      [
        [day.unmatchedId, '7.77', false, '', false, 'not-in-store'],
        ['999999', '7.77', true, 'unmatched', false, 'not-at-api'],
      ],
    );
  });

  it('exits with 2 for invalid arguments, and for a period that cannot be reported', async () => {
    for (const [options, line] of [
      [{ merchant: undefined }, 'Pass --merchant. See --help.'],
      [{ to: undefined }, 'Pass --to. See --help.'],
      [{ from: '14/01/2026' }, /^--from must be a date such as 2026-01-14 /],
      [{ to: '2026-02-30' }, /^--to must be a date/],
      [{ keep: 'ever' }, '--keep must be a number'],
      [{ fiat: 'pesos' }, 'report: fiat must be a currency code such as BRL.'],
      [{ api: 'ftp://api' }, 'The report cannot start: baseUrl is not https.'],
      [{ url: 'mysql://localhost' }, 'The URL must begin with postgres://'],
      [{ nonsense: true }, "Unknown option '--nonsense'"],
      [{ from: '2020-01-01' }, /^The period begins before 20.*Z, .*: it must be between 20.*Z and 20.*Z\.$/],
    ] as const) {
      const { code, output, errors } = await run(options);
      assert.deepEqual([code, output], [2, ''], errors);
      if (typeof line === 'string') assert.equal(errors, `${line}\n`);
      else assert.match(errors.trimEnd(), line);
    }
    const { code, errors } = await run({}, { API_TOKEN: '' });
    assert.deepEqual([code, errors], [2, 'Set API_TOKEN. See --help.\n']);
  });

  it('reads a date as the start of the day in UTC, and a time with its offset', async () => {
    const { output } = await run({ from: new Date(day.period.from).toISOString().slice(0, 10) });
    assert.match(output, /\nfrom 20[0-9-]+T00:00:00\.000Z\n/);
    const local = new Date(day.period.from - 3 * 3_600_000).toISOString().replace('Z', '-03:00');
    const { output: shifted } = await run({ from: local });
    assert.ok(shifted.includes(`\nfrom ${new Date(day.period.from).toISOString()}\n`), shifted);
  });

  it('exits with 3 if the API or the database fails, and names the cause without a secret', async () => {
    const refused = await run({}, { API_TOKEN: 'a-secret-token' });
    assert.deepEqual([refused.code, refused.output], [3, '']);
    assert.match(refused.errors, /^report: the API rejected the token \(HTTP 401[^\n]*\n$/);
    const down = await run({ url: 'postgres://someone:a-secret@127.0.0.1:1/shop' });
    assert.deepEqual([down.code, down.output], [3, '']);
    assert.match(down.errors, /^The database failed: .*ECONNREFUSED.*\n$/);
    assert.doesNotMatch(refused.errors + down.errors, /a-secret/);
  });

  it('prints its help', async () => {
    const { code, output } = await run({ help: true });
    assert.equal(code, 0);
    assert.match(output, /^deposit-slip-report .*\n[^]*--merchant ID/);
  });
});
