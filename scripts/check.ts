/**
 * `npm run check`: types of every tier, lint, format, width of comments, unused code and
 * dependencies, slow expressions.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../test/root.js';
import { countsText } from '../test/runner/report.js';
import { commentsCheck } from './comments.js';
import { expressionsCheck } from './expressions.js';
import { ONE_CHECKER, run } from './run.js';

interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

/**
 * Each tier is checked with only the types it may use: core without DOM and Node, the widget and the console
 * without Node.
 */
const TIERS = ['.', 'src/core', 'src/widget', 'src/server', 'sandbox/src/console'];

/** A package, and the name of its command if it has several. */
type Tool = readonly [name: string, bin?: string];

/** The path of an installed package's command. Starting it with npx would take a second more. */
function commandOf(name: string, bin: string): string {
  const manifest = join(ROOT, 'node_modules', name, 'package.json');
  if (!existsSync(manifest)) throw new Error(`${name} is not installed: run npm ci.`);
  const { bin: commands } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const path = typeof commands === 'string' ? commands : commands[bin];
  if (path === undefined) throw new Error(`${name} has no command named ${bin}.`);
  return join(dirname(manifest), path);
}

/** The outcome of a check, which throws or returns findings if it fails. */
async function outcomeOf(name: string, find: () => Promise<readonly string[]>): Promise<Outcome> {
  const started = performance.now();
  const all = await find().catch((error: unknown) => [String(error)]);
  const seconds = (performance.now() - started) / 1000;
  return { name, ok: all.length === 0, output: all.join('\n'), seconds };
}

/** Rejects with the output of the tool if it fails. */
async function runTool([name, bin = name]: Tool, args: readonly string[]): Promise<readonly string[]> {
  // The compiler and the linter are written in Go: with less garbage collection, they take a third less CPU
  // time, and less memory than with several checkers.
  await run(process.execPath, [commandOf(name, bin), ...args], ROOT, { GOGC: '400' });
  return [];
}

const LINT = ['--type-aware', '--deny-warnings', '--report-unused-disable-directives'];

function tool(name: string, command: Tool, args: readonly string[]): Promise<Outcome> {
  return outcomeOf(name, () => runTool(command, args));
}

/** Checks the types of all files, or of a tier. */
export function typesCheck(tier = '.'): Promise<Outcome> {
  return tool(`types ${tier}`, ['typescript', 'tsc'], ['-p', tier, ...ONE_CHECKER]);
}

/** Runs all checks at the same time. */
function check(): Promise<Outcome[]> {
  return Promise.all([
    ...TIERS.map(typesCheck),
    // Node 20 cannot read the configuration of the linter, but tsx can.
    tool('lint', ['tsx'], ['node_modules/oxlint/bin/oxlint', ...LINT]),
    tool('format', ['oxfmt'], ['--check', '.']),
    tool('unused code', ['knip'], ['--no-progress']),
    outcomeOf('comments', async () => commentsCheck()),
    outcomeOf('expressions', expressionsCheck),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outcomes = await check();
  for (const { name, ok, output } of outcomes) {
    if (!ok && output.trim() !== '') console.log(output.trimEnd());
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
    if (!ok) process.exitCode = 1;
  }
  const passed = outcomes.filter(({ ok }) => ok).length;
  console.log(countsText({ passed, failed: outcomes.length - passed, skipped: 0 }));
}
