import { parseArgs } from 'node:util';
import { migrateTables, type PgPool } from './server/kit/store/postgres.js';
import { quote } from './server/quote.js';

const HELP = `deposit-slip-migrate [options]   create the tables of the deposit kit in PostgreSQL, or upgrade them

  --url URL   the database, postgres://… (default: the environment variable DATABASE_URL)
  --help      print this help

The tables are in the schema deposit_slip. Run it before you start a new version of deposit-slip: the version before
works on the new tables too. Several may run at once. The exit code is 0 if the tables are up to date, 1 if the
database fails, and 2 for invalid arguments.
`;

class UsageError extends Error {}

/** The URL of the database; undefined for `--help`. Throws a `UsageError`. */
function readUrl(args: readonly string[]): string | undefined {
  const { url, help } = parse(args);
  if (help) return undefined;
  const value = url ?? process.env['DATABASE_URL'];
  if (value === undefined || value === '')
    throw new UsageError('Pass --url, or set DATABASE_URL. See --help.');
  if (!/^postgres(?:ql)?:\/\//.test(value)) throw new UsageError('The URL must begin with postgres://');
  return value;
}

function parse(args: readonly string[]) {
  try {
    const options = { url: { type: 'string' }, help: { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

interface Driver {
  readonly Pool: new (options: { readonly connectionString: string; readonly max: number }) => PgPool & {
    on(event: 'error', listener: () => void): unknown;
    end(): Promise<void>;
  };
}

/** Older versions of pg have a default export only. */
async function loadDriver(): Promise<Driver> {
  try {
    return ((await import('pg')) as unknown as { readonly default: Driver }).default;
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw cause;
    throw new UsageError('The package pg is not installed: run npm install pg.', { cause });
  }
}

async function migrate(url: string): Promise<number> {
  const { Pool } = await loadDriver();
  const pool = new Pool({ connectionString: url, max: 1 });
  // Without a listener, a connection that breaks would end the process with a stack trace.
  pool.on('error', () => undefined);
  try {
    return await migrateTables(pool);
  } finally {
    await pool.end();
  }
}

/** How many characters of an error are printed: a database may send any text. */
const MAX_REASON = 300;

/** What is wrong, in one line. The cause of a `StoreError` says more than it does. Node's errors may have a code and no text. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return `${error.message}: ${cause.message || ('code' in cause ? String(cause.code) : cause.name)}`;
}

/** Runs the command. Sets exit code 1 if the database fails, and 2 for invalid arguments, with a line on stderr. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const url = readUrl(args);
    if (url === undefined) return void process.stdout.write(HELP);
    process.stdout.write(`The schema deposit_slip is at version ${await migrate(url)}.\n`);
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : quote(reasonOf(error), MAX_REASON));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
