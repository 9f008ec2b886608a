import { randomUUID } from 'node:crypto';
import { access, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identify, isAlive, type ProcessId } from '../processes.js';
import { StorageRefused } from './db.js';

/** The data folder is in use by another process. */
export class FolderInUse extends StorageRefused {
  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}: stop that process or choose another folder with --data.`);
    this.name = 'FolderInUse';
  }
}

/** A folder that this process has locked. */
export interface FolderLock {
  /** Rejects if the lock was lost: somebody deleted its file, so another process may use the folder. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Locks the folder for this process. PGlite does not lock its folder, and two processes on one folder
 * silently lose rows.
 *
 * Each process first creates a lock file named after itself, then looks for the lock files of others. Of two
 * processes, the one that looks later sees the other's file. Two that start at the same moment may both be
 * refused, but they are never both accepted.
 * @throws {FolderInUse} Another process has locked the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const mine = `lock.${process.pid}.${identify(process.pid).started}.${randomUUID()}`;
  const release = () => rm(join(folder, mine), { force: true });
  await writeFile(join(folder, mine), '', { mode: 0o600, flag: 'wx' });
  for (const name of await readdir(folder)) {
    const holder = name === mine ? undefined : holderOf(name);
    if (holder === undefined) continue;
    // If start times are unknown, a process with the holder's pid counts as the holder: refusing loses no
    // data.
    if (isAlive(holder)) {
      await release();
      throw new FolderInUse(folder, holder.pid);
    }
    await rm(join(folder, name), { force: true });
  }
  return { check: () => access(join(folder, mine)), release };
}

/** The process that created a lock file. Read from the file's name, which exists before its content does. */
function holderOf(name: string): ProcessId | undefined {
  const [, pid, started] = /^lock\.([0-9]{1,10})\.(.*)\.[0-9a-f-]{36}$/.exec(name) ?? [];
  return pid === undefined || started === undefined ? undefined : { pid: Number(pid), started };
}
