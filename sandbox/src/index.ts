import type { Deferred } from './app-context.js';
import type { Providers } from './channels.js';
import { createControl, type Control } from './control/client.js';
import { StorageRefused, type Db } from './db/db.js';
import { SEEDED_MERCHANTS, seed as seedDatabase } from './seed.js';
import { createTimers } from './timers.js';

export { createControl, ControlError, type Control, type DepositParams } from './control/client.js';
export { StorageRefused } from './db/db.js';
export type { Fault } from './faults/index.js';
export type { Shape } from './faults/shape-setting.js';
export type { DepositRecord } from './ledger/deposits.js';
export type { Invariant, Verification, VerifyOptions } from './ledger/verify.js';

/** Options of `startSandbox`. All have defaults. */
export interface SandboxOptions {
  /** Port to listen on. Default 0: a free one. If the port is in use, the next free one. */
  readonly port?: number;
  /** Directory to store the data in. Default: the data is kept in memory. */
  readonly data?: string;
  /** URL of a PostgreSQL database to store the data in: `postgres://…`. Several sandboxes can share a database. */
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
   * Host names of requests that are answered, besides loopback names and addresses and the host of `publicUrl`. All other
   * requests get a 403, because a page on another site can point a name of its own to this machine.
   */
  readonly allowedHosts?: readonly string[];
  /** Names of the providers in `trench` strings. Default: the placeholders, such as `PROVIDER_A`. */
  readonly providers?: Providers;
  /** Runs a function after a delay; replaces the timers of the magic amounts, so that a test need not wait for them. */
  readonly later?: Deferred;
}

/** A running sandbox. */
export interface Sandbox {
  /** Its URL, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly controlToken: string;
  readonly control: Control;
  /** Closes all connections and the database, and unlocks the data directory. */
  stop(): Promise<void>;
}

/** Access token of merchant 2001, for tests of access control. */
export const OTHER_TOKEN = 'other-token';

/**
 * Starts a sandbox in this process.
 * @throws {StorageRefused} The data directory or the database cannot be used.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, seed = 1, token = 'sandbox-token', controlToken = 'control-token' } = options;
  // The database starts on other threads, so the modules of the routes are loaded in the meantime.
  const [db, { createApp }, { channelsOf }, { listen }] = await Promise.all([
    openStorage(options),
    import('./app.js'),
    import('./channels.js'),
    import('./listen.js'),
  ]);
  const timers = createTimers();
  try {
    await seedDatabase(db);
    let url = '';
    const app = createApp({
      db,
      seed,
      controlToken,
      channels: channelsOf(options.providers ?? {}),
      tokens: tokensOf(token),
      baseUrl: () => options.publicUrl ?? url,
      later: options.later ?? timers.later,
    });
    const server = await listen(app.fetch, port, hostsOf(options));
    url = server.url;
    const stop = once(async () => {
      timers.stop();
      await server.close();
      await db.close();
    });
    return { url, token, controlToken, control: createControl(url, controlToken), stop };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Opens the database, loading only the driver that is needed. */
async function openStorage({ data, databaseUrl, connections }: SandboxOptions): Promise<Db> {
  if (databaseUrl === undefined) return (await import('./db/pglite.js')).openPglite(data);
  if (data !== undefined) throw new StorageRefused('data and databaseUrl cannot be used together.');
  if (connections !== undefined && !(Number.isInteger(connections) && connections > 0))
    throw new RangeError('connections must be a positive integer.');
  const { openPostgres } = await import('./db/postgres.js');
  return openPostgres(databaseUrl, connections);
}

function hostsOf({ allowedHosts = [], publicUrl }: SandboxOptions): readonly string[] {
  return publicUrl === undefined ? allowedHosts : [...allowedHosts, new URL(publicUrl).host];
}

function tokensOf(token: string): ReadonlyMap<string, readonly bigint[]> {
  return new Map<string, readonly bigint[]>([
    [OTHER_TOKEN, SEEDED_MERCHANTS.other],
    [token, SEEDED_MERCHANTS.own],
  ]);
}

/** Runs a function once: a second stop must not unlock a directory that another process has locked since. */
function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}
