import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../bin/deposit-slip-sandbox.js', import.meta.url));
const CLI = new URL('../src/cli.ts', import.meta.url).href;

/** The command as it is installed, with no environment of the machine's that would choose its database. */
export function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], spawnOptions(env));
}

/** The program as a child of ours, so that its exit is the end of the process that holds the data. */
export function runWithoutBin(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const program = `import(${JSON.stringify(CLI)}).then(({ main }) => main(process.argv.slice(1)))`;
  const flags = [
    '--conditions=@deposit-slip/source',
    '--import',
    import.meta.resolve('tsx'),
    '--eval',
    program,
    '--',
  ];
  return spawn(process.execPath, [...flags, ...args], spawnOptions(env));
}

function spawnOptions(env: Readonly<Record<string, string>>) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return { env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
}

/** All a command says, and how it ends. */
export async function runToEnd(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = run(args, env);
  let [output, errors] = ['', ''];
  child.stdout!.on('data', (chunk) => (output += chunk));
  child.stderr!.on('data', (chunk) => (errors += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

/** A running command, once it has said its address, and its further lines. */
export async function untilReady(child: ChildProcess) {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const find = async (isIt: (line: string) => boolean): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the command ended early');
      if (isIt(value)) return value;
    }
  };
  return { child, url: await find(() => true), find };
}

/** Ends a running command as a terminal does, and waits until it is gone. */
export async function end(child: ChildProcess): Promise<unknown[]> {
  child.kill('SIGTERM');
  return once(child, 'exit');
}
