/**
 * Processes of the benchmark. Each compared program has its own process, so that its processor time can be
 * measured.
 */
import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A script that answers each message with one message. */
export interface Child<Message, Reply> {
  /** Rejects if the process ends. */
  ask(message: Message): Promise<Reply>;
  stop(): void;
}

/**
 * Starts a script of this folder with one argument, and waits until it is ready. The script must call
 * `serveParent`. It imports the built package, as a merchant's server does.
 */
export async function startChild<Message extends Serializable, Reply>(
  script: string,
  argument: object = {},
): Promise<Child<Message, Reply>> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, [JSON.stringify(argument)], { execArgv: ['--import', 'tsx'] });
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const nextMessage = async () => ((await once(child, 'message', { signal: ended.signal })) as unknown[])[0];
  await nextMessage();
  return {
    ask: (message) => {
      const reply = nextMessage();
      child.send(message);
      return reply as Promise<Reply>;
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}

/** Tells the parent that this process is ready, answers each message, and exits with the parent. */
export function serveParent(answer: (message: unknown) => unknown): void {
  process.once('disconnect', () => process.exit(0));
  process.on('message', async (message) => process.send!(await answer(message)));
  process.send!('ready');
}

/** Resident memory of a process and its children, in MiB (Linux only). */
export function memoryOf(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), ownMemoryOf(pid));
}

/** Resident memory of a process alone, in MiB (Linux only). */
export function ownMemoryOf(pid: number): number {
  return numberIn(pid, 'VmRSS') / 1024;
}

export function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

export function parentOf(pid: number): number {
  return numberIn(pid, 'PPid');
}

function numberIn(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+([0-9]+)`, 'm').exec(status)?.[1] ?? 0);
}
