import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../test/root.js';
import { readOptions, type Options } from '../src/cli/options.js';

const BIN = fileURLToPath(new URL('../bin/deposit-slip-sandbox.js', import.meta.url));
const CLI = new URL('../src/cli/cli.ts', import.meta.url).href;
const LOADER = [
  '--liftoff-only',
  '--conditions=@deposit-slip/source',
  '--import',
  import.meta.resolve('tsx'),
];

type Env = Readonly<Record<string, string>>;

/** Runs the installed command. Ignores the DATABASE_URL of the environment. */
export function run(args: readonly string[], env: Env = {}): ChildProcess {
  return spawnNode([BIN, ...args], env);
}

/** Runs the program directly as a child process, so that killing it kills the process that holds the data. */
export function runWithoutBin(args: readonly string[], env: Env = {}): ChildProcess {
  const program = `import(${JSON.stringify(CLI)}).then(({ main }) => main(process.argv.slice(1)))`;
  return spawnNode([...LOADER, '--eval', program, '--', ...args], env);
}

function spawnNode(args: readonly string[], env: Env): ChildProcess {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return spawn(process.execPath, args, { env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The options that the command reads from an environment. */
export function optionsOf(args: readonly string[], env: Env = {}): Options {
  const inherited = process.env['DATABASE_URL'];
  Object.assign(process.env, env);
  try {
    return readOptions(args);
  } finally {
    if (inherited === undefined) delete process.env['DATABASE_URL'];
    else process.env['DATABASE_URL'] = inherited;
  }
}

/** Runs a command until it exits. Returns its output and exit code. */
export async function runToEnd(args: readonly string[], env: Env = {}) {
  const child = run(args, env);
  let [output, errors] = ['', ''];
  child.stdout!.on('data', (chunk) => (output += chunk));
  child.stderr!.on('data', (chunk) => (errors += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

/** Waits until a command prints its URL. `find` waits for another line. */
export async function untilReady(child: ChildProcess) {
  const find = finderOf(child);
  return { child, url: await find(() => true), find };
}

/** Returns a function that waits for the next matching line of a command's output. */
function finderOf(child: ChildProcess) {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return async (isMatch: (line: string) => boolean): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('The command exited early.');
      if (isMatch(value)) return value;
    }
  };
}

/** A command in a process group of its own, like one in a terminal. */
export interface Launched {
  readonly child: ChildProcess;
  readonly url: string;
  /** Waits for the next line that matches. */
  find(isMatch: (line: string) => boolean): Promise<string>;
  /** Waits until every process that writes to the command's output has ended. */
  ended(): Promise<unknown>;
}

/**
 * Starts a command of the repository, calls `use` once the command has printed a URL, and then kills the
 * remaining processes of its group.
 */
export async function launched(
  [command, ...args]: readonly [string, ...string[]],
  use: (launched: Launched) => Promise<void>,
  port = 0,
): Promise<void> {
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const closed = once(child, 'close');
  try {
    const find = finderOf(child);
    const line = await find((text) => text.includes('http'));
    await use({ child, url: /https?:\/\/[^\s/]+/.exec(line)![0], find, ended: () => closed });
  } finally {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The group has already ended.
    }
    await closed;
  }
}

/** Stops a command with SIGTERM, and waits until it has exited. */
export async function end(child: ChildProcess): Promise<unknown[]> {
  child.kill('SIGTERM');
  return once(child, 'exit');
}
