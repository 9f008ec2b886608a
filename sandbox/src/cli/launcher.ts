import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { identify, isAlive, type ProcessId } from '../processes.js';

/** How often to check whether the launcher has ended, in milliseconds. */
const INTERVAL_MS = 500;

/** How long a stop may take, in milliseconds. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * The npm, npx, yarn or pnpm that started this process. Undefined if it was started in another way: then it
 * may outlive its parent, as with `nohup`. Call this before anything that takes time, because the launcher
 * may end in between.
 */
export function findLauncher(): ProcessId | undefined {
  if (process.env['npm_execpath'] === undefined) return undefined;
  // npm starts commands through shells, which outlive it, and which may end early: `deposit-slip-sandbox &`.
  let pid = process.ppid;
  for (let parent = parentOf(pid); parent !== undefined; parent = parentOf(pid)) pid = parent;
  return identify(pid);
}

/** The parent of a process if that process is a shell. */
function parentOf(pid: number): number | undefined {
  try {
    const [parent, name] = process.platform === 'linux' ? readStatus(pid) : askPs(pid);
    return /^-?(?:\/.*\/)?(?:ba|da|a|z|k|fi)?sh$/.test(name) ? Number(parent) : undefined;
  } catch {
    return undefined;
  }
}

type ParentAndName = readonly [parent: string, name: string];

function readStatus(pid: number): ParentAndName {
  const [, name = '', parent = ''] =
    /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return [parent, name];
}

function askPs(pid: number): ParentAndName {
  const line = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent = '', name = ''] = /^\s*(\d+)\s+(.*?)\s*$/.exec(line) ?? [];
  return [parent, name];
}

/**
 * Lets a server go on when the reader of its output has ended, as in `npm start | head`. Without this, the
 * next line that it prints would end it without closing its database.
 */
export function ignoreClosedOutput(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

/**
 * Runs `stop` and exits at SIGINT, SIGTERM or SIGHUP, or once the launcher has ended: npm does not pass on
 * SIGKILL, and its shell passes on no signal at all.
 */
export function stopWith(launcher: ProcessId | undefined, stop: () => Promise<void>): void {
  let isStopping = false;
  const exit = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    void stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, exit);
  if (launcher) setInterval(() => isAlive(launcher) || exit(), INTERVAL_MS).unref();
}
