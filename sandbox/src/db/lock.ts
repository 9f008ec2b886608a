import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageRefused } from './db.js';

/** A data folder is in use by another process. */
export class FolderInUse extends StorageRefused {
  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}. One process at a time: stop it, or choose another --data.`);
    this.name = 'FolderInUse';
  }
}

interface Holder {
  readonly pid: number;
  /** When the process started, as the system tells it; tells a process from a later one with its number. */
  readonly started: string;
}

/**
 * Takes the folder for this process and returns how to give it back. PGlite takes no lock of its own, and two
 * processes on one directory lose rows without a word (sandbox.md).
 *
 * Everybody first puts up a file of their own, named after them, then looks for those of others: of two, the later one
 * to look sees the other. Two who come at the same moment may both be turned away; never are both let in.
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

/** Who put up a file, by its name alone: a file has its name at once, its content later. */
function holderOf(name: string): Holder | undefined {
  const [, pid, started] = /^lock\.([0-9]{1,10})\.(.*)\.[0-9a-f-]{36}$/.exec(name) ?? [];
  return pid === undefined || started === undefined ? undefined : { pid: Number(pid), started };
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  // Where the system does not tell, a number that is taken is taken for the holder: refusing loses nothing.
  return now === undefined || started === '' || now === started;
}

/** Start of a process: the boot's id and ticks since then; `ended` for a zombie; undefined where the system does not tell. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; after it come field 3, the state, and at 22 the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}.${fields[19]}`;
  } catch {
    return undefined;
  }
}
