import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { omitUndefined } from '../core/omit-undefined.js';
import {
  createReport,
  ReportPeriodError,
  type MakeReport,
  type ReportOptions,
  type ReportQuery,
} from '../report.js';
import { InvalidRequestError } from '../server/client/client-error.js';
import { createPostgresStore } from '../server/kit/store/postgres.js';
import { quote } from '../server/quote.js';
import { CSV_HEADER, csvFinding, csvLine } from '../server/report/csv.js';
import { reportText } from '../server/report/text.js';
import { MAX_REASON, readDatabaseUrl, reasonOf, UsageError, usageErrorOf, withPool } from './database.js';

const HELP = `deposit-slip-report [options]   compare the flows of an account at the API with what the kit stored

  --merchant ID   the merchant
  --fiat CODE     the currency, such as BRL
  --from TIME     the start of the period: 2026-01-14, or 2026-01-14T00:00-03:00. UTC unless it has an offset.
  --to TIME       the end: the first moment after the period
  --csv           print each flow as a line of CSV, and the summary on stderr
  --api URL       the base URL of the API (default: the environment variable API_URL)
  --url URL       the database, postgres://… (default: the environment variable DATABASE_URL)
  --scope TEXT    the scope of the kit, if it has one
  --test          for a kit with the option test
  --keep DAYS     the option keep of the kit (default 90)
  --rate N        the option rate of the kit: a report uses a tenth of it (default 10)
  --help          print this help

The token of the API is read from the environment variable API_TOKEN only. The exit code is 0 if the period closes, 1
if it does not, 2 for invalid arguments or a period that cannot be reported, and 3 if the API or the database fails.
`;

interface Command {
  readonly url: string;
  readonly options: Omit<ReportOptions, 'store'>;
  readonly query: ReportQuery;
  readonly csv: boolean;
}

/** Parses the arguments; undefined for `--help`. Throws a `UsageError`. */
function readCommand(args: readonly string[]): Command | undefined {
  const values = parse(args);
  if (values.help) return undefined;
  const { merchant, fiat, from, to, api = process.env['API_URL'], scope, test, keep, rate } = values;
  for (const [name, value] of Object.entries({ merchant, fiat, from, to }))
    if (value === undefined) throw new UsageError(`Pass --${name}. See --help.`);
  if (api === undefined || api === '') throw new UsageError('Pass --api, or set API_URL. See --help.');
  const token = process.env['API_TOKEN'];
  if (token === undefined || token === '') throw new UsageError('Set API_TOKEN. See --help.');
  const numbers = { keep: parseNumber('keep', keep), rate: parseNumber('rate', rate) };
  const options = omitUndefined({ baseUrl: api, token, scope, test, ...numbers, logger: SILENT });
  const times = { from: parseTime('from', from!), to: parseTime('to', to!) };
  const query = { merchantId: merchant!, fiat: fiat!, ...times };
  const url = readDatabaseUrl(values.url ?? process.env['DATABASE_URL']);
  return { url, options, query, csv: values.csv ?? false };
}

/** The command itself prints what the kit would log. */
const SILENT = { warn: () => undefined, error: () => undefined };

function parse(args: readonly string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = {
    ...{ merchant: text, fiat: text, from: text, to: text, csv: flag },
    ...{ api: text, url: text, scope: text, test: flag, keep: text, rate: text, help: flag },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw usageErrorOf(error);
  }
}

function parseNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,6}(?:\.[0-9]{1,3})?$/.test(text)) throw new UsageError(`--${name} must be a number`);
  return Number(text);
}

const TIME =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,3})?)?)?(Z|[+-][0-9]{2}:[0-9]{2})?$/;

/** Milliseconds of an ISO date, with or without a time. */
function parseTime(name: string, text: string): number {
  const [, date = '', clock = 'T00:00', offset = 'Z'] = TIME.exec(text) ?? [];
  const day = Date.parse(`${date}T00:00Z`);
  const time = Date.parse(`${date}${clock}${offset}`);
  // JavaScript reads the 31st of February as a day in March.
  if (Number.isNaN(time) || !new Date(day).toISOString().startsWith(date))
    throw new UsageError(`--${name} must be a date such as 2026-01-14 or 2026-01-14T00:00-03:00`);
  return time;
}

/** Writes to stdout, and waits until its reader has room. */
async function print(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Prints the report. Resolves to whether the period closes. */
async function run({ url, options, query, csv }: Command): Promise<boolean> {
  return withPool(url, async (pool) => {
    const makeReport = createMaker({ ...options, store: createPostgresStore(pool) });
    if (!csv) {
      const report = await makeReport(query);
      await print(reportText(report));
      return report.closes;
    }
    let header = CSV_HEADER;
    const onRow: ReportQuery['onRow'] = async (row) => {
      await print(header + csvLine(row));
      header = '';
    };
    const report = await makeReport({ ...query, onRow });
    await print(header + report.findings.map(csvFinding).join(''));
    process.stderr.write(reportText(report));
    return report.closes;
  });
}

/** Throws a `UsageError` if an option is invalid. */
function createMaker(options: ReportOptions): MakeReport {
  try {
    return createReport(options);
  } catch (cause) {
    throw new UsageError(reasonOf(cause), { cause });
  }
}

/** Errors of the query. All others come from the API or the database. */
const USAGE = [UsageError, ReportPeriodError, InvalidRequestError];

/** Runs the command, and sets its exit code: see the help. */
export async function main(args: readonly string[]): Promise<void> {
  // `… | head` closes the pipe early, which is not an error.
  process.stdout.on('error', () => process.exit());
  try {
    const command = readCommand(args);
    if (command === undefined) return void process.stdout.write(HELP);
    process.exitCode = (await run(command)) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : quote(reasonOf(error), MAX_REASON));
    process.exitCode = USAGE.some((type) => error instanceof type) ? 2 : 3;
  }
}
