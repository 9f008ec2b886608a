/**
 * SECURITY.md P39, P40 and P43: in any schedule, every deposit is booked once where the rules say, its hooks
 * are called until they resolve, nothing is told that is not stored, and pages, hooks and store say the same
 * sums.
 *
 * A failure is printed with its seed and its path. To run it alone again:
 * `SEED=<seed> REPLAY=<path> node … --test <this file>`
 */
import { before, describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { createMemoryStore, type Store } from 'deposit-slip/kit';
import { SEED } from '../../../seed.js';
import { cases } from '../../scale.js';
import { Clock } from './clock.js';
import { checkAll, runDry } from './finish.js';
import { openPglite } from './pglite.js';
import { installRandom, Random } from './random.js';
import { Runner } from './runner.js';
import { schedules, type Schedule } from './schedule.js';
import { createOrder } from './shop.js';
import { Simulation } from './simulation.js';

const path = process.env['REPLAY'];
const clock = new Clock();
let random = new Random(1);

before(() => {
  clock.install();
  installRandom(() => random);
});

/** Runs a schedule on a store. Adds the number of events to `counts`. */
async function run(
  { seed, traits, merchants, orders, following, steps }: Schedule,
  store: Store,
  scope: string,
  counts: Map<string, number>,
): Promise<void> {
  clock.reset();
  random = new Random(seed);
  const simulation = new Simulation(traits, store, scope, clock, random);
  for (const [at, { own, fillers }] of merchants.entries()) {
    simulation.model.addMerchant(String(7001 + at), own);
    simulation.bank.fillers.set(String(7001 + at), fillers);
  }
  const made = [];
  for (const [at, order] of orders.entries()) made.push(await createOrder(simulation, order, at));
  const runner = new Runner(simulation, made);
  for (const copy of simulation.copies.slice(0, following)) copy.follow();
  const check = (): void => {
    if (simulation.violations.length > 0) throw simulation.violations[0];
  };
  for (const step of steps) {
    await runner.do(step);
    check();
  }
  await runDry(runner);
  check();
  await checkAll(runner);
  check();
  for (const [what, count] of simulation.counts) counts.set(what, (counts.get(what) ?? 0) + count);
}

function tallyOf(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .map(([what, count]) => `${what}: ${count}`)
    .toSorted()
    .join('; ');
}

/** How to repeat a failure, the shortest failing schedule, and the error. */
function failureOf({ counterexamplePath, counterexample, errorInstance }: fc.RunDetails<[Schedule]>): string {
  const { steps = [], ...simulation } = counterexample?.[0] ?? {};
  const lines = steps.map(({ kind, a, b, c, d }) => `  ${kind} ${a} ${b} ${c} ${d}`);
  const why = errorInstance instanceof Error ? errorInstance.stack : String(errorInstance);
  return [`SEED=${SEED} REPLAY=${counterexamplePath}`, JSON.stringify(simulation), ...lines, why].join('\n');
}

/** Runs random schedules, each on its own records, and reports what happened in them. */
async function prove(
  test: TestContext,
  store: () => Store,
  { numRuns, shrinks, ...steps }: Size,
): Promise<void> {
  const counts = new Map<string, number>();
  let runs = 0;
  let left = Infinity;
  const property = fc.asyncProperty(schedules(steps), async (schedule) => {
    // Limits how many shorter schedules are tried after a failure.
    if ((left -= 1) < 0) return;
    runs += 1;
    await run(schedule, store(), `schedule ${runs}`, counts).catch((error: unknown) => {
      left = Math.min(left, shrinks);
      throw error;
    });
  });
  const result = await fc.check(property, { numRuns, seed: SEED, ...(path && { path, endOnFailure: true }) });
  if (result.failed) throw new Error(failureOf(result), { cause: result.errorInstance });
  test.diagnostic(`${runs} schedules, seed ${SEED}: ${tallyOf(counts)}`);
}

interface Size {
  readonly minSteps: number;
  readonly maxSteps: number;
  readonly numRuns: number;
  readonly shrinks: number;
}

describe('every deposit is reported for what it is', () => {
  it('in any schedule of three copies on a store in memory', (test) =>
    prove(test, createMemoryStore, {
      minSteps: 1,
      maxSteps: 60,
      numRuns: cases(120, 10_000, 'random schedules of three copies in memory'),
      shrinks: 500,
    }));

  it('in any schedule of three copies on a store in PGlite', async (test) => {
    const { store, close } = await openPglite(clock);
    try {
      await prove(test, () => store, {
        minSteps: 15,
        maxSteps: 30,
        numRuns: cases(3, 400, 'random schedules of three copies in PGlite'),
        shrinks: 20,
      });
    } finally {
      await close();
    }
  });
});
