import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HELP, readOptions, UsageError, type Options, type Storage } from './options.js';
import { createControl } from '../control/client.js';
import { findLauncher, ignoreClosedOutput, stopWith } from './launcher.js';
import type { Db } from '../db/db.js';
import type { Sandbox } from '../index.js';
import type { Verification, VerifyOptions } from '../ledger/verify.js';

// Database modules are imported where they are needed, so that --help and usage errors respond immediately.

async function start(options: Options): Promise<void> {
  const launcher = findLauncher();
  ignoreClosedOutput();
  const { startSandbox } = await import('../index.js');
  const { command: _, file: __, ...settings } = options;
  const present = Object.entries(settings).filter(([, value]) => value !== undefined);
  const sandbox = await startSandbox({ ...Object.fromEntries(present), announceConsole });
  stopWith(launcher, sandbox.stop);
  process.stdout.write(greeting(sandbox, options, await describeStorage(options)));
}

async function describeStorage({ data, databaseUrl }: Storage): Promise<string> {
  if (data !== undefined) return `${data} (survives a crash of the process, but not a power failure)`;
  if (databaseUrl === undefined) return 'in memory';
  const [{ describeAddress }, { SCHEMA }] = await Promise.all([
    import('../db/server.js'),
    import('../db/schema.js'),
  ]);
  return `PostgreSQL, ${describeAddress(databaseUrl)}, schema ${SCHEMA}`;
}

function announceConsole(url: string): void {
  process.stdout.write(`  console        ${url}\n`);
}

/**
 * Tokens from the command line are not printed, because standard output is often stored. The URL of the
 * console soon expires.
 */
function greeting(
  { url, consoleUrl }: Pick<Sandbox, 'url' | 'consoleUrl'>,
  { token, controlToken }: Options,
  storage: string,
): string {
  return `${url}

  X-BH-TOKEN     ${token === undefined ? 'sandbox-token' : 'as given by --token'}
  control token  ${controlToken === undefined ? 'control-token' : 'as given by --control-token'}
  console        ${consoleUrl()}  (opens once, within ten minutes)
  payer's bank   ${url}/sandbox/pay
  data           ${storage}

  curl -H 'X-BH-TOKEN: ${token === undefined ? 'sandbox-token' : '…'}' '${url}/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN'

`;
}

async function check({ port, controlToken, full, ...storage }: Options): Promise<void> {
  const db = await openStored(storage);
  const { ok, invariants } = await (db === undefined
    ? checkRunning(port, controlToken, { full })
    : checkStored(db, { full }));
  for (const { id, violations } of invariants)
    console.log(`${id.padEnd(4)} ${violations === 0 ? 'holds' : `violations: ${violations}`}`);
  process.exitCode = ok ? 0 : 1;
}

function checkRunning(
  port: number,
  controlToken = 'control-token',
  options: VerifyOptions = {},
): Promise<Verification> {
  return createControl(`http://127.0.0.1:${port}`, controlToken).verify(options);
}

async function openStored({ data, databaseUrl }: Storage): Promise<Db | undefined> {
  if (data !== undefined) {
    if (!existsSync(join(data, 'pgdata'))) throw new UsageError(`${data} contains no sandbox data`);
    return (await import('../db/pglite.js')).openPglite(data);
  }
  return databaseUrl === undefined
    ? undefined
    : (await import('../db/postgres.js')).connectPostgres(databaseUrl);
}

async function checkStored(db: Db, options: VerifyOptions): Promise<Verification> {
  const { verify } = await import('../ledger/verify.js');
  return useStored(db, () => verify(db, options));
}

/** Opens the stored data for a task, and closes it. */
async function useStored<Result>(db: Db, use: () => Promise<Result>): Promise<Result> {
  const { missingMigrations } = await import('../db/migrate.js');
  try {
    // Other sandboxes may be running on a server's database, so nothing is created or migrated there.
    if ((await missingMigrations(db)).length > 0)
      throw new UsageError('The database contains no data of this version of the sandbox');
    return await use();
  } finally {
    await db.close();
  }
}

async function saveSnapshot({
  file,
  port,
  controlToken = 'control-token',
  ...storage
}: Options): Promise<void> {
  const db = await openStored(storage);
  const { saveSnapshotFile, writeSnapshotFile } = await import('../ledger/snapshot-files.js');
  const bytes = await (db === undefined
    ? createControl(`http://127.0.0.1:${port}`, controlToken).snapshotFile()
    : useStored(db, () => writeSnapshotFile(db)));
  await saveSnapshotFile(file!, bytes);
}

const COMMANDS = { start, verify: check, snapshot: saveSnapshot } as const;

/** Runs the command line. A failure prints one line on stderr and exits with 1, a usage error with 2. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const options = readOptions(args);
    if (options.command === 'help') process.stdout.write(HELP);
    else await COMMANDS[options.command](options);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
