import { readFileSync } from 'node:fs';

/** A process of this machine. */
export interface ProcessId {
  readonly pid: number;
  /**
   * When it started, as the system reports it: distinguishes it from a later process with the same pid. May
   * be empty.
   */
  readonly started: string;
}

/** The identity of a process that runs now. */
export function identify(pid: number): ProcessId {
  return { pid, started: startOf(pid) ?? '' };
}

export function isAlive({ pid, started }: ProcessId): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  // If the system does not report start times, any process with this pid counts as the same one.
  return now === undefined || started === '' || now === started;
}

/** The fields of /proc/PID/stat after the name; undefined if the system has no such file. */
function statusOf(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces. After it come field 3, the state, field 4, the parent, and
    // so on.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * When a process started: the id of the boot and the ticks since then. `ended` for a zombie; undefined if the
 * system does not report it.
 */
function startOf(pid: number): string | undefined {
  const fields = statusOf(pid);
  if (!fields) return undefined;
  if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}.${fields[19]}`;
  } catch {
    return undefined;
  }
}
