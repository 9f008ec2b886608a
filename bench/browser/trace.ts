/** Reads a Chromium trace to find the page's work until the payment was visible. */
import { BOX_MARK, COMPLETE_MARK } from './probe.js';

export const CATEGORIES = [
  '-*',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'v8.execute',
  'loading',
  // Tasks of every thread.
  'toplevel',
];

/** An event of a trace. Times are in microseconds; `tdur` is the CPU time of the event's thread. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: Readonly<Record<string, unknown>> };
}

type Part = 'script' | 'style' | 'layout' | 'paint' | 'other';

/** The cost of a page until the payment is visible; times in ms. */
export interface Cost extends Record<Part, number> {
  /** CPU time of all threads of the page's process. */
  readonly process: number;
  /** CPU time of the page's main thread, the sum of the parts. */
  readonly main: number;
  /** CPU time of the longest task. Its duration would include the work of other processes. */
  readonly longest: number;
  readonly requests: number;
  /** Bytes of all responses, headers included. */
  readonly bytes: number;
  /**
   * The number of frames that painted something, from the first one with a part of the payment to the one
   * that completes it.
   */
  readonly paints: number;
  /**
   * The sum of the layout shifts of the whole page since the navigation, including those after the payment is
   * visible.
   */
  readonly shift: number;
}

/** Styles inside a size container are computed during layout, and count as layout. */
const PARTS: Readonly<Record<string, Part>> = {
  EvaluateScript: 'script',
  FunctionCall: 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  EventDispatch: 'script',
  RunMicrotasks: 'script',
  'v8.compile': 'script',
  'v8.compileModule': 'script',
  'v8.evaluateModule': 'script',
  'v8.run': 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'style',
  RecalculateStyles: 'style',
  ParseAuthorStyleSheet: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  UpdateLayer: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

/** The costs until the page marked the payment as complete, `visibleMs` after the navigation started. */
export function costOf(trace: Uint8Array, visibleMs: number): Cost {
  const { traceEvents } = JSON.parse(Buffer.from(trace).toString()) as { traceEvents: TraceEvent[] };
  const mark = (name: string) => traceEvents.find((event) => event.name === name);
  const [box, complete] = [mark(BOX_MARK), mark(COMPLETE_MARK)];
  if (!box || !complete) throw new Error('The trace lacks a mark.');
  const start = complete.ts - visibleMs * 1000;
  const process = traceEvents.filter(({ pid, ts }) => pid === complete.pid && ts >= start);
  const until = process.filter(({ ts, dur = 0 }) => ts + dur <= complete.ts);
  const thread = until.filter(({ tid }) => tid === complete.tid);
  const parts = partsOf(thread.filter(({ ph }) => ph === 'X'));
  return {
    ...parts,
    process: sum(
      [...new Set(until.map(({ tid }) => tid))].map((tid) =>
        taskTime(until.filter((event) => event.tid === tid)),
      ),
    ),
    main: sum(Object.values(parts)),
    longest: longestTask(thread),
    requests: until.filter(isRequest).length,
    bytes: sum(until.filter(({ name }) => name === 'ResourceFinish').map(encodedBytes)),
    paints: 1 + paintsOf(thread.filter(({ ts }) => ts > box.ts)),
    shift: shiftOf(process),
  };
}

/**
 * Divides CPU time among the parts. An event that belongs to no part, such as a parser's, counts with the
 * event around it.
 */
function partsOf(events: readonly TraceEvent[]): Record<Part, number> {
  const parts = { script: 0, style: 0, layout: 0, paint: 0, other: 0 };
  const stack: { readonly end: number; readonly part: Part }[] = [];
  const sorted = events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  for (const { name, ts, dur = 0, tdur = 0 } of sorted) {
    while (stack.length > 0 && stack.at(-1)!.end <= ts) stack.pop();
    const around = stack.at(-1);
    if (!around && name !== 'RunTask') continue;
    const part = PARTS[name] ?? around?.part ?? 'other';
    parts[part] += tdur / 1000;
    if (around) parts[around.part] -= tdur / 1000;
    stack.push({ end: ts + dur, part });
  }
  return parts;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** CPU time of the tasks of one thread, without nested tasks. */
function taskTime(events: readonly TraceEvent[]): number {
  let end = 0;
  let total = 0;
  const tasks = events.filter(({ ph, tdur }) => ph === 'X' && tdur !== undefined);
  for (const { ts, dur = 0, tdur = 0 } of tasks.toSorted(
    (a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0),
  )) {
    if (ts < end) continue;
    total += tdur / 1000;
    end = ts + dur;
  }
  return total;
}

function longestTask(events: readonly TraceEvent[]): number {
  const tasks = events.filter(({ name }) => name === 'RunTask').map(({ tdur = 0 }) => tdur);
  return Math.max(0, ...tasks) / 1000;
}

/**
 * A frame ends with its commit. A frame without a paint event only moves layers, for example when an
 * animation starts.
 */
function paintsOf(events: readonly TraceEvent[]): number {
  const names = events.toSorted((a, b) => a.ts - b.ts).map(({ name }) => name);
  const frames = names.filter((name) => name === 'Paint' || name === 'Commit');
  return frames.filter((name, at) => name === 'Commit' && frames[at - 1] === 'Paint').length;
}

function isRequest({ name, args }: TraceEvent): boolean {
  return name === 'ResourceSendRequest' && !String(args?.data?.['url']).startsWith('data:');
}

function encodedBytes({ args }: TraceEvent): number {
  return Number(args?.data?.['encodedDataLength'] ?? 0);
}

function shiftOf(events: readonly TraceEvent[]): number {
  const shifts = events.filter(({ name }) => name === 'LayoutShift');
  return sum(shifts.map(({ args }) => Number(args?.data?.['score'] ?? 0)));
}
