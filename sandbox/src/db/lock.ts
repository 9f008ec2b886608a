import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageRefused } from './db.js';

/** The data folder is in use by another process. */
export class FolderInUse extends StorageRefused {
  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}: stop that process or choose another folder with --data.`);
    this.name = 'FolderInUse';
  }
}

interface Holder {
  readonly pid: number;
  /** When the process started, as the system reports it: distinguishes it from a later process with the same pid. */
  readonly started: string;
}

/**
 * Locks the folder for this process and returns a function that unlocks it. PGlite takes no lock of its own, and two
 * processes on one folder silently lose rows.
 *
 * Each process first creates a lock file named after itself, then looks for the lock files of others. Of two processes,
 * the one that looks later sees the other's file. Two that start at the same moment may both be refused, but they are
 * never both accepted.
 * @throws {FolderInUse} Another process has locked the folder.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const mine = `lock.${process.pid}.${startOf(process.pid) ?? ''}.${randomUUID()}`;
  const unlock = () => rm(join(folder, mine), { force: true });
  await writeFile(join(folder, mine), '', { mode: 0o600, flag: 'wx' });
  for (const name of await readdir(folder)) {
    const holder = name === mine ? undefined : holderOf(name);
    if (holder === undefined) continue;
    if (isAlive(holder)) {
      await unlock();
      throw new FolderInUse(folder, holder.pid);
    }
    await rm(join(folder, name), { force: true });
  }
  return unlock;
}

/** The process that created a lock file. Read from the file's name, which exists before its content does. */
function holderOf(name: string): Holder | undefined {
  const [, pid, started] = /^lock\.([0-9]{1,10})\.(.*)\.[0-9a-f-]{36}$/.exec(name) ?? [];
  return pid === undefined || started === undefined ? undefined : { pid: Number(pid), started };
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  // If the system does not report start times, a process with this pid counts as the holder: refusing loses no data.
  return now === undefined || started === '' || now === started;
}

/**
 * When a process started: the id of the boot and the ticks since then. `ended` for a zombie; undefined if the system
 * does not report it.
 */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces. After it come field 3, the state, and later field 22, the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}.${fields[19]}`;
  } catch {
    return undefined;
  }
}
