/**
 * SECURITY.md P10, without a browser: in any order of actions, no response to another request changes the
 * state.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Offer } from '../../../src/core/reader/endpoint-response.js';
import { METHODS, methodOf } from '../../../src/core/methods.js';
import { problem } from '../../../src/core/problem.js';
import type { Slip, SlipRequest } from '../../../src/core/reader/slip.js';
import { IDLE, reduce, type SlipAction, type SlipState } from '../../../src/widget/deposit-slip/state.js';
import { answerWith, slipOf } from '../../core/outcome.js';
import { cases } from '../scale.js';

const OFFERS: readonly Offer[] = METHODS.map(({ id, fiat, amount }) => ({ paymentId: id, fiat, amount }));

/**
 * Requests that an element may send. Several are equal except for their identity, and each may be answered at
 * any time.
 */
const REQUESTS: readonly SlipRequest[] = [90, 90, 90, 92, 105, 95].flatMap((paymentId) => [
  { paymentId },
  { paymentId, amount: '10.00' },
]);
/** The only slip of each request: the deposit id identifies it. */
const SLIPS: ReadonlyMap<SlipRequest, Slip> = new Map(
  REQUESTS.map((request, at) => {
    const { sample } = methodOf(request.paymentId)!;
    return [request, slipOf(answerWith(sample, { txId: String(at) }), request)];
  }),
);

/** Actions of the element for the payer or the page. */
const inputs = (request: SlipRequest, offers: readonly Offer[]): SlipAction[] => [
  { type: 'reset' },
  { type: 'offer', offers },
  { type: 'choose' },
  { type: 'ask', request },
  { type: 'input', entry: { text: '1' } },
  { type: 'input', entry: { text: '0', error: 'zero' } },
  { type: 'load', request },
];
/** Possible responses of the network to a request, and news about its slip. */
const answers = (request: SlipRequest, offers: readonly Offer[]) =>
  [
    { type: 'show', request, slip: SLIPS.get(request)!, since: 1, test: false, watch: 'off' },
    { type: 'offer', request, offers },
    { type: 'fail', request, problem: problem('offline') },
    { type: 'watch', request, watch: 'watching' },
    { type: 'watch', request, watch: 'paused' },
    { type: 'watch', request, watch: 'offline' },
    { type: 'arrive', request, deposits: [{ amount: '10.00' }] },
  ] as const satisfies SlipAction[];

const requestOf = (state: SlipState): SlipRequest | undefined =>
  'request' in state ? state.request : undefined;

/** The next action in a state. Half of the actions belong to the state's request. */
type Step = (state: SlipState) => SlipAction;
const steps: fc.Arbitrary<Step> = fc
  .record({
    isCurrent: fc.boolean(),
    other: fc.constantFrom(...REQUESTS),
    offered: fc.integer({ min: 1, max: 3 }),
    isInput: fc.boolean(),
    at: fc.nat(100),
  })
  .map(({ isCurrent, other, offered, isInput, at }) => (state) => {
    const request = (isCurrent && requestOf(state)) || other;
    const actions = (isInput ? inputs : answers)(request, OFFERS.slice(0, offered));
    return actions[at % actions.length]!;
  });

/**
 * The state after an action. Fails if a response to another request changed the state, or if the slip of
 * another request is shown.
 */
function checked(
  state: SlipState,
  action: SlipAction,
): { readonly after: SlipState; readonly isStale: boolean } {
  const after = reduce(state, action);
  const isAnswer = 'request' in action && action.type !== 'load' && action.type !== 'ask';
  const isStale = isAnswer && action.request !== requestOf(state);
  if (isStale) assert.equal(after, state, `${action.type}: an answer to another request changed the state`);
  if ('slip' in after) assert.equal(after.slip, SLIPS.get(after.request), 'the slip of another request');
  return { after, isStale };
}

describe('the state of a slip', () => {
  it('does not change by the response to another request, in any order of actions', () => {
    let stale = 0;
    const reached = new Set<SlipState['status']>();
    fc.assert(
      fc.property(fc.array(steps, { minLength: 5, maxLength: 60 }), (schedule) => {
        let state = IDLE;
        for (const step of schedule) {
          const { after, isStale } = checked(state, step(state));
          if (isStale) stale++;
          reached.add(after.status);
          state = after;
        }
      }),
      { numRuns: cases(1_000, 10_000, 'random orders of events') },
    );
    assert.equal(reached.size, 7, [...reached].join());
    assert.ok(stale > cases(1_000, 10_000), `only ${stale} stale answers: the property proves little`);
  });

  it('changes once for each request: a second response changes nothing', () => {
    for (const request of REQUESTS) {
      const all = answers(request, OFFERS);
      const [show, offer, fail] = all;
      const after = (answer: SlipAction): SlipState =>
        [{ type: 'load', request } as const, answer].reduce<SlipState>(reduce, IDLE);
      const shown = after(show);
      for (const second of [show, offer, fail]) assert.equal(reduce(shown, second), shown);
      const arrived = after(all.at(-1)!);
      // Whether the page can see more deposits is no response.
      for (const second of all.filter(({ type }) => type !== 'watch'))
        assert.equal(reduce(arrived, second), arrived);
    }
  });
});
