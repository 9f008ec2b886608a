import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** A data folder is in use by another process. */
export class FolderInUse extends Error {
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
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const mine: Holder = { pid: process.pid, started: startOf(process.pid) ?? '' };
  if (!(await write(path, mine))) {
    const text = await readFile(path, 'utf8').catch(() => '');
    const holder = parse(text);
    if (holder && isAlive(holder)) throw new FolderInUse(folder, holder.pid);
    await discard(path, text);
    if (!(await write(path, mine))) throw new FolderInUse(folder, holder?.pid ?? 0);
  }
  return () => rm(path, { force: true });
}

/** Linked into place, so that the file is never seen without its content. */
async function write(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Takes a dead holder's file away. If it was replaced since it was read, the newcomer keeps it. */
async function discard(path: string, seen: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => seen);
  if (moved !== seen) await rename(aside, path);
  else await rm(aside, { force: true });
}

function parse(text: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return now === undefined || started === '' || now === started;
}

/** Start time of a process in ticks since boot, with the boot's id; undefined where the system does not tell. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; the fields after it are counted from 3, the start is field 22.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
  } catch {
    return undefined;
  }
}
