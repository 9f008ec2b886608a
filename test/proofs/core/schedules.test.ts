/** SECURITY.md P10, the reducer: no answer to an earlier request changes the state, in any order of events. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Offer } from '../../../src/core/reader/answer.js';
import { METHODS } from '../../../src/core/methods.js';
import { problem } from '../../../src/core/problem.js';
import type { Slip } from '../../../src/core/reader/slip.js';
import { IDLE, next, type Ask, type Visit, type SlipAction } from '../../../src/widget/deposit-slip/state.js';
import { answerWith, slipOf } from '../../core/outcome.js';
import { cases } from '../scale.js';

/** One event caused by the payer, the page or the network. `pick` selects the request or offer, newest first. */
type Step = { readonly do: keyof typeof STEPS; readonly pick: number };

/** The state of an element and every request it has made. Any of them may be answered at any time, more than once. */
interface Simulation {
  visit: Visit;
  /** Newest first. `slips` has the slip of each. */
  readonly asks: Ask[];
  readonly slips: Map<Ask, Slip>;
}

const OFFERS: readonly Offer[] = METHODS.map(({ id, fiat, amount }) => ({ paymentId: id, fiat, amount }));

/** Creates a request that can equal earlier ones in content. The deposit id of its slip identifies it. */
function anAsk({ asks, slips }: Simulation, pick: number): Ask {
  const { paymentId } = OFFERS[pick % OFFERS.length]!;
  const ask: Ask = { paymentId: pick % 3 === 0 ? 90 : paymentId, ...(pick % 4 === 0 && { amount: '10.00' }) };
  const { sample } = METHODS.find(({ id }) => id === ask.paymentId)!;
  slips.set(ask, slipOf(answerWith(sample, { txId: String(asks.length) }), ask));
  asks.unshift(ask);
  return ask;
}

const anyAsk = (simulation: Simulation, pick: number): Ask =>
  simulation.asks[pick % simulation.asks.length] ?? anAsk(simulation, pick);
const askOf = (visit: Visit): Ask | undefined => ('ask' in visit ? visit.ask : undefined);

/** The actions that the element dispatches for each step. */
const STEPS = {
  attribute: (simulation, pick) => [{ type: 'reset' }, { type: 'load', ask: anAsk(simulation, pick) }],
  methods: () => [{ type: 'reset' }, { type: 'offered', offers: OFFERS.slice(0, 3) }],
  choose: (simulation, pick) => [{ type: 'load', ask: anAsk(simulation, pick) }],
  'choose other': () => [{ type: 'choose' }],
  'ask for an amount': (simulation, pick) => [{ type: 'enter', ask: anAsk(simulation, pick) }],
  'type an amount': (_, pick) => [{ type: 'typed', entry: { typed: String(pick) } }],
  'type a wrong one': () => [{ type: 'typed', entry: { typed: '0', fault: 'zero' } }],
  'submit it, or retry': (simulation, pick) => [{ type: 'load', ask: anAsk(simulation, pick) }],
  // The element was removed and inserted again while it was loading: the same request is sent again.
  'put back': (simulation) =>
    simulation.visit.status === 'loading' ? [{ type: 'load', ask: simulation.visit.ask }] : [],
  answer: (simulation, pick) => {
    const ask = anyAsk(simulation, pick);
    return [
      {
        type: 'slip',
        ask,
        slip: simulation.slips.get(ask)!,
        since: 1,
        arrival: 'a',
        test: false,
        watch: 'off',
      },
    ];
  },
  'answer with methods': (simulation, pick) => [
    { type: 'offered', ask: anyAsk(simulation, pick), offers: OFFERS.slice(0, 1 + (pick % 3)) },
  ],
  fail: (simulation, pick) => [
    { type: 'problem', ask: anyAsk(simulation, pick), problem: problem('offline') },
  ],
  watch: (simulation, pick) => [
    { type: 'watch', ask: anyAsk(simulation, pick), watch: pick % 2 === 0 ? 'watching' : 'paused' },
  ],
  arrive: (simulation, pick) => [
    {
      type: 'arrived',
      ask: anyAsk(simulation, pick),
      deposits: [{ amount: '10.00' }],
      expected: pick % 2 === 0,
    },
  ],
} as const satisfies Record<string, (simulation: Simulation, pick: number) => SlipAction[]>;

const ANSWERS: ReadonlySet<string> = new Set(['slip', 'problem', 'watch', 'arrived', 'offered']);

/** Whether an action is an answer to a request other than the current one. */
function isStale(visit: Visit, event: SlipAction): boolean {
  return ANSWERS.has(event.type) && 'ask' in event && event.ask !== undefined && event.ask !== askOf(visit);
}

/** Applies one step and returns the number of stale answers in it. */
function apply(simulation: Simulation, { do: name, pick }: Step): number {
  let stale = 0;
  const step: (simulation: Simulation, pick: number) => SlipAction[] = STEPS[name];
  for (const event of step(simulation, pick)) {
    const before = simulation.visit;
    simulation.visit = next(before, event);
    if (isStale(before, event)) {
      stale++;
      assert.equal(simulation.visit, before, `${name}: an answer to another request changed the state`);
    }
    assertOwn(simulation);
  }
  return stale;
}

/** Asserts that the current slip belongs to the current request. */
function assertOwn({ visit, slips }: Simulation): void {
  if (!('slip' in visit)) return;
  assert.equal(visit.slip, slips.get(visit.ask), 'the slip of another request is shown');
}

const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[]), 'answer', 'answer', 'attribute'),
    pick: fc.oneof(fc.constant(0), fc.nat(20)),
  }),
  { minLength: 5, maxLength: 60 },
);

describe('the state', () => {
  it('is not changed by an answer to another request, in any order of events', () => {
    let stale = 0;
    const reached = new Set<Visit['status']>();
    fc.assert(
      fc.property(steps, (schedule) => {
        const simulation: Simulation = { visit: IDLE, asks: [], slips: new Map() };
        for (const step of schedule) {
          stale += apply(simulation, step);
          reached.add(simulation.visit.status);
        }
      }),
      { numRuns: cases(1_000, 10_000) },
    );
    assert.equal(reached.size, 7, [...reached].join());
    assert.ok(stale > cases(1_000, 10_000), `only ${stale} stale answers, too few for the property`);
  });

  it('is not changed by a second answer to the same request', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.constantFrom('answer', 'fail', 'answer with methods'), (pick, second) => {
        const simulation: Simulation = { visit: IDLE, asks: [], slips: new Map() };
        apply(simulation, { do: 'choose', pick });
        apply(simulation, { do: 'answer', pick: 0 });
        const shown = simulation.visit;
        apply(simulation, { do: second, pick: 0 });
        assert.equal(simulation.visit, shown);
      }),
    );
  });
});
