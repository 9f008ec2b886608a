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
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}
