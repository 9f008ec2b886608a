/** P10, the pure half: whatever happens in whatever order, no answer of another ask changes the visit. */
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

/** What a payer, a page or the network can do next; `pick` says which ask or offer is meant, newest first. */
type Step = { readonly do: keyof typeof STEPS; readonly pick: number };

/** A visit as an element lives it, with every ask that ever was: any may be answered at any time, more than once. */
interface World {
  visit: Visit;
  /** Newest first, each with the one slip that belongs to it. */
  readonly asks: Ask[];
  readonly slips: Map<Ask, Slip>;
}

const OFFERS: readonly Offer[] = METHODS.map(({ id, fiat, amount }) => ({ paymentId: id, fiat, amount }));

/** A new ask, alike to others in all but identity; its slip tells whose it is by the deposit's id. */
function anAsk({ asks, slips }: World, pick: number): Ask {
  const { paymentId } = OFFERS[pick % OFFERS.length]!;
  const ask: Ask = { paymentId: pick % 3 === 0 ? 90 : paymentId, ...(pick % 4 === 0 && { amount: '10.00' }) };
  const { sample } = METHODS.find(({ id }) => id === ask.paymentId)!;
  slips.set(ask, slipOf(answerWith(sample, { txId: String(asks.length) }), ask));
  asks.unshift(ask);
  return ask;
}

const anyAsk = (world: World, pick: number): Ask =>
  world.asks[pick % world.asks.length] ?? anAsk(world, pick);
const askOf = (visit: Visit): Ask | undefined => ('ask' in visit ? visit.ask : undefined);

/** Each step as the events the element makes of it (visitor.ts). */
const STEPS = {
  attribute: (world, pick) => [{ type: 'reset' }, { type: 'load', ask: anAsk(world, pick) }],
  methods: () => [{ type: 'reset' }, { type: 'offered', offers: OFFERS.slice(0, 3) }],
  choose: (world, pick) => [{ type: 'load', ask: anAsk(world, pick) }],
  'choose other': () => [{ type: 'choose' }],
  'ask for an amount': (world, pick) => [{ type: 'enter', ask: anAsk(world, pick) }],
  'type an amount': (_, pick) => [{ type: 'typed', entry: { typed: String(pick) } }],
  'type a wrong one': () => [{ type: 'typed', entry: { typed: '0', fault: 'zero' } }],
  'submit it, or retry': (world, pick) => [{ type: 'load', ask: anAsk(world, pick) }],
  // Taken away while it waited and put back: the same ask is sent again.
  'put back': (world) => (world.visit.status === 'loading' ? [{ type: 'load', ask: world.visit.ask }] : []),
  answer: (world, pick) => {
    const ask = anyAsk(world, pick);
    return [
      { type: 'slip', ask, slip: world.slips.get(ask)!, since: 1, arrival: 'a', test: false, watch: 'off' },
    ];
  },
  'answer with methods': (world, pick) => [
    { type: 'offered', ask: anyAsk(world, pick), offers: OFFERS.slice(0, 1 + (pick % 3)) },
  ],
  fail: (world, pick) => [{ type: 'problem', ask: anyAsk(world, pick), problem: problem('offline') }],
  watch: (world, pick) => [
    { type: 'watch', ask: anyAsk(world, pick), watch: pick % 2 === 0 ? 'watching' : 'paused' },
  ],
  arrive: (world, pick) => [
    { type: 'arrived', ask: anyAsk(world, pick), deposits: [{ amount: '10.00' }], expected: pick % 2 === 0 },
  ],
} as const satisfies Record<string, (world: World, pick: number) => SlipAction[]>;

const ANSWERS: ReadonlySet<string> = new Set(['slip', 'problem', 'watch', 'arrived', 'offered']);

/** Whether an event is an answer to an ask that is not the one on show. */
function isStale(visit: Visit, event: SlipAction): boolean {
  return ANSWERS.has(event.type) && 'ask' in event && event.ask !== undefined && event.ask !== askOf(visit);
}

/** Lives one step; returns how many stale answers came in it. */
function live(world: World, { do: name, pick }: Step): number {
  let stale = 0;
  const step: (world: World, pick: number) => SlipAction[] = STEPS[name];
  for (const event of step(world, pick)) {
    const before = world.visit;
    world.visit = next(before, event);
    if (isStale(before, event)) {
      stale++;
      assert.equal(world.visit, before, `${name}: an answer to another ask changed the visit`);
    }
    assertOwn(world);
  }
  return stale;
}

/** What is on show belongs to the ask on show. */
function assertOwn({ visit, slips }: World): void {
  if (!('slip' in visit)) return;
  assert.equal(visit.slip, slips.get(visit.ask), 'the slip of another ask is on show');
}

const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[]), 'answer', 'answer', 'attribute'),
    pick: fc.oneof(fc.constant(0), fc.nat(20)),
  }),
  { minLength: 5, maxLength: 60 },
);

describe('a visit', () => {
  it('is changed by no answer of another ask, in any order of events', () => {
    let stale = 0;
    const reached = new Set<Visit['status']>();
    fc.assert(
      fc.property(steps, (schedule) => {
        const world: World = { visit: IDLE, asks: [], slips: new Map() };
        for (const step of schedule) {
          stale += live(world, step);
          reached.add(world.visit.status);
        }
      }),
      { numRuns: cases(1_000, 10_000) },
    );
    assert.equal(reached.size, 7, [...reached].join());
    assert.ok(stale > cases(1_000, 10_000), `only ${stale} stale answers: the property proves little`);
  });

  it('takes one answer for one ask: a second one, even of its own, changes nothing', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.constantFrom('answer', 'fail', 'answer with methods'), (pick, second) => {
        const world: World = { visit: IDLE, asks: [], slips: new Map() };
        live(world, { do: 'choose', pick });
        live(world, { do: 'answer', pick: 0 });
        const shown = world.visit;
        live(world, { do: second, pick: 0 });
        assert.equal(world.visit, shown);
      }),
    );
  });
});
