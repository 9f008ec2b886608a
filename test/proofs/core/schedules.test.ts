/** P10, the pure half: whatever happens in whatever order, no answer of another ask changes the visit. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Offer } from '../../../src/core/reader/answer.js';
import { METHODS } from '../../../src/core/methods.js';
import { problem } from '../../../src/core/problem.js';
import type { Slip, SlipRequest } from '../../../src/core/reader/slip.js';
import { IDLE, reduce, type SlipAction, type SlipState } from '../../../src/widget/deposit-slip/state.js';
import { answerWith, slipOf } from '../../core/outcome.js';
import { cases } from '../scale.js';

/** What a payer, a page or the network can do reduce; `pick` says which ask or offer is meant, newest first. */
type Step = { readonly do: keyof typeof STEPS; readonly pick: number };

/** A visit as an element lives it, with every ask that ever was: any may be answered at any time, more than once. */
interface World {
  visit: SlipState;
  /** Newest first, each with the one slip that belongs to it. */
  readonly asks: SlipRequest[];
  readonly slips: Map<SlipRequest, Slip>;
}

const OFFERS: readonly Offer[] = METHODS.map(({ id, fiat, amount }) => ({ paymentId: id, fiat, amount }));

/** A new ask, alike to others in all but identity; its slip tells whose it is by the deposit's id. */
function anAsk({ asks, slips }: World, pick: number): SlipRequest {
  const { paymentId } = OFFERS[pick % OFFERS.length]!;
  const request: SlipRequest = {
    paymentId: pick % 3 === 0 ? 90 : paymentId,
    ...(pick % 4 === 0 && { amount: '10.00' }),
  };
  const { sample } = METHODS.find(({ id }) => id === request.paymentId)!;
  slips.set(request, slipOf(answerWith(sample, { txId: String(asks.length) }), request));
  asks.unshift(request);
  return request;
}

const anyAsk = (world: World, pick: number): SlipRequest =>
  world.asks[pick % world.asks.length] ?? anAsk(world, pick);
const askOf = (visit: SlipState): SlipRequest | undefined => ('request' in visit ? visit.request : undefined);

/** Each step as the events the element makes of it (visitor.ts). */
const STEPS = {
  attribute: (world, pick) => [{ type: 'reset' }, { type: 'load', request: anAsk(world, pick) }],
  methods: () => [{ type: 'reset' }, { type: 'offer', offers: OFFERS.slice(0, 3) }],
  choose: (world, pick) => [{ type: 'load', request: anAsk(world, pick) }],
  'choose other': () => [{ type: 'choose' }],
  'ask for an amount': (world, pick) => [{ type: 'ask', request: anAsk(world, pick) }],
  'type an amount': (_, pick) => [{ type: 'type', entry: { text: String(pick) } }],
  'type a wrong one': () => [{ type: 'type', entry: { text: '0', error: 'zero' } }],
  'submit it, or retry': (world, pick) => [{ type: 'load', request: anAsk(world, pick) }],
  // Taken away while it waited and put back: the same ask is sent again.
  'put back': (world) =>
    world.visit.status === 'loading' ? [{ type: 'load', request: world.visit.request }] : [],
  answer: (world, pick) => {
    const request = anyAsk(world, pick);
    return [
      {
        type: 'show',
        request,
        slip: world.slips.get(request)!,
        since: 1,
        arrival: 'a',
        test: false,
        watch: 'off',
      },
    ];
  },
  'answer with methods': (world, pick) => [
    { type: 'offer', request: anyAsk(world, pick), offers: OFFERS.slice(0, 1 + (pick % 3)) },
  ],
  fail: (world, pick) => [{ type: 'fail', request: anyAsk(world, pick), problem: problem('offline') }],
  watch: (world, pick) => [
    { type: 'watch', request: anyAsk(world, pick), watch: pick % 2 === 0 ? 'watching' : 'paused' },
  ],
  arrive: (world, pick) => [
    {
      type: 'arrive',
      request: anyAsk(world, pick),
      deposits: [{ amount: '10.00' }],
      expected: pick % 2 === 0,
    },
  ],
} as const satisfies Record<string, (world: World, pick: number) => SlipAction[]>;

const ANSWERS: ReadonlySet<string> = new Set(['show', 'fail', 'watch', 'arrive', 'offer']);

/** Whether an event is an answer to an ask that is not the one on show. */
function isStale(visit: SlipState, event: SlipAction): boolean {
  return (
    ANSWERS.has(event.type) &&
    'request' in event &&
    event.request !== undefined &&
    event.request !== askOf(visit)
  );
}

/** Lives one step; returns how many stale answers came in it. */
function live(world: World, { do: name, pick }: Step): number {
  let stale = 0;
  const step: (world: World, pick: number) => SlipAction[] = STEPS[name];
  for (const event of step(world, pick)) {
    const before = world.visit;
    world.visit = reduce(before, event);
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
  assert.equal(visit.slip, slips.get(visit.request), 'the slip of another ask is on show');
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
    const reached = new Set<SlipState['status']>();
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

  it('takes one answer for one request: a second one, even of its own, changes nothing', () => {
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
