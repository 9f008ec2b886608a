import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createControl } from './control/client.js';
import { isPostgresUrl } from './db/address.js';
import { hostOf } from './hosts.js';
import { findLauncher, stopWith } from './launcher.js';
import type { Db } from './db/db.js';
import type { Sandbox } from './index.js';
import type { Verification, VerifyOptions } from './ledger/verify.js';

// Database modules are imported where they are needed, so that --help and usage errors respond immediately.

const DEFAULT_PORT = 8787;

const HELP = `deposit-slip-sandbox [options]         start the sandbox
deposit-slip-sandbox verify [options]  check the invariants of its ledger

  --port N      port to listen on (default ${DEFAULT_PORT}; 0: any free port; if in use, the next free port)
  --data DIR    store the data in DIR (default: in memory)
  --seed N      seed of the generated identifiers (default 1)
  --allow-host NAME  answer requests for this host name too, not only for loopback ones (repeatable)
  --full        verify everything again, not only what was written since the last verify
  --help        print this text

DATABASE_URL=postgres://…  stores the data in a PostgreSQL database, which several sandboxes can share

verify checks the ledger in DATABASE_URL, in the directory --data of a stopped sandbox, or of the sandbox running on
--port. It checks what was
written since the last verify that found no violation. It exits with 1 if an invariant is violated.
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
  readonly allowedHosts: readonly string[];
  readonly full: boolean;
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
    full: values.full ?? false,
    allowedHosts: (values['allow-host'] ?? []).flatMap((hosts) => hosts.split(',')).map(hostName),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    port: text,
    data: text,
    seed: text,
    'allow-host': { ...text, multiple: true },
    full: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

function databaseUrl(data: string | undefined): string | undefined {
  const url = process.env['DATABASE_URL'];
  if (!url) return undefined;
  if (data !== undefined) throw new UsageError('--data and DATABASE_URL cannot be used together');
  if (!isPostgresUrl(url)) throw new UsageError('DATABASE_URL must begin with postgres://');
  return url;
}

function wholeNumber(name: string, text: string | undefined, defaultValue: number, max: number): number {
  if (text === undefined) return defaultValue;
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= max)) throw new UsageError(`--${name} must be a whole number up to ${max}`);
  return number;
}

function hostName(text: string): string {
  if (hostOf(text) === undefined) throw new UsageError(`--allow-host must be a host name: ${text}`);
  return text;
}

async function start({ port, data, databaseUrl, seed, allowedHosts }: Options): Promise<void> {
  const launcher = findLauncher();
  const { startSandbox } = await import('./index.js');
  const storage = { ...(data !== undefined && { data }), ...(databaseUrl !== undefined && { databaseUrl }) };
  const sandbox = await startSandbox({ port, seed, allowedHosts, ...storage });
  process.stdout.write(greeting(sandbox, await describeStorage({ data, databaseUrl })));
  stopWith(launcher, sandbox.stop);
}

async function describeStorage({ data, databaseUrl }: Storage): Promise<string> {
  if (data !== undefined) return `${data} (survives a crash of the process, but not a power failure)`;
  if (databaseUrl === undefined) return 'in memory';
  const [{ describeAddress }, { SCHEMA }] = await Promise.all([
    import('./db/server.js'),
    import('./db/schema.js'),
  ]);
  return `PostgreSQL, ${describeAddress(databaseUrl)}, schema ${SCHEMA}`;
}

function greeting({ url, token, controlToken }: Sandbox, storage: string): string {
  return `${url}

  X-BH-TOKEN     ${token}
  control token  ${controlToken}
  payer's bank   ${url}/sandbox/pay
  data           ${storage}

  curl -H 'X-BH-TOKEN: ${token}' '${url}/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN'

`;
}

async function check({ port, full, ...storage }: Options): Promise<void> {
  const db = await openStored(storage);
  const { ok, invariants } = await (db === undefined
    ? checkRunning(port, { full })
    : checkStored(db, { full }));
  for (const { id, violations } of invariants)
    console.log(`${id.padEnd(4)} ${violations === 0 ? 'holds' : `violations: ${violations}`}`);
  process.exitCode = ok ? 0 : 1;
}

function checkRunning(port: number, options: VerifyOptions): Promise<Verification> {
  return createControl(`http://127.0.0.1:${port}`, 'control-token').verify(options);
}

async function openStored({ data, databaseUrl }: Storage): Promise<Db | undefined> {
  if (data !== undefined) {
    if (!existsSync(join(data, 'pgdata'))) throw new UsageError(`${data} contains no sandbox data`);
    return (await import('./db/pglite.js')).openPglite(data);
  }
  return databaseUrl === undefined
    ? undefined
    : (await import('./db/postgres.js')).connectPostgres(databaseUrl);
}

async function checkStored(db: Db, options: VerifyOptions): Promise<Verification> {
  const [{ missingMigrations }, { verify }] = await Promise.all([
    import('./db/migrate.js'),
    import('./ledger/verify.js'),
  ]);
  try {
    // Other sandboxes may be running on the database, so nothing is created or migrated here.
    if ((await missingMigrations(db)).length > 0)
      throw new UsageError('The database contains no data of this version of the sandbox');
    return await verify(db, options);
  } finally {
    await db.close();
  }
}

/** Runs the command line. A failure prints one line on stderr and exits with 1, a usage error with 2. */
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
