/** How the benches measure: two things in rounds that alternate, so that whatever else the machine does falls on both. */

const ROUNDS = 8;
const ROUND_MS = 1000;

/** One thing to measure: does it once; the number tells calls apart. */
export type Task = (call: number) => Promise<unknown>;

/** Calls a second, of `width` at a time. */
async function rate(task: Task, width: number, from: number): Promise<{ rate: number; calls: number }> {
  let calls = from;
  const start = performance.now();
  const lane = async () => {
    while (performance.now() - start < ROUND_MS) await task(calls++);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return { rate: ((calls - from) * 1000) / (performance.now() - start), calls };
}

/** The middle one. */
export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Two things that do the same, or the least of it. */
export interface Pair {
  readonly name: string;
  readonly floor: Task;
  readonly ours: Task;
}

/** Their rates, and ours as a share of the floor: the median of the rounds, the worst and the best. */
export async function compare(pair: Pair, width: number): Promise<object> {
  const rates = { floor: [] as number[], ours: [] as number[] };
  const calls = { floor: 0, ours: 0 };
  for (let round = 0; round <= ROUNDS; round++)
    for (const side of ['floor', 'ours'] as const) {
      const measured = await rate(pair[side], width, calls[side]);
      calls[side] = measured.calls;
      // The first round warms up.
      if (round > 0) rates[side].push(measured.rate);
    }
  const ratios = rates.ours.map((value, round) => value / rates.floor[round]!);
  return {
    what: pair.name,
    'at a time': width,
    'floor/s': Math.round(median(rates.floor)),
    'ours/s': Math.round(median(rates.ours)),
    ratio: median(ratios).toFixed(2),
    from: Math.min(...ratios).toFixed(2),
    to: Math.max(...ratios).toFixed(2),
  };
}
