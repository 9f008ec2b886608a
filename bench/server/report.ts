import { atLeast, atMost, ms, table, times, type Target } from '../table.js';
import type { CopiesFigures } from './copies.js';
import type { FairnessFigures, Latency } from './fairness.js';
import type { GrowthFigures, GrowthRun } from './growth.js';
import type { KitFigures } from './kit.js';
import type { Run } from '../results.js';
import { readSizes } from '../sizes.js';
import type { Times } from './lists.js';
import type { Comparison, Spread } from './rates.js';
import type { EngineFigures, RequestsFigures } from './requests.js';
import type { ServerResults } from './results.js';
import type { SnapshotFigures, SnapshotRun, Taken } from './snapshots.js';
import type { StartFigures } from './start.js';

const ENGINES = { pglite: 'PGlite', postgres: 'PostgreSQL' } as const;

/** The targets of the server benchmark, in order. */
export function serverTargets({
  start,
  requests,
  fairness,
  growth,
  snapshots,
  kit,
}: ServerResults): Target[] {
  return [
    ...startTargets(start?.figures),
    ...(['pglite', 'postgres'] as const).flatMap((engine) => requestTargets(engine, requests?.figures)),
    ...fairnessTargets(fairness?.figures),
    ...growthTargets(growth?.figures),
    ...snapshotTargets(snapshots?.figures),
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

function fairnessTargets(figures: FairnessFigures | undefined): Target[] {
  return [
    atMost({
      what: 'The slowest of 100 requests over 64 connections, on PGlite',
      of: 'the median',
      ...{ measured: figures && figures.p99Ms / figures.medianMs, limit: 5, write: times },
    }),
    atMost({
      what: 'The slowest of all in a minute',
      ...{ measured: figures?.maxMs, limit: 2_000, write: ms },
    }),
  ];
}

function growthTargets(figures: GrowthFigures | undefined): Target[] {
  const most = largestRun(figures, 'PostgreSQL', 1e6);
  return [
    atMost({
      what: 'The slowest filter of the first page of flows, at 1,000,000 flows on PostgreSQL',
      ...{
        measured: most && slowestOf(most.lists.flows),
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

function snapshotTargets(figures: SnapshotFigures | undefined): Target[] {
  return (['PGlite', 'PostgreSQL'] as const).flatMap((engine) => {
    const run = figures?.runs.find((each) => each.engine === engine && each.flows === 1e5);
    const both = run && [run.take, run.restore];
    return [
      atMost({
        what: `A snapshot of 100,000 flows on ${engine}, or its restore`,
        ...{ measured: both && Math.max(...both.map(({ ms }) => ms)), limit: 1_000, write: ms },
      }),
      atMost({
        what: 'The longest that another client waits meanwhile',
        ...{
          measured: both && Math.max(...both.map(({ othersWaitMs }) => othersWaitMs)),
          limit: 1_000,
          write: ms,
        },
      }),
    ];
  });
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

function slowestOf(times: Times): number {
  return Math.max(...Object.values(times).map(({ median }) => median));
}

/** The tables of every measured part, by their markers in bench/README.md. */
export function serverTables({
  kit,
  copies,
  requests,
  start,
  fairness,
  growth,
  snapshots,
}: ServerResults): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  if (kit) tables.set('kit', kitTable(kit.figures));
  if (copies) tables.set('copies', copiesTables(copies.figures));
  if (requests) tables.set('requests', requestsTable(requests.figures));
  if (start) tables.set('start', startTable(start.figures));
  if (fairness) tables.set('fairness', fairnessTable(fairness.figures));
  if (growth) tables.set('growth', growthTable(growth.figures));
  if (snapshots) tables.set('snapshots', snapshotsTable(snapshots.figures));
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

function copiesTables({ rows, sharedGrants, upstreamRequests }: CopiesFigures): string {
  const cells = rows.map(({ copies, requests, rate, cpuMs, storeCalls }) => [
    String(copies),
    requests,
    `${count(rate.median)}/s (${count(rate.min)} to ${count(rate.max)})`,
    `${cpuMs.median.toFixed(2)} ms`,
    storeCalls.toFixed(1),
  ]);
  const head = ['copies', 'slips', 'in all', 'CPU of a copy per slip', 'calls of the store per slip'];
  const shared = `Asked for the slips of ${sharedGrants} orders at the same moment, the copies made ${upstreamRequests} requests to the API.`;
  return `${table(head, cells)}\n\n${shared}`;
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

function fairnessTable(figures: FairnessFigures): string {
  const row = (name: string, { served, medianMs, p99Ms, maxMs }: Latency): string[] => [
    ...[name, count(served), ms(medianMs), ms(p99Ms), ms(maxMs)],
  ];
  const { connections, seconds, refused, operations } = figures;
  const rows = [
    row('all', figures),
    ...Object.entries(operations).map(([name, latency]) => row(name, latency)),
  ];
  const head = [
    `${connections} connections, ${seconds} s`,
    'served',
    'median',
    '99 of 100 within',
    'the slowest',
  ];
  return `${table(head, rows)}\n\nRefused: ${refused}.`;
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
    ...timeRows(runs, 'flows, ', ({ lists }) => lists.flows),
    ...timeRows(runs, 'flows, page in the middle, ', ({ lists }) => lists.middleFlows),
    ...timeRows(runs, 'orders, ', ({ lists }) => lists.orders),
    ...timeRows(runs, 'orders, page in the middle, ', ({ lists }) => lists.middleOrders),
    ...timeRows(runs, '', ({ lists }) => lists.others),
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
  const range = (lists: readonly Times[]): string => {
    const medians = lists.flatMap(Object.values).map(({ median }: Spread) => median);
    return `${time(Math.min(...medians))} to ${time(Math.max(...medians))}`;
  };
  const row = (name: string, value: (run: GrowthRun) => string): string[] => [name, ...runs.map(value)];
  const rows = [
    row('A page of ten flows, with any filter', ({ lists }) => range([lists.flows])),
    row('A page in the middle of the list', ({ lists }) => range([lists.middleFlows])),
    row('A page of a thousand', ({ lists }) => time(lists.others['a thousand flows']!.median)),
    row('A page of orders with any filter, any page', ({ lists }) =>
      range([lists.orders, lists.middleOrders]),
    ),
    row('Start', ({ startMs }) => time(startMs)),
    row('Disk', ({ diskMib }) => `${count(diskMib)} MiB`),
    row('`verify` after a transfer', ({ verifyOneMore }) => time(verifyOneMore.ms)),
    row('`verify --full`', ({ verifyFull }) => time(verifyFull.ms)),
    row('Another query waits for it at most', ({ verifyFull }) => time(verifyFull.othersWaitMs)),
  ];
  const head = ['', ...runs.map(({ engine, flows }) => `${engine}, ${count(flows)} flows`)];
  return `${table(head, rows)}\n\nMeasured on ${date}, on ${cores} cores.`;
}

/** The cost of snapshots. */
export function snapshotsSummary({
  date,
  cores,
  figures,
}: Run & { readonly figures: SnapshotFigures }): string {
  return `${snapshotsTable(figures)}\n\nMeasured on ${date}, on ${cores} cores.`;
}

function snapshotsTable({ runs }: SnapshotFigures): string {
  const row = (name: string, taken: (run: SnapshotRun) => Taken): string[][] => [
    [name, ...runs.map((run) => time(taken(run).ms))],
    ['another client waits at most', ...runs.map((run) => waitCell(taken(run)))],
  ];
  const head = ['', ...runs.map(({ engine, flows }) => `${engine}, ${count(flows)} flows`)];
  return table(head, [
    ...row('Take', ({ take }) => take),
    ...row('Restore', ({ restore }) => restore),
    ...row('Reset', ({ reset }) => reset),
    ...row('Restore after the reset', ({ restoreAfterReset }) => restoreAfterReset),
    ['Another client waits without them', ...runs.map(({ idle }) => time(idle.othersWaitMs))],
  ]);
}

function waitCell({ othersWaitMs, refused }: Taken): string {
  return `${time(othersWaitMs)}${refused > 0 ? `, ${refused} requests are refused` : ''}`;
}

function timeRows(
  runs: readonly GrowthRun[],
  prefix: string,
  timesOf: (run: GrowthRun) => Times,
): readonly string[][] {
  const names = [...new Set(runs.flatMap((run) => Object.keys(timesOf(run))))];
  return names.map((name) => {
    const cells = runs.map((run) => {
      const spread = timesOf(run)[name];
      return spread ? `${time(spread.median)} (${time(spread.min)})` : '';
    });
    return [prefix + name, ...cells];
  });
}

function time(ms: number): string {
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${count(ms)} ms`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}
