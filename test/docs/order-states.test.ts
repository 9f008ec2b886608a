/** Compares the diagram of the guide to order states with deposits and returns that the kit reads. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ROOT } from '../root.js';
import { useClock } from '../server/clock.js';
import { bench } from '../server/kit/payments/bench.js';

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly isReturn: boolean;
}

/** The arrows between the states of the diagram. */
const ARROWS: readonly Arrow[] = [
  ...readFileSync(`${ROOT}/docs/order-states.md`, 'utf8').matchAll(/^ {2}(\w+) --> (\w+): (.+)$/gm),
].map(([, from, to, label]) => ({ from: from!, to: to!, isReturn: label === 'sent back' }));

/**
 * The states that can be reached from a state along the arrows in one direction, including the state itself.
 */
function reachable(from: string, isReturn: boolean): readonly string[] {
  const next = ARROWS.filter((arrow) => arrow.from === from && arrow.isReturn === isReturn);
  return [from, ...next.flatMap(({ to }) => reachable(to, isReturn))];
}

/** Every way in which half or all of an order of 10.00 arrives or is returned, in three steps. */
const SUMS = ['5.00', '10.00', '-5.00', '-10.00'];
const SEQUENCES = SUMS.slice(0, 2).flatMap((first) =>
  SUMS.flatMap((second) => SUMS.map((third) => [first, second, third])),
);

/** The state of the order after each sum that arrives or is returned. */
async function statesAfter(sums: readonly string[]): Promise<readonly string[]> {
  const { open, pay, tick, payment } = bench();
  const { txId } = await open();
  const states = ['open'];
  for (const sum of sums) {
    pay(sum, { txId });
    await tick();
    states.push((await payment()).status);
  }
  return states;
}

describe('the diagram of the order states', () => {
  useClock({ timers: true });

  it('has an arrow for every change that deposits and returns cause, and no other', async () => {
    const seen = new Set<string>();
    for (const sums of SEQUENCES) {
      const states = await statesAfter(sums);
      sums.forEach((sum, at) => {
        const [from, to] = [states[at]!, states[at + 1]!];
        const isReturn = sum.startsWith('-');
        assert.ok(reachable(from, isReturn).includes(to), `${sums.join(' ')}: ${states.join(' ')}`);
        seen.add(`${from} ${to} ${isReturn}`);
      });
    }
    const undrawn = ARROWS.filter(({ from, to, isReturn }) => !seen.has(`${from} ${to} ${isReturn}`));
    assert.deepEqual(undrawn, []);
    assert.equal(ARROWS.length, 6);
  });

  it('has a row in the table for every state', () => {
    const rows = [
      ...readFileSync(`${ROOT}/docs/order-states.md`, 'utf8').matchAll(/^\| `(\w+)` +\| (?!what)/gm),
    ];
    const states = new Set(ARROWS.flatMap(({ from, to }) => [from, to]));
    assert.deepEqual(new Set(rows.map(([, state]) => state)), states);
  });
});
