import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Outcome {
  name: string;
  ok: boolean;
  output: string;
}

/** Each tier is checked with the types it may know: core without a browser or Node, the widget without Node. */
const TIERS = ['.', 'src/core', 'src/widget', 'src/server'];

/** Where an installed package's command lies; npx would start a shell and npm for each. */
function commandOf(name: string, bin = name): string {
  const manifest = join(ROOT, 'node_modules', name, 'package.json');
  const { bin: commands } = createRequire(import.meta.url)(manifest) as {
    bin: string | Record<string, string>;
  };
  const path = typeof commands === 'string' ? commands : commands[bin];
  if (path === undefined) throw new Error(`${name} has no command called ${bin}.`);
  return join(dirname(manifest), path);
}

function run(name: string, command: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ name, ok: false, output: String(error) }));
    child.once('close', (code) =>
      resolve({ name, ok: code === 0, output: Buffer.concat(chunks).toString() }),
    );
  });
}

/** Types in every tier, lint and format, side by side. */
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

export function report(outcomes: readonly Outcome[]): void {
  for (const { name, ok, output } of outcomes) {
    if (!ok && output.trim() !== '') console.log(output.trimEnd());
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outcomes = await check();
  report(outcomes);
  if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;
}
