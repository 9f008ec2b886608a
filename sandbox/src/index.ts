import type { Deferred } from './app-context.js';
import { ConsoleUrls } from './console-urls.js';
import { createControl, type Control } from './control/client.js';
import { StorageRefused, type Db } from './db/db.js';
import { isLoopbackHost } from './http/hosts.js';
import type { LogLevel } from './log-levels.js';
import type { Providers } from './providers.js';
import { bookDueDeposits, resumeDeposits, TAKEOVER_MS } from './scheduled-deposits.js';
import { SEEDED_MERCHANTS, seed as seedDatabase } from './seed/seed.js';
import type { PageHeader } from './app-context.js';
import { startFailureOf } from './start-failure.js';
import { createTimers, repeat } from './timers.js';
import type { CheckedSeed } from './seed/data.js';
import type { SeedData } from './seed/params.js';

export { createControl, ControlError, type Control, type DepositParams } from './control/client.js';
export { ExpectationError, type RequestExpectation } from './control/expect.js';
export { StorageRefused } from './db/db.js';
export type { Fault } from './faults/index.js';
export type { RecordedRequest } from './journal/view.js';
export type { Shape } from './faults/shape-setting.js';
export type { PageHeader, SandboxPage } from './app-context.js';
export type { LogLevel } from './log-levels.js';
export { StartFailure } from './start-failure.js';
export type { DepositRecord } from './ledger/deposits.js';
export type { ClockState, ClockParams, MerchantRecord, SnapshotRecord } from './control/setup-client.js';
export { SeedRefused, type SeedData } from './seed/params.js';
export { SnapshotRefused } from './ledger/snapshot-refused.js';
export type { Verification, VerifyOptions } from './ledger/verify.js';

/** Options of `startSandbox`. All have defaults. */
export interface SandboxOptions {
  /** Port to listen on. Default 0: a free one. If the port is in use, the next free one. */
  readonly port?: number;
  /** Whether a port in use is an error. */
  readonly strictPort?: boolean;
  /**
   * Address or name to listen on. Default `127.0.0.1`. With one that other machines reach, both tokens must
   * be given.
   */
  readonly host?: string;
  /** Directory to store the data in. Default: the data is kept in memory. */
  readonly data?: string;
  /**
   * URL of a PostgreSQL database to store the data in: `postgres://…`. Several sandboxes can share a
   * database.
   */
  readonly databaseUrl?: string;
  /** Maximum number of connections to that database. Default 10. */
  readonly connections?: number;
  /** Seed of the generated identifiers: the same seed gives the same identifiers. Default 1. */
  readonly seed?: number;
  /** Access token of merchants 1001 and 1002. Default `sandbox-token`. */
  readonly token?: string;
  /** Token of the control API. Default `control-token`. */
  readonly controlToken?: string;
  /** Base URL of links in responses. Default: the sandbox's own URL. */
  readonly publicUrl?: string;
  /**
   * Host names of requests that are answered, besides IP addresses, loopback names, `host` and the host of
   * `publicUrl`. All other requests get a 403, because a page on another site can point its own name to this
   * machine.
   */
  readonly allowedHosts?: readonly string[];
  /** Merchants, payment methods and tokens to add to the seeded data. Existing ones stay unchanged. */
  readonly seedData?: SeedData;
  /** A JSON file with them. */
  readonly seedFile?: string;
  /**
   * A file that `saveSnapshot` wrote: the state that the sandbox starts from and a reset restores, in place
   * of the seeded one.
   */
  readonly snapshot?: string;
  /** Names of the providers in `trench` strings. Default: the placeholders, such as `PROVIDER_A`. */
  readonly providers?: Providers;
  /** The header of the console, the simulator and the API reference. Default: none. */
  readonly pageHeader?: PageHeader;
  /**
   * Called with a one-time URL when somebody opens the console without one, at most every ten seconds. Show
   * it to nobody but those who run the sandbox: print it in the terminal. Default: the page asks for the
   * control token.
   */
  readonly announceConsole?: (url: string) => void;
  /**
   * The level of the log on the standard error output. Default `error`: requests with a status of 500 or
   * more.
   */
  readonly logLevel?: LogLevel;
  /**
   * Runs a function after a delay; replaces the timers of faults and of delayed deposits, so that a test need
   * not wait for them.
   */
  readonly later?: Deferred;
}

/** A running sandbox. */
export interface Sandbox {
  /** Its URL, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly controlToken: string;
  readonly control: Control;
  /** A new URL that opens the console once, within ten minutes. */
  consoleUrl(): string;
  /**
   * Lists the last requests to the API and their responses, newest first, or expects some:
   * `control.requests`.
   */
  readonly requests: Control['requests'];
  /**
   * Writes the whole state to a file, with which another sandbox can start. Faults and requests are not part
   * of it.
   */
  saveSnapshot(file: string): Promise<void>;
  /** Closes all connections and the database, and unlocks the data directory. */
  stop(): Promise<void>;
}

/**
 * Access token of merchant 2001, for tests of access control. Only a sandbox on a loopback host accepts it.
 */
export const OTHER_TOKEN = 'other-token';

/** How long requests in progress may take when the sandbox stops, in milliseconds. */
const GRACE_MS = 3_000;

/**
 * Starts a sandbox in this process.
 * @throws {StorageRefused} The data directory or the database cannot be used.
 * @throws {StartFailure} The system does not let it use the directory, the host or the port.
 * @throws {SnapshotRefused} The snapshot file cannot be loaded.
 * @throws {SeedRefused} The data or the file to add does not have the documented shape.
 * @throws {RangeError} An option is invalid.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', data } = options;
  try {
    return await start(port, host, options);
  } catch (error) {
    throw startFailureOf(error, { port, host, data }) ?? error;
  }
}

async function start(port: number, host: string, options: SandboxOptions): Promise<Sandbox> {
  requireTokens(host, options);
  const seedData = await seedDataOf(options);
  const { seed = 1, token = 'sandbox-token', controlToken = 'control-token', logLevel = 'error' } = options;
  const openDatabase = await loadDriver(options);
  // The database starts on other threads, so the modules of the routes are loaded in the meantime.
  const [db, { createApp }, { channelsOf }, { listen }, { createLogger, logFailures, logRequests }] =
    await Promise.all([
      openDatabase(),
      import('./app.js'),
      import('./channels.js'),
      import('./http/listen.js'),
      import('./log.js'),
    ]);
  const timers = createTimers();
  const log = createLogger(logLevel);
  const logger = logFailures(log);
  try {
    await seedDatabase(db, seedData, options.snapshot);
    const later = options.later ?? timers.later;
    await resumeDeposits({ db, later, logger });
    let url = '';
    const allowedHosts = hostsOf(options);
    const consoleUrls = new ConsoleUrls({ baseUrl: () => url, announce: options.announceConsole });
    const stopping = new AbortController();
    const app = createApp({
      ...{ db, seed, seedData, logger, controlToken, consoleUrls, later, allowedHosts },
      channels: channelsOf(options.providers ?? {}),
      tokens: tokensOf(token, isLoopbackHost(host)),
      baseUrl: () => options.publicUrl ?? url,
      stopping: stopping.signal,
      pageHeader: options.pageHeader,
    });
    const server = await listen(app.fetch, port, {
      ...{ host, strictPort: options.strictPort, allowedHosts },
      observe: logRequests(log),
      graceMs: GRACE_MS,
    });
    url = server.url;
    const takeover = repeat(() => bookDueDeposits(db), TAKEOVER_MS);
    const control = createControl(url, controlToken);
    const stop = once(async () => {
      stopping.abort();
      // A response may wait for a timer.
      await server.close();
      await takeover.stop();
      timers.stop();
      await db.close();
    });
    const consoleUrl = () => consoleUrls.create();
    const saveSnapshot = (file: string) => saveFile(db, file);
    return { url, token, controlToken, control, consoleUrl, requests: control.requests, saveSnapshot, stop };
  } catch (error) {
    timers.stop();
    await db.close();
    throw error;
  }
}

async function saveFile(db: Db, file: string): Promise<void> {
  const { saveSnapshotFile, writeSnapshotFile } = await import('./ledger/snapshot-files.js');
  await saveSnapshotFile(file, await writeSnapshotFile(db));
}

/** The default tokens are public, so they serve requests of this machine only. */
function requireTokens(host: string, { token, controlToken }: SandboxOptions): void {
  if (!isLoopbackHost(host) && (!token || !controlToken))
    throw new RangeError(`Other machines can reach the host ${host}: token and controlToken must be given.`);
}

async function seedDataOf({ seedData, seedFile }: SandboxOptions): Promise<CheckedSeed | undefined> {
  if (seedData && seedFile !== undefined)
    throw new RangeError('seedData and seedFile cannot be used together.');
  if (seedData === undefined && seedFile === undefined) return undefined;
  const { checkSeed, readSeedFile } = await import('./seed/data.js');
  return seedFile === undefined ? checkSeed(seedData!) : readSeedFile(seedFile);
}

/** Loads the driver that is needed, and returns a function that opens the database. */
async function loadDriver({ data, databaseUrl, connections }: SandboxOptions): Promise<() => Promise<Db>> {
  if (databaseUrl === undefined) {
    const { openPglite } = await import('./db/pglite.js');
    return () => openPglite(data);
  }
  if (data !== undefined) throw new StorageRefused('data and databaseUrl cannot be used together.');
  if (connections !== undefined && !(Number.isInteger(connections) && connections > 0))
    throw new RangeError('connections must be a positive integer.');
  const { openPostgres } = await import('./db/postgres.js');
  return () => openPostgres(databaseUrl, connections);
}

function hostsOf({ allowedHosts = [], publicUrl }: SandboxOptions): readonly string[] {
  return publicUrl === undefined ? allowedHosts : [...allowedHosts, new URL(publicUrl).host];
}

/**
 * The tokens of this process, and the merchants they give access to. The public one is for this machine only.
 */
function tokensOf(token: string, isLoopback: boolean): ReadonlyMap<string, readonly bigint[]> {
  const tokens = new Map<string, readonly bigint[]>();
  if (isLoopback) tokens.set(OTHER_TOKEN, SEEDED_MERCHANTS.other);
  return tokens.set(token, SEEDED_MERCHANTS.own);
}

/** Runs a function once: a second stop must not unlock a directory that another process has locked since. */
function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}
