/** Runs the commands of the package, in this process or as separate processes as their users do. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

type Variables = Readonly<Record<string, string>>;

export function spawnCommand(name: string, args: readonly string[], variables: Variables = {}) {
  const bin = fileURLToPath(new URL(`../../bin/${name}.js`, import.meta.url));
  const env = { ...process.env, ...variables };
  return spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
}

/** Runs a command as a process. Returns its exit code and output. */
export async function runProcess(...command: Parameters<typeof spawnCommand>): Promise<Run> {
  const child = spawnCommand(...command);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

/** Captures the output of a command. The test reporter prints separately. */
const printed = new AsyncLocalStorage<{ stdout: string; stderr: string }>();
for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) => {
    const prints = printed.getStore();
    if (!prints) return write(chunk, ...rest);
    prints[name] += String(chunk);
    return true;
  };
}

const exitCodeNow = (): number => Number(process.exitCode ?? 0);

/** Runs the `main` of a command in this process: starting a process would take a second. */
export async function runMain(
  main: (args: readonly string[]) => Promise<void>,
  args: readonly string[],
  variables: Variables = {},
): Promise<Run> {
  const { env, exitCode } = process;
  const listeners = process.stdout.listeners('error');
  const prints = { stdout: '', stderr: '' };
  process.env = { ...env, ...variables };
  process.exitCode = undefined;
  try {
    await printed.run(prints, () => main(args));
    return { code: exitCodeNow(), output: prints.stdout, errors: prints.stderr };
  } finally {
    Object.assign(process, { env, exitCode });
    for (const listener of process.stdout.listeners('error'))
      if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void);
  }
}
