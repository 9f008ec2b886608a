import { atLeast, atMost, ms, table, times, type Target } from '../table.js';
import type { GrowthFigures, GrowthRun } from './growth.js';
import type { KitFigures } from './kit.js';
import type { Run } from '../results.js';
import { readSizes } from '../sizes.js';
import type { Comparison, Spread } from './rates.js';
import type { EngineFigures, RequestsFigures } from './requests.js';
import type { ServerResults } from './results.js';
import type { StartFigures } from './start.js';

const ENGINES = { pglite: 'PGlite', postgres: 'PostgreSQL' } as const;

/** The targets of the server benchmark, in order. */
export function serverTargets({ start, requests, growth, kit }: ServerResults): Target[] {
  return [
    ...startTargets(start?.figures),
    ...(['pglite', 'postgres'] as const).flatMap((engine) => requestTargets(engine, requests?.figures)),
    ...growthTargets(growth?.figures),
    ...kitTargets(kit?.figures),
  ];
}

function startTargets(figures: StartFigures | undefined): Target[] {
  return [
    atMost({
      what: 'Second start of the sandbox, until it is ready',
      ...{
        measured: figures && figures.ms.median / 1000,
        limit: 0.8,
        write: (value) => `${value.toFixed(2)} s`,
      },
    }),
    atMost({
      what: 'Memory of the sandbox then',
      ...{ measured: figures?.mib.median, limit: 450, write: (value) => `${value.toFixed(0)} MiB` },
    }),
  ];
}

function requestTargets(engine: keyof typeof ENGINES, figures: RequestsFigures | undefined): Target[] {
  const target = (what: string, comparison: Comparison | undefined, of: string): Target =>
    atLeast({
      what: `${what} on ${ENGINES[engine]}`,
      of,
      ...{ measured: comparison?.ratio.median, limit: 0.5, write: times },
    });
  return [
    target('Pending fund', figures?.[engine].pendingFund, 'one SELECT'),
    target('Transfer', figures?.[engine].transfer, 'four bare statements'),
  ];
}

function growthTargets(figures: GrowthFigures | undefined): Target[] {
  const most = largestRun(figures, 'PostgreSQL', 1e6);
  return [
    atMost({
      what: 'Ten flows of a month and a type, of 1,000,000 flows on PostgreSQL',
      ...{
        measured: most?.pages['ten flows of a month and a type'].median,
        limit: 5,
        write: (value) => `${value.toFixed(1)} ms`,
      },
    }),
    ...(['PGlite', 'PostgreSQL'] as const).map((engine) =>
      atMost({
        what: `The longest that another query waits while ${engine} verifies everything`,
        ...{ measured: largestRun(figures, engine, 1e5)?.verifyFull.othersWaitMs, limit: 50, write: ms },
      }),
    ),
  ];
}

function kitTargets(figures: KitFigures | undefined): Target[] {
  return [
    atMost({
      what: 'Overhead of the kit, with the API 20 ms away',
      ...{ measured: figures && (1 / figures.newSlipRemote.ratio.median - 1) * 100, limit: 15 },
      write: (value) => `${value.toFixed(1)} %`,
    }),
    atMost({
      what: 'Processor time of the kit for a new slip',
      ...{ measured: figures?.newSlipLocal.ownCpuMs.median, limit: 0.25 },
      write: (value) => `${value.toFixed(2)} ms`,
    }),
    atMost({
      what: 'Processor time of a poll, beyond a bare handler',
      ...{ measured: figures?.poll.ownCpuMs.median, limit: 0.3 },
      write: (value) => `${value.toFixed(2)} ms`,
    }),
    atMost({
      what: 'The kit in a Worker, minified',
      ...{
        measured: readSizes().find(({ what }) => what.startsWith('the kit in a Worker, minified'))?.kb,
        limit: 120,
        write: (value) => `${value.toFixed(1)} KB`,
      },
    }),
  ];
}

/** The run of an engine with the most flows, if it has at least `least` flows. */
function largestRun(
  growth: GrowthFigures | undefined,
  engine: GrowthRun['engine'],
  least: number,
): GrowthRun | undefined {
  return growth?.runs.findLast((run) => run.engine === engine && run.flows >= least);
}

/** The tables of every measured part, by their markers in bench/README.md. */
export function serverTables({ kit, requests, start, growth }: ServerResults): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  if (kit) tables.set('kit', kitTable(kit.figures));
  if (requests) tables.set('requests', requestsTable(requests.figures));
  if (start) tables.set('start', startTable(start.figures));
  if (growth) tables.set('growth', growthTable(growth.figures));
  return tables;
}

function kitTable({ newSlipLocal, newSlipRemote, cachedSlip, poll }: KitFigures): string {
  const rows = [newSlipLocal, newSlipRemote, cachedSlip, poll].map(comparisonCells);
  const head = [
    '',
    'bare handler',
    'kit',
    'ratio',
    'CPU of the bare handler',
    'CPU of the kit',
    "the kit's own",
  ];
  return table(head, rows);
}

function comparisonCells(comparison: Comparison): string[] {
  const { name, baselineRate, ourRate, ratio, baselineCpuMs, ourCpuMs, ownCpuMs } = comparison;
  return [
    name,
    `${count(baselineRate.median)}/s`,
    `${count(ourRate.median)}/s`,
    `${ratio.median.toFixed(2)}x (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`,
    ...[baselineCpuMs, ourCpuMs, ownCpuMs].map(({ median }) => `${median.toFixed(2)} ms`),
  ];
}

function requestsTable({ pglite, postgres }: RequestsFigures): string {
  const rowsOf = ({ version, connections, pendingFund, transfer }: EngineFigures, name: string) =>
    [pendingFund, transfer].map((comparison) => {
      const [task, ...cells] = comparisonCells(comparison);
      return [`${task}, ${name} ${version}, ${connections} at a time`, ...cells];
    });
  const head = [
    '',
    'bare SQL',
    'sandbox',
    'ratio',
    'CPU of bare SQL',
    'CPU of the sandbox',
    "the sandbox's own",
  ];
  return table(head, [...rowsOf(pglite, ENGINES.pglite), ...rowsOf(postgres, ENGINES.postgres)]);
}

function startTable({ ms, mib }: StartFigures): string {
  const rows = [
    ['until it prints its address', `${count(ms.median)} ms (${count(ms.min)} to ${count(ms.max)})`],
    ['memory then', `${count(mib.median)} MiB`],
  ];
  return table(['', 'median'], rows);
}

/** One column for each run. Times are medians, with the shortest call in brackets. */
function growthTable({ runs }: GrowthFigures): string {
  const head = [
    '',
    ...runs.map(({ engine, version, flows }) => `${engine} ${version}, ${count(flows)} flows`),
  ];
  const row = (name: string, value: (run: GrowthRun) => string): string[] => [name, ...runs.map(value)];
  const verify = ({ ms, othersWaitMs }: GrowthRun['verifyFull']) =>
    `${time(ms)} (another query waits ${time(othersWaitMs)})`;
  return table(head, [
    ...pageRows(runs, ({ median, min }) => `${time(median)} (${time(min)})`),
    row('verify, one transfer more', ({ verifyOneMore }) => verify(verifyOneMore)),
    row('verify --full', ({ verifyFull }) => verify(verifyFull)),
    row('start', ({ startMs }) => time(startMs)),
    row('disk', ({ diskMib }) => `${count(diskMib)} MiB`),
    row('memory', ({ memoryMib }) => `${count(memoryMib)} MiB`),
  ]);
}

/** The largest run of each engine, for readers who wonder whether the sandbox can handle their load. */
export function growthSummary({ date, cores, figures }: Run & { readonly figures: GrowthFigures }): string {
  const runs = [largestRun(figures, 'PGlite', 1)!, largestRun(figures, 'PostgreSQL', 1)!];
  const row = (name: string, value: (run: GrowthRun) => string): string[] => [name, ...runs.map(value)];
  const rows = [
    ...pageRows(runs, ({ median }) => time(median)),
    row('start', ({ startMs }) => time(startMs)),
    row('disk', ({ diskMib }) => `${count(diskMib)} MiB`),
    row('`verify` after a transfer', ({ verifyOneMore }) => time(verifyOneMore.ms)),
    row('`verify --full`', ({ verifyFull }) => time(verifyFull.ms)),
    row('another query waits for it at most', ({ verifyFull }) => time(verifyFull.othersWaitMs)),
  ];
  const head = ['', ...runs.map(({ engine, flows }) => `${engine}, ${count(flows)} flows`)];
  return `${table(head, rows)}\n\nMeasured on ${date}, on ${cores} cores.`;
}

function pageRows(runs: readonly GrowthRun[], write: (spread: Spread) => string): readonly string[][] {
  const names = Object.keys(runs[0]!.pages) as (keyof GrowthRun['pages'])[];
  return names.map((name) => [name, ...runs.map(({ pages }) => write(pages[name]))]);
}

function time(ms: number): string {
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${count(ms)} ms`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}
