/** SECURITY.md P10, the reducer: in any order of actions, an answer to another request changes nothing. */
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

/** What a payer, a page or the network can do; `pick` chooses the request or offer, newest first. */
type Step = { readonly do: keyof typeof STEPS; readonly pick: number };

/** The state of an element, with every request it ever made: any may be answered at any time, more than once. */
interface Session {
  state: SlipState;
  /** Newest first, each with the one slip that belongs to it. */
  readonly requests: SlipRequest[];
  readonly slips: Map<SlipRequest, Slip>;
}

const OFFERS: readonly Offer[] = METHODS.map(({ id, fiat, amount }) => ({ paymentId: id, fiat, amount }));

/** A new request, equal to others in all but identity. The deposit number of its slip tells which it is. */
function newRequest({ requests, slips }: Session, pick: number): SlipRequest {
  const { paymentId } = OFFERS[pick % OFFERS.length]!;
  const request: SlipRequest = {
    paymentId: pick % 3 === 0 ? 90 : paymentId,
    ...(pick % 4 === 0 && { amount: '10.00' }),
  };
  const { sample } = METHODS.find(({ id }) => id === request.paymentId)!;
  slips.set(request, slipOf(answerWith(sample, { txId: String(requests.length) }), request));
  requests.unshift(request);
  return request;
}

const anyRequest = (session: Session, pick: number): SlipRequest =>
  session.requests[pick % session.requests.length] ?? newRequest(session, pick);
const requestOf = (state: SlipState): SlipRequest | undefined =>
  'request' in state ? state.request : undefined;

/** Each step as the actions the controller dispatches for it (slip-controller.ts). */
const STEPS = {
  'change an attribute': (session, pick) => [
    { type: 'reset' },
    { type: 'load', request: newRequest(session, pick) },
  ],
  'name several methods': () => [{ type: 'reset' }, { type: 'offer', offers: OFFERS.slice(0, 3) }],
  choose: (session, pick) => [{ type: 'load', request: newRequest(session, pick) }],
  'choose another': () => [{ type: 'choose' }],
  'ask for an amount': (session, pick) => [{ type: 'ask', request: newRequest(session, pick) }],
  'type an amount': (_, pick) => [{ type: 'type', entry: { text: String(pick) } }],
  'type a wrong amount': () => [{ type: 'type', entry: { text: '0', error: 'zero' } }],
  'submit or retry': (session, pick) => [{ type: 'load', request: newRequest(session, pick) }],
  // Removed while a request is pending, and inserted again: the same request is sent again.
  reinsert: ({ state }) => (state.status === 'loading' ? [{ type: 'load', request: state.request }] : []),
  answer: (session, pick) => {
    const request = anyRequest(session, pick);
    const slip = session.slips.get(request)!;
    return [{ type: 'show', request, slip, since: 1, arrival: 'a', test: false, watch: 'off' }];
  },
  'answer with methods': (session, pick) => [
    { type: 'offer', request: anyRequest(session, pick), offers: OFFERS.slice(0, 1 + (pick % 3)) },
  ],
  fail: (session, pick) => [
    { type: 'fail', request: anyRequest(session, pick), problem: problem('offline') },
  ],
  watch: (session, pick) => [
    { type: 'watch', request: anyRequest(session, pick), watch: pick % 2 === 0 ? 'watching' : 'paused' },
  ],
  arrive: (session, pick) => [
    {
      type: 'arrive',
      request: anyRequest(session, pick),
      deposits: [{ amount: '10.00' }],
      expected: pick % 2 === 0,
    },
  ],
} as const satisfies Record<string, (session: Session, pick: number) => SlipAction[]>;

const ANSWERS: ReadonlySet<string> = new Set(['show', 'fail', 'watch', 'arrive', 'offer']);

/** Whether an action answers a request that is not the one on show. */
function isStale(state: SlipState, action: SlipAction): boolean {
  return (
    ANSWERS.has(action.type) &&
    'request' in action &&
    action.request !== undefined &&
    action.request !== requestOf(state)
  );
}

/** Applies a step and returns how many of its actions were stale answers. */
function apply(session: Session, { do: name, pick }: Step): number {
  let stale = 0;
  const step: (session: Session, pick: number) => SlipAction[] = STEPS[name];
  for (const action of step(session, pick)) {
    const before = session.state;
    session.state = reduce(before, action);
    if (isStale(before, action)) {
      stale++;
      assert.equal(session.state, before, `${name}: an answer to another request changed the state`);
    }
    assertOwnSlip(session);
  }
  return stale;
}

/** The slip on show belongs to the request on show. */
function assertOwnSlip({ state, slips }: Session): void {
  if (!('slip' in state)) return;
  assert.equal(state.slip, slips.get(state.request), 'the slip of another request is on show');
}

const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom(
      ...(Object.keys(STEPS) as (keyof typeof STEPS)[]),
      'answer',
      'answer',
      'change an attribute',
    ),
    pick: fc.oneof(fc.constant(0), fc.nat(20)),
  }),
  { minLength: 5, maxLength: 60 },
);

const newSession = (): Session => ({ state: IDLE, requests: [], slips: new Map() });

describe('the state of a slip', () => {
  it('is not changed by an answer to another request, in any order of actions', () => {
    let stale = 0;
    const reached = new Set<SlipState['status']>();
    fc.assert(
      fc.property(steps, (schedule) => {
        const session = newSession();
        for (const step of schedule) {
          stale += apply(session, step);
          reached.add(session.state.status);
        }
      }),
      { numRuns: cases(1_000, 10_000) },
    );
    assert.equal(reached.size, 7, [...reached].join());
    assert.ok(stale > cases(1_000, 10_000), `only ${stale} stale answers: the property proves little`);
  });

  it('is not changed by a second answer to the same request', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.constantFrom('answer', 'fail', 'answer with methods'), (pick, second) => {
        const session = newSession();
        apply(session, { do: 'choose', pick });
        apply(session, { do: 'answer', pick: 0 });
        const shown = session.state;
        apply(session, { do: second, pick: 0 });
        assert.equal(session.state, shown);
      }),
    );
  });
});
