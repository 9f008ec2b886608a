import { parseArgs } from 'node:util';
import { migrateTables } from '../server/kit/store/postgres.js';
import { quote } from '../server/quote.js';
import { MAX_REASON, readDatabaseUrl, reasonOf, UsageError, usageErrorOf, withPool } from './database.js';

const HELP = `deposit-slip-migrate [options]   create the tables of the deposit kit in PostgreSQL, or upgrade them

  --url URL   the database, postgres://… (default: the environment variable DATABASE_URL)
  --help      print this help

The tables are in the schema deposit_slip. Run this command before you start a new version of deposit-slip: the
previous version works with the new tables too. Several runs at once are safe. The exit code is 0 if the tables are up
to date, 1 if the database fails, and 2 for invalid arguments.
`;

/** The URL of the database; undefined for `--help`. Throws a `UsageError`. */
function readUrl(args: readonly string[]): string | undefined {
  const { url, help } = parse(args);
  return help ? undefined : readDatabaseUrl(url ?? process.env['DATABASE_URL']);
}

function parse(args: readonly string[]) {
  try {
    const options = { url: { type: 'string' }, help: { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw usageErrorOf(error);
  }
}

/**
 * Runs the command. Sets exit code 1 if the database fails, and 2 for invalid arguments, with a line on
 * stderr.
 */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const url = readUrl(args);
    if (url === undefined) return void process.stdout.write(HELP);
    process.stdout.write(`The schema deposit_slip is at version ${await withPool(url, migrateTables)}.\n`);
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : quote(reasonOf(error), MAX_REASON));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
