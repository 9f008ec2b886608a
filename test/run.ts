/**
 * Every test of the repository, stage by stage: `npm test`. A stage that fails does not stop the next one.
 * `npm test -- core e2e` runs those stages; an argument with a slash narrows them to the files it is part of:
 * `npm test -- widget widget/harness`. With `--soak` the proofs alone run (test/proofs, sandbox/test/proofs), with every
 * case their promise states instead of a sample: `npm run soak`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, report } from '../scripts/check.js';
import { add, NOTHING, type Counts } from './browsers/report.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE = ['--conditions=@deposit-slip/source', '--import', 'tsx', '--import', './test/seed.ts'];
const isSoak = process.argv.includes('--soak');
/** Longer than any stage should take: a runner that hangs is a failure, not a wait. */
const STAGE_TIMEOUT_MS = (isSoak ? 180 : 10) * 60_000;
/** What a soak runs, and every test run takes a sample of. */
const PROOFS = ['test/proofs/', 'sandbox/test/proofs/'];
const isProof = (file: string): boolean => PROOFS.some((folder) => file.startsWith(folder));

const args = process.argv.slice(2).filter((arg) => arg !== '--soak');
const askedStages = args.filter((arg) => !arg.includes('/'));
const askedFiles = args.filter((arg) => arg.includes('/'));

interface Stage {
  name: string;
  run(files: string[]): Promise<Counts>;
  /** Folders whose *.test.ts files the stage runs; none for a stage without files. */
  folders: string[];
}

interface Ended {
  ok: boolean;
  report: string | undefined;
}

function testFiles(folder: string): string[] {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules'))
    .toSorted();
}

/** Runs node and hands back the report the runner wrote, if it got that far. */
async function runNode(argumentsOf: (report: string) => string[]): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'));
  const file = join(folder, 'report');
  try {
    const ok = await new Promise<boolean>((resolve) => {
      const env = { ...process.env, TEST_REPORT: file, ...(isSoak && { SOAK: '1' }) };
      const child = spawn(process.execPath, argumentsOf(file), {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      const tooLate = setTimeout(() => {
        console.error(`The stage was ended after ${STAGE_TIMEOUT_MS / 60_000} minutes.`);
        child.kill();
      }, STAGE_TIMEOUT_MS);
      child.once('error', () => resolve(false));
      child.once('close', (code) => {
        clearTimeout(tooLate);
        resolve(code === 0);
      });
    });
    return { ok, report: existsSync(file) ? readFileSync(file, 'utf8') : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A runner that ended badly without naming a failed test has still failed. */
function withCrash(counts: Counts, ok: boolean): Counts {
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** The summary Node's own TAP reporter ends with. */
function fromTap(tap: string | undefined): Counts {
  const count = (name: string): number =>
    Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(tap ?? '')?.[1] ?? 0);
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
}

async function nodeTests(files: string[], flags: string[] = []): Promise<Counts> {
  const { ok, report: tap } = await runNode((file) => [
    ...NODE,
    '--test',
    ...flags,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${file}`,
    ...files,
  ]);
  return withCrash(fromTap(tap), ok);
}

async function widgetTests(files: string[]): Promise<Counts> {
  const runner = join('node_modules', '@web', 'test-runner', 'dist', 'bin.js');
  const { ok, report: json } = await runNode(() => [...NODE, runner, '--files', ...files]);
  return withCrash(json === undefined ? NOTHING : (JSON.parse(json) as Counts), ok);
}

async function checks(): Promise<Counts> {
  const outcomes = await check();
  report(outcomes);
  const passed = outcomes.filter(({ ok }) => ok).length;
  return { passed, failed: outcomes.length - passed, skipped: 0 };
}

const node = (name: string, ...folders: string[]): Stage => ({
  name,
  folders,
  // A file at a time for each core; left to itself, Node leaves one idle.
  run: (files) => nodeTests(files, [`--test-concurrency=${availableParallelism()}`]),
});

const STAGES: Stage[] = [
  { name: 'check', folders: [], run: checks },
  node('core', 'test/core', 'test/proofs/core'),
  node('server', 'test/server', 'test/proofs/server'),
  node('sandbox', 'sandbox/test'),
  node('lint', 'test/lint'),
  { name: 'widget', folders: ['test/widget', 'test/proofs/widget'], run: widgetTests },
  node('mutants', 'test/mutants'),
  {
    name: 'e2e',
    folders: ['test/e2e', 'test/proofs/e2e'],
    run: (files) => nodeTests(files, ['--test-concurrency=1']),
  },
];

/** Test files no stage would run have a stage of their own: nothing is left out by lying elsewhere. */
function withStrays(stages: Stage[]): Stage[] {
  const known = new Set(stages.flatMap(({ folders }) => folders.flatMap(testFiles)));
  const strays = ['test', 'sandbox', 'demo', 'src', 'scripts', 'bench']
    .flatMap(testFiles)
    .filter((file) => !known.has(file));
  return strays.length === 0
    ? stages
    : [...stages, { name: 'other', folders: [], run: () => nodeTests(strays) }];
}

interface Line extends Counts {
  name: string;
  seconds: number;
}

async function runStage({ name, folders, run }: Stage): Promise<Line> {
  console.log(`\n=== ${name}`);
  const started = performance.now();
  const isAsked = (file: string): boolean =>
    (!isSoak || isProof(file)) && (askedFiles.length === 0 || askedFiles.some((part) => file.includes(part)));
  const files = folders.flatMap(testFiles).filter(isAsked);
  let counts: Counts;
  try {
    counts = folders.length > 0 && files.length === 0 ? NOTHING : await run(files);
  } catch (error) {
    console.error(error);
    counts = { ...NOTHING, failed: 1 };
  }
  if (counts.passed + counts.failed === 0) {
    console.error(`The stage "${name}" ran no test.`);
    counts = { ...counts, failed: 1 };
  }
  return { ...counts, name, seconds: (performance.now() - started) / 1000 };
}

function table(lines: readonly Line[]): string {
  const cells = [
    ['stage', 'passed', 'failed', 'skipped', 'seconds'],
    ...lines.map((line) => [
      line.name,
      String(line.passed),
      String(line.failed),
      String(line.skipped),
      line.seconds.toFixed(1),
    ]),
  ];
  return cells
    .map(([name = '', ...figures]) => name.padEnd(8) + figures.map((cell) => cell.padStart(9)).join(''))
    .join('\n');
}

const isProving = ({ folders }: Stage): boolean => folders.flatMap(testFiles).some(isProof);
const all = isSoak ? STAGES.filter(isProving) : withStrays(STAGES);
const stranger = askedStages.find((name) => !all.some((stage) => stage.name === name));
if (stranger !== undefined) {
  throw new Error(`There is no stage "${stranger}": choose from ${all.map(({ name }) => name).join(', ')}.`);
}
const lines: Line[] = [];
for (const stage of all) {
  if (askedStages.length === 0 || askedStages.includes(stage.name)) lines.push(await runStage(stage));
}
const total = lines.reduce<Counts>(add, NOTHING);
console.log(`\n${table(lines)}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
