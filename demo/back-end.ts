import { join } from 'node:path';
import { startSandbox, type PageHeader, type Sandbox } from 'deposit-slip-sandbox';
import { openDatabase, type Database } from './database.js';
import type { DemoOptions } from './options.js';

/** The services behind the demo merchant's server: the payments API, and the demo's database. */
export interface BackEnd {
  readonly sandbox: Sandbox;
  readonly database: Database;
  stop(): Promise<void>;
}

/** Options of `startBackEnd`. */
export interface BackEndOptions extends Omit<DemoOptions, 'strictPort'> {
  /** The root of the repository. */
  readonly root: string;
  readonly pageHeader: PageHeader;
  /** Writes a line to the terminal. */
  readonly log: (line: string) => void;
}

/** The text that the terminal shows with a URL of the console. */
export function consoleLine(url: string): string {
  return `${url}  the console of the sandbox (opens once, within ten minutes)`;
}

/**
 * Starts the sandbox and opens the database, both in memory or in folders of `data`.
 * @throws {StorageRefused} Another process uses the folder.
 */
export async function startBackEnd(options: BackEndOptions): Promise<BackEnd> {
  const { root, data, port, allowedHosts, pageHeader, log } = options;
  const announceConsole = (url: string) => log(consoleLine(url));
  const folder = (name: string): string | undefined => (data === undefined ? undefined : join(data, name));
  const sandboxData = folder('sandbox');
  // Links in stored slips point to the sandbox, so it keeps its port after a restart.
  const sandboxPort = port === 0 || port === 65_535 ? 0 : port + 1;
  const [sandbox, database] = await Promise.allSettled([
    startSandbox({
      ...{ allowedHosts, pageHeader, announceConsole, port: sandboxPort },
      ...(sandboxData !== undefined && { data: sandboxData }),
    }),
    openDatabase(root, folder('payments')),
  ]);
  if (sandbox.status === 'rejected') {
    if (database.status === 'fulfilled') await database.value.close();
    throw sandbox.reason;
  }
  if (database.status === 'rejected') {
    await sandbox.value.stop();
    throw database.reason;
  }
  return {
    sandbox: sandbox.value,
    database: database.value,
    stop: async () => {
      await database.value.close();
      await sandbox.value.stop();
    },
  };
}
