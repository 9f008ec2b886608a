/** Measures rates of two tasks in alternating rounds, so that other load on the machine affects both alike. */

const ROUNDS = 8;
const ROUND_MS = 1000;

/** What is measured: one call. `call` counts the calls, to tell them apart. */
export type Task = (call: number) => Promise<unknown>;

/** Measures calls per second, `width` at a time, for one round; `from` is the number of its first call. */
async function rate(task: Task, width: number, from: number): Promise<{ rate: number; calls: number }> {
  let calls = from;
  const start = performance.now();
  const lane = async () => {
    while (performance.now() - start < ROUND_MS) await task(calls++);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return { rate: ((calls - from) * 1000) / (performance.now() - start), calls };
}

export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Our implementation of a task, and a baseline: the least any implementation must do. */
export interface Pair {
  readonly name: string;
  readonly baseline: Task;
  readonly ours: Task;
}

/** A table row with the median rates of both, and the median, minimum and maximum of our share of the baseline's rate. */
export async function compare(pair: Pair, width: number): Promise<object> {
  const rates = { baseline: [] as number[], ours: [] as number[] };
  const calls = { baseline: 0, ours: 0 };
  for (let round = 0; round <= ROUNDS; round++)
    for (const side of ['baseline', 'ours'] as const) {
      const measured = await rate(pair[side], width, calls[side]);
      calls[side] = measured.calls;
      // The first round is a warm-up.
      if (round > 0) rates[side].push(measured.rate);
    }
  const ratios = rates.ours.map((value, round) => value / rates.baseline[round]!);
  return {
    task: pair.name,
    concurrency: width,
    'baseline/s': Math.round(median(rates.baseline)),
    'ours/s': Math.round(median(rates.ours)),
    ratio: median(ratios).toFixed(2),
    min: Math.min(...ratios).toFixed(2),
    max: Math.max(...ratios).toFixed(2),
  };
}
