/** `npm run check`: types of every tier, lint, format. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

/** Each tier is checked with the types it may use: core without DOM and Node, the widget without Node. */
const TIERS = ['.', 'src/core', 'src/widget', 'src/server'];

/** The path of an installed package's command. Starting it with npx would take a second more. */
function commandOf(name: string, bin = name): string {
  const manifest = join(ROOT, 'node_modules', name, 'package.json');
  const { bin: commands } = createRequire(import.meta.url)(manifest) as {
    bin: string | Record<string, string>;
  };
  const path = typeof commands === 'string' ? commands : commands[bin];
  if (path === undefined) throw new Error(`${name} has no command named ${bin}.`);
  return join(dirname(manifest), path);
}

function run(name: string, command: string, args: readonly string[]): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    const end = (ok: boolean, output: string): void =>
      resolve({ name, ok, output, seconds: (performance.now() - started) / 1000 });
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => end(false, String(error)));
    child.once('close', (code) => end(code === 0, Buffer.concat(chunks).toString()));
  });
}

/** Runs all checks at the same time. */
export function check(): Promise<Outcome[]> {
  const tsc = commandOf('typescript', 'tsc');
  return Promise.all([
    ...TIERS.map((tier) => run(`types ${tier}`, tsc, ['-p', tier])),
    run('lint', commandOf('oxlint'), [
      '--type-aware',
      '--deny-warnings',
      '--report-unused-disable-directives',
    ]),
    run('format', commandOf('prettier'), ['--check', '--log-level', 'warn', '.']),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, ok, output } of await check()) {
    if (!ok && output.trim() !== '') console.log(output.trimEnd());
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
    if (!ok) process.exitCode = 1;
  }
}
