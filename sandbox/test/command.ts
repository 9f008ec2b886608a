import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../bin/deposit-slip-sandbox.js', import.meta.url));
const CLI = new URL('../src/cli.ts', import.meta.url).href;
const LOADER = ['--conditions=@deposit-slip/source', '--import', import.meta.resolve('tsx')];

type Env = Readonly<Record<string, string>>;

/** Runs the installed command. A DATABASE_URL of the machine is ignored. */
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

/** Runs a command until it exits, and returns its output and exit code. */
export async function runToEnd(args: readonly string[], env: Env = {}) {
  const child = run(args, env);
  let [output, errors] = ['', ''];
  child.stdout!.on('data', (chunk) => (output += chunk));
  child.stderr!.on('data', (chunk) => (errors += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

/** Waits until a command prints its URL. `find` waits for a further line. */
export async function untilReady(child: ChildProcess) {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const find = async (isMatch: (line: string) => boolean): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('The command exited early.');
      if (isMatch(value)) return value;
    }
  };
  return { child, url: await find(() => true), find };
}

/** Stops a command like a terminal, with SIGTERM, and waits until it has exited. */
export async function end(child: ChildProcess): Promise<unknown[]> {
  child.kill('SIGTERM');
  return once(child, 'exit');
}
