import { spawn, type ChildProcess } from 'node:child_process';
import { ROOT } from '../root.js';
import { inGroups, isBuild, isEndToEnd, isWidget } from './files.js';
import { NO_TESTS, type FileReport, type Report } from './report.js';

const NODE = [
  // A sandbox runs PGlite, whose optimized WebAssembly takes longer to compile than most files run.
  '--liftoff-only',
  '--conditions=@deposit-slip/source',
  ...['--import', 'tsx', '--import', './test/seed.ts'],
];
const WEB_TEST_RUNNER = 'node_modules/@web/test-runner/dist/bin.js';
const isSoak = process.argv.includes('--soak');
/** A process that runs longer than this is considered hung. */
const MINUTES = isSoak ? 180 : 12;

/** What a run can set for its process: environment variables, and flags of Node. */
export interface Settings {
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** After how many minutes the process is considered hung. */
  readonly minutes?: number;
}

type OnReport = (report: Report) => void;

interface Ended {
  /** Whether the process exited with code 0. */
  readonly ok: boolean;
  readonly seconds: number;
  /** The last lines that the process printed. */
  readonly output: string;
}

const running = new Set<ChildProcess>();

// A run that somebody stops leaves no process behind: it would slow down the next one. The browsers' driver
// survives a SIGTERM.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of running) child.kill('SIGINT');
    process.exit(1);
  });

/** Runs Node with our flags. The reporter inside the process sends its reports as messages. */
function run(
  args: readonly string[],
  { env, flags = [], minutes = MINUTES }: Settings,
  onReport: OnReport,
): Promise<Ended> {
  const started = performance.now();
  const chunks: Buffer[] = [];
  // A process that inherits this variable reports to the test runner it was started by.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [...NODE, ...flags, ...args], {
    cwd: ROOT,
    env: { ...inherited, ...(isSoak && { SOAK: '1' }), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  child.stdout!.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr!.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('message', (message) => onReport(message as Report));
  const timer = setTimeout(() => {
    chunks.push(Buffer.from(`\nStopped after ${minutes} minutes.`));
    child.kill();
  }, minutes * 60_000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      const output = Buffer.concat(chunks).toString().split('\n').slice(-60).join('\n').trim();
      resolve({ ok: code === 0, seconds: (performance.now() - started) / 1000, output });
    });
  });
}

/** Runs tests, and passes on each report as soon as it arrives. */
export type Job = (onReport: OnReport) => Promise<readonly Report[]>;

/** Runs the jobs in order: at most `width` at a time, and at most one of each line. */
export async function inParallel(
  width: number,
  jobs: readonly Job[],
  onReport: OnReport,
  lines: readonly (readonly Job[])[] = [],
): Promise<Report[]> {
  const reports: Report[] = [];
  const run = async (queue: Iterable<Job>): Promise<void> => {
    for (const job of queue) {
      reports.push(...(await job(onReport)));
    }
  };
  const queue = jobs.values();
  const lanes = Array.from({ length: width }, async (_, at) => {
    for (const line of lines.filter((_, index) => index % width === at)) await run(line);
    await run(queue);
  });
  await Promise.all(lanes);
  return reports;
}

/**
 * The jobs that run test files. Those of a line run one after the other; the longest lines come first, so
 * that no core is idle at the end. In a sample, each file of the element runs in one engine.
 */
export function jobsOf(files: readonly string[], isSample = false): { lines: Job[][]; others: Job[] } {
  const nodeJobs = (isMember: (file: string) => boolean): Job[] =>
    inGroups(files.filter(isMember)).map((group) => (onReport) => runNodeFiles(group, {}, onReport));
  const widgetFiles = files.filter(isWidget);
  const settings = isSample ? { env: { IN_TURN: '1' } } : {};
  const widgetJob: Job = (onReport) => runWidgetFiles(widgetFiles, settings, onReport);
  return {
    lines: [nodeJobs(isEndToEnd), nodeJobs(isBuild), widgetFiles.length > 0 ? [widgetJob] : []],
    others: nodeJobs((file) => ![isEndToEnd, isBuild, isWidget].some((isLine) => isLine(file))),
  };
}

/**
 * Runs test files one after the other in a Node process of their own, which ends with its tests even if a
 * failed hook left a server open. `onReport` gets the report of each file as soon as it has run.
 */
export async function runNodeFiles(
  files: readonly string[],
  settings: Settings = {},
  onReport: OnReport = () => undefined,
): Promise<Report[]> {
  const reports = new Map<string, FileReport>();
  const reporter = [
    '--test-force-exit',
    '--test-reporter=./test/runner/node-reporter.ts',
    '--test-reporter-destination=stdout',
  ];
  const { ok, seconds, output } = await run(
    [...reporter, 'test/runner/node-files.ts', ...files],
    settings,
    (sent) => {
      const report = sent as FileReport;
      reports.set(report.name, report);
      if (hasRun(report)) onReport(report);
    },
  );
  const isNamed = [...reports.values()].some(({ failed }) => failed > 0);
  return files.map((file) => {
    const report = reports.get(file) ?? { ...emptyReport(file), seconds };
    if (hasRun(report) && (ok || isNamed)) return withOutput(report, output);
    const failure = crashed(report, output);
    onReport(failure);
    return failure;
  });
}

/** Runs one test file in a Node process of its own. */
export async function runNodeFile(file: string, settings: Settings = {}): Promise<Report> {
  const [report] = await runNodeFiles([file], settings);
  return report!;
}

function hasRun({ isDone = false, passed, failed, skipped }: Report & Partial<FileReport>): boolean {
  return isDone && passed + failed + skipped > 0;
}

function withOutput(report: Report, output: string): Report {
  if (report.failed === 0 || output === '') return report;
  return { ...report, failures: [...report.failures, { title: 'output of the process', detail: output }] };
}

/**
 * Runs element tests in every engine whose result can differ. `onReport` gets each file's report as soon as
 * the last engine has run it.
 */
export async function runWidgetFiles(
  files: readonly string[],
  settings: Settings = {},
  onReport: OnReport = () => undefined,
): Promise<Report[]> {
  const reports: Report[] = [];
  const env = { ...settings.env, FILES: files.join(' ') };
  const { ok, seconds, output } = await run([WEB_TEST_RUNNER], { ...settings, env }, (report) => {
    reports.push(report);
    onReport(report);
  });
  if (reports.length > 0 && (ok || reports.some(({ failed }) => failed > 0))) return reports;
  const failure = crashed({ ...emptyReport('element tests'), seconds }, output);
  onReport(failure);
  return [...reports, failure];
}

function emptyReport(name: string): Report {
  return { ...NO_TESTS, name, seconds: 0, failures: [], notes: [] };
}

/** A process that failed without naming a failed test. */
function crashed(report: Report & Partial<FileReport>, output: string): Report {
  if (report.failed > 0) return withOutput(report, output);
  const title = report.running === undefined ? 'no test ran' : `stopped during or after "${report.running}"`;
  return { ...report, failed: 1, failures: [{ title, detail: output }] };
}
