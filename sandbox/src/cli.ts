import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createControl } from './control/client.js';
import { isPostgresUrl } from './db/address.js';
import type { Db } from './db/db.js';
import type { Sandbox } from './index.js';
import type { Verification } from './ledger/verify.js';

// What opens a database is imported where it is needed: --help and a misuse answer at once.

const DEFAULT_PORT = 8787;

const HELP = `deposit-slip-sandbox [options]         start the sandbox
deposit-slip-sandbox verify [options]  check the invariants of its ledger

  --port N      port to listen on (default ${DEFAULT_PORT}; 0: any free one; if taken, the next free one)
  --data DIR    keep the data in DIR (default: in memory)
  --seed N      another set of identifiers (default 1)
  --help        this text

DATABASE_URL=postgres://…  keeps the data on a PostgreSQL server, which several sandboxes may share

verify asks the sandbox running on --port, or reads --data of one that is stopped, or DATABASE_URL. It ends with 1 if
one is broken.
`;

class UsageError extends Error {}

interface Storage {
  readonly data: string | undefined;
  readonly databaseUrl: string | undefined;
}

interface Options extends Storage {
  readonly command: 'start' | 'verify' | 'help';
  readonly port: number;
  readonly seed: number;
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const [command = 'start', ...rest] = positionals;
  if ((command !== 'start' && command !== 'verify') || rest.length > 0)
    throw new UsageError(`Unknown command: ${positionals.join(' ')}`);
  return {
    command: values.help ? 'help' : command,
    port: wholeNumber('port', values.port, DEFAULT_PORT, 65_535),
    data: values.data,
    databaseUrl: databaseUrl(values.data),
    seed: wholeNumber('seed', values.seed, 1, Number.MAX_SAFE_INTEGER),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { port: text, data: text, seed: text, help: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

function databaseUrl(data: string | undefined): string | undefined {
  const url = process.env['DATABASE_URL'];
  if (!url) return undefined;
  if (data !== undefined) throw new UsageError('--data and DATABASE_URL exclude each other');
  if (!isPostgresUrl(url)) throw new UsageError('DATABASE_URL must begin with postgres://');
  return url;
}

function wholeNumber(name: string, text: string | undefined, preset: number, most: number): number {
  if (text === undefined) return preset;
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= most)) throw new UsageError(`--${name} must be a whole number up to ${most}`);
  return number;
}

async function start({ port, data, databaseUrl, seed }: Options): Promise<void> {
  const { startSandbox } = await import('./index.js');
  const storage = { ...(data !== undefined && { data }), ...(databaseUrl !== undefined && { databaseUrl }) };
  const sandbox = await startSandbox({ port, seed, ...storage });
  process.stdout.write(greeting(sandbox, await placeOf({ data, databaseUrl })));
  const stop = () => void sandbox.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

async function placeOf({ data, databaseUrl }: Storage): Promise<string> {
  if (data !== undefined) return `${data} (survives the end of the process, not of the power)`;
  if (databaseUrl === undefined) return 'in memory';
  const [{ placeOf }, { SCHEMA }] = await Promise.all([import('./db/server.js'), import('./db/schema.js')]);
  return `PostgreSQL, ${placeOf(databaseUrl)}, schema ${SCHEMA}`;
}

function greeting({ url, token, controlToken }: Sandbox, place: string): string {
  return `${url}

  X-BH-TOKEN     ${token}
  control token  ${controlToken}
  pay as payer   ${url}/sandbox/pay
  data           ${place}

  curl -H 'X-BH-TOKEN: ${token}' '${url}/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN'

`;
}

async function check({ port, ...storage }: Options): Promise<void> {
  const db = await openStored(storage);
  const { ok, invariants } = await (db === undefined ? checkRunning(port) : checkStored(db));
  for (const { id, violations } of invariants)
    console.log(`${id.padEnd(4)} ${violations === 0 ? 'holds' : `broken ${violations} times`}`);
  process.exitCode = ok ? 0 : 1;
}

function checkRunning(port: number): Promise<Verification> {
  return createControl(`http://127.0.0.1:${port}`, 'control-token').verify();
}

async function openStored({ data, databaseUrl }: Storage): Promise<Db | undefined> {
  if (data !== undefined) {
    if (!existsSync(join(data, 'pgdata'))) throw new UsageError(`${data} holds no sandbox data`);
    return (await import('./db/pglite.js')).openPglite(data);
  }
  return databaseUrl === undefined
    ? undefined
    : (await import('./db/postgres.js')).connectPostgres(databaseUrl);
}

async function checkStored(db: Db): Promise<Verification> {
  const [{ missingSteps }, { verify }] = await Promise.all([
    import('./db/migrate.js'),
    import('./ledger/verify.js'),
  ]);
  try {
    // Others may be at work on a server: what is there is looked at, and nothing is made.
    if ((await missingSteps(db)).length > 0)
      throw new UsageError('The database holds no data of this sandbox');
    return await verify(db);
  } finally {
    await db.close();
  }
}

/** Runs the command line; a failure is one line on stderr and exit code 1, a misuse 2. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const options = readOptions(args);
    if (options.command === 'help') process.stdout.write(HELP);
    else await (options.command === 'verify' ? check(options) : start(options));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
