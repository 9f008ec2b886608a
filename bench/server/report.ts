import type { CopiesFigures } from './copies.js';
import type { GrowthFigures, GrowthRun } from './growth.js';
import type { KitFigures } from './kit.js';
import type { Times } from './lists.js';
import type { Comparison } from './rates.js';
import type { EngineFigures, RequestsFigures } from './requests.js';
import type { Measured, ServerResults } from './results.js';
import type { StartFigures } from './start.js';

/** A figure to reach. */
interface Target {
  readonly what: string;
  readonly limit: number;
  /** Whether the limit is the least to reach. Default: it is the most. */
  readonly isLeast?: boolean;
  readonly unit: string;
  /** Decimals to show. */
  readonly digits: number;
  /** Undefined if the part has not been measured. */
  readonly measure: (results: ServerResults) => number | undefined;
}

const KIB = 1024;
const ENGINES = { pglite: 'PGlite', postgres: 'PostgreSQL' } as const;

const TARGETS: readonly Target[] = [
  {
    what: 'Second start of the sandbox, until it is ready',
    ...{ limit: 0.8, unit: ' s', digits: 2 },
    measure: ({ start }) => start && start.ms.median / 1000,
  },
  {
    what: 'Memory of the sandbox then',
    ...{ limit: 450, unit: ' MiB', digits: 0 },
    measure: ({ start }) => start?.mib.median,
  },
  ...(['pglite', 'postgres'] as const).flatMap((engine) => [
    {
      what: `Pending fund on ${ENGINES[engine]}, beside one SELECT`,
      ...{ limit: 0.5, isLeast: true, unit: 'x', digits: 2 },
      measure: ({ requests }: ServerResults) => requests?.[engine].pendingFund.ratio.median,
    },
    {
      what: `Transfer on ${ENGINES[engine]}, beside four bare statements`,
      ...{ limit: 0.5, isLeast: true, unit: 'x', digits: 2 },
      measure: ({ requests }: ServerResults) => requests?.[engine].transfer.ratio.median,
    },
  ]),
  {
    what: 'The slowest filter of a page of flows, at 1,000,000 flows on PostgreSQL',
    ...{ limit: 5, unit: ' ms', digits: 1 },
    measure: ({ growth }) =>
      mapDefined(largestRun(growth, 'PostgreSQL', 1e6), ({ lists }) => slowestOf(lists.flows)),
  },
  ...(['PGlite', 'PostgreSQL'] as const).map((engine) => ({
    what: `The longest that another query waits while ${engine} verifies everything`,
    ...{ limit: 50, unit: ' ms', digits: 0 },
    measure: ({ growth }: ServerResults) => largestRun(growth, engine, 1e5)?.verifyFull.othersWaitMs,
  })),
  {
    what: 'Overhead of the kit, with the API 20 ms away',
    ...{ limit: 15, unit: ' %', digits: 1 },
    measure: ({ kit }) => kit && (1 / kit.newSlipRemote.ratio.median - 1) * 100,
  },
  {
    what: 'Processor time of the kit for a new slip',
    ...{ limit: 0.25, unit: ' ms', digits: 2 },
    measure: ({ kit }) => kit?.newSlipLocal.ownCpuMs.median,
  },
  {
    what: 'The kit in a Worker, minified',
    ...{ limit: 120, unit: ' KB', digits: 1 },
    measure: ({ kit }) => kit && kit.edgeBytes / KIB,
  },
];

function mapDefined<Value, Result>(
  value: Value | undefined,
  map: (value: Value) => Result,
): Result | undefined {
  return value === undefined ? undefined : map(value);
}

/** The run of an engine with the most flows, if it has at least `least`. */
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

/** The figures as Markdown: the targets and whether they are reached, then each part that was measured. */
export function serverTables(results: ServerResults): string {
  const { kit, copies, requests, start, growth } = results;
  return [
    targetsTable(results),
    kit && section('The kit beside a bare handler', kit, kitTable(kit)),
    copies && section('Copies of the kit on one Redis', copies, copiesTables(copies)),
    requests && section('Requests to the sandbox beside bare SQL', requests, requestsTable(requests)),
    start && section('The second start of the sandbox', start, startTable(start)),
    growth && section('The sandbox with many flows', growth, growthTable(growth)),
  ]
    .filter((text) => text !== undefined)
    .join('\n\n');
}

function targetsTable(results: ServerResults): string {
  const rows = TARGETS.map((target) => {
    const measured = target.measure(results);
    const shown = measured === undefined ? '' : textOf(target, measured);
    const sign = target.isLeast ? 'at least' : 'at most';
    return [target.what, `${sign} ${target.limit}${target.unit}`, shown, verdictOf(target, measured)];
  });
  return table(['', 'target', 'measured', ''], rows);
}

function textOf({ digits, unit }: Target, value: number): string {
  return `${value.toFixed(digits)}${unit}`;
}

function verdictOf(target: Target, measured: number | undefined): string {
  if (measured === undefined) return 'not measured';
  const distance = target.isLeast ? target.limit - measured : measured - target.limit;
  return distance <= 0 ? 'reached' : `missed by ${textOf(target, distance)}`;
}

function section(title: string, { date, cores, node }: Measured, text: string): string {
  return `### ${title}\n\nMeasured on ${date} with Node ${node} on ${cores} cores.\n\n${text}`;
}

function kitTable({ newSlipLocal, newSlipRemote, cachedSlip, edgeBytes }: KitFigures): string {
  const rows = [newSlipLocal, newSlipRemote, cachedSlip].map(comparisonCells);
  const head = [
    '',
    'bare handler',
    'kit',
    'ratio',
    'CPU of the bare handler',
    'CPU of the kit',
    "the kit's own",
  ];
  return `${table(head, rows)}\n\nThe kit in a Worker: ${count(edgeBytes)} bytes, minified and not compressed.`;
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
