/**
 * Measures the rates of two tasks in alternating rounds, so that other load on the machine affects both
 * equally.
 */

const ROUNDS = 8;
/** The first rounds, which are not counted because the engine is still compiling hot code. */
const WARM_UP = 5;
const ROUND_MS = 1000;

/** One call to measure. `call` is its number, which makes calls distinguishable. */
export type Task = (call: number) => Promise<unknown>;

/** The measurements of one round. */
export interface Sample {
  readonly calls: number;
  readonly ms: number;
  /** Processor time of all threads of this process, in milliseconds. */
  readonly cpuMs: number;
}

/** Runs a task for one round, `width` calls at a time; `from` is the number of the first call. */
export async function measure(task: Task, width: number, from: number): Promise<Sample> {
  let calls = from;
  const start = performance.now();
  const cpu = process.cpuUsage();
  const lane = async () => {
    while (performance.now() - start < ROUND_MS) await task(calls++);
  };
  await Promise.all(Array.from({ length: width }, lane));
  const { user, system } = process.cpuUsage(cpu);
  return { calls: calls - from, ms: performance.now() - start, cpuMs: (user + system) / 1000 };
}

/** Runs one round. */
export type Side = () => Promise<Sample>;

/** One side of a comparison. The numbers of its calls continue from round to round. */
export function sideOf(task: Task, width: number): Side {
  let calls = 0;
  return async () => {
    const sample = await measure(task, width, calls);
    calls += sample.calls;
    return sample;
  };
}

/** Our implementation of a task, and a baseline: the minimum that any implementation must do. */
export interface Pair {
  readonly name: string;
  readonly baseline: Side;
  readonly ours: Side;
}

/** The median of some values, and their spread. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Two sides, compared round by round. */
export interface Comparison {
  readonly name: string;
  /** Calls per second. */
  readonly baselineRate: Spread;
  readonly ourRate: Spread;
  /** Our rate as a share of the baseline's. */
  readonly ratio: Spread;
  /** Processor time per call, in milliseconds. */
  readonly baselineCpuMs: Spread;
  readonly ourCpuMs: Spread;
  /** The additional processor time of our call compared with the baseline's, in milliseconds. */
  readonly ownCpuMs: Spread;
}

/** Compares two sides in alternating rounds. */
export async function compare({ name, baseline, ours }: Pair): Promise<Comparison> {
  const rounds: { baseline: Sample; ours: Sample }[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const samples = { baseline: await baseline(), ours: await ours() };
    if (round >= WARM_UP) rounds.push(samples);
  }
  const over = (value: (samples: { baseline: Sample; ours: Sample }) => number) =>
    spreadOf(rounds.map(value));
  return {
    name,
    baselineRate: over(({ baseline }) => rateOf(baseline)),
    ourRate: over(({ ours }) => rateOf(ours)),
    ratio: over(({ baseline, ours }) => rateOf(ours) / rateOf(baseline)),
    baselineCpuMs: over(({ baseline }) => cpuOf(baseline)),
    ourCpuMs: over(({ ours }) => cpuOf(ours)),
    ownCpuMs: over(({ baseline, ours }) => cpuOf(ours) - cpuOf(baseline)),
  };
}

const rateOf = ({ calls, ms }: Sample) => (calls * 1000) / ms;
const cpuOf = ({ calls, cpuMs }: Sample) => cpuMs / calls;

/** How long a call takes, in milliseconds. */
export async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
