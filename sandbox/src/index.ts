import type { Providers } from './channels.js';
import { createControl, type Control } from './control/client.js';
import { StorageRefused, type Db } from './db/db.js';
import { SEEDED_MERCHANTS, seed as seedDatabase } from './seed.js';
import { createTimers } from './timers.js';
import type { Later } from './world.js';

export { createControl, ControlError, type Control, type DepositAsk } from './control/client.js';
export { StorageRefused } from './db/db.js';
export type { Fault } from './faults/index.js';
export type { Shape } from './faults/shape-setting.js';
export type { DepositRecord } from './ledger/deposits.js';
export type { Invariant, Verification } from './ledger/verify.js';

/** How to start a sandbox; nothing needs to be given. */
export interface SandboxOptions {
  /** 0, the default, picks a free one; a taken one gives way to the next that is free. */
  readonly port?: number;
  /** A directory to keep the data in; without one it lives in memory. */
  readonly data?: string;
  /** A database of a PostgreSQL server to keep the data in: `postgres://…`. Several sandboxes may share it. */
  readonly databaseUrl?: string;
  /** Connections to that server at most. Default 10. */
  readonly connections?: number;
  /** Same seed, same identifiers. Default 1. */
  readonly seed?: number;
  /** Access token of merchants 1001 and 1002. Default `sandbox-token`. */
  readonly token?: string;
  /** Token of the control API. Default `control-token`. */
  readonly controlToken?: string;
  /** The address links in answers begin with, where it is not the sandbox's own. */
  readonly publicUrl?: string;
  /** What the `trench` strings call their providers; placeholders where nothing is given. */
  readonly providers?: Providers;
  /** A clock for the delays of magic amounts. */
  readonly later?: Later;
}

/** A running sandbox. */
export interface Sandbox {
  /** Its address, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly controlToken: string;
  readonly control: Control;
  /** Ends every connection, closes the database, frees the data directory. */
  stop(): Promise<void>;
}

/** Token of merchant 2001, for tests of access. */
export const OTHER_TOKEN = 'other-token';

/** Starts a sandbox in this process. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, seed = 1, token = 'sandbox-token', controlToken = 'control-token' } = options;
  // The database starts on other threads: what answers requests is loaded meanwhile.
  const [db, { createApp }, { channelsOf }, { listen }] = await Promise.all([
    openStorage(options),
    import('./app.js'),
    import('./channels.js'),
    import('./main.js'),
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
    const server = await listen(app.fetch, port);
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

/** Of the two drivers the one in use is loaded. */
async function openStorage({ data, databaseUrl, connections }: SandboxOptions): Promise<Db> {
  if (databaseUrl === undefined) return (await import('./db/pglite.js')).openPglite(data);
  if (data !== undefined) throw new StorageRefused('data and databaseUrl exclude each other.');
  if (connections !== undefined && !(Number.isInteger(connections) && connections > 0))
    throw new RangeError('connections must be a whole number from 1 on.');
  const { openPostgres } = await import('./db/postgres.js');
  return openPostgres(databaseUrl, connections);
}

function tokensOf(token: string): ReadonlyMap<string, readonly bigint[]> {
  return new Map<string, readonly bigint[]>([
    [OTHER_TOKEN, SEEDED_MERCHANTS.other],
    [token, SEEDED_MERCHANTS.own],
  ]);
}

/** A second stop must not free a directory somebody else has taken since. */
function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  return () => (ended ??= end());
}
