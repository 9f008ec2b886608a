/** SECURITY.md P10, without a browser: in any order of events, no response to another request changes the state. */
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

/** What a payer, a page or the network can do; `pick` selects a request or an offer, newest first. */
type Step = { readonly do: keyof typeof STEPS; readonly pick: number };

/** The state of an element, with every request it ever sent: each may be answered at any time, more than once. */
interface History {
  state: SlipState;
  /** Newest first, each with the one slip that belongs to it. */
  readonly requests: SlipRequest[];
  readonly slips: Map<SlipRequest, Slip>;
}

const OFFERS: readonly Offer[] = METHODS.map(({ id, fiat, amount }) => ({ paymentId: id, fiat, amount }));

/** Adds a request, equal to others but not identical; the txId of its slip identifies it. */
function addRequest({ requests, slips }: History, pick: number): SlipRequest {
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

const anyRequest = (history: History, pick: number): SlipRequest =>
  history.requests[pick % history.requests.length] ?? addRequest(history, pick);
const requestOf = (state: SlipState): SlipRequest | undefined =>
  'request' in state ? state.request : undefined;

/** Each step as the actions that the element dispatches for it (slip-controller.ts). */
const STEPS = {
  attribute: (history, pick) => [{ type: 'reset' }, { type: 'load', request: addRequest(history, pick) }],
  methods: () => [{ type: 'reset' }, { type: 'offer', offers: OFFERS.slice(0, 3) }],
  choose: (history, pick) => [{ type: 'load', request: addRequest(history, pick) }],
  'choose other': () => [{ type: 'choose' }],
  'ask for an amount': (history, pick) => [{ type: 'ask', request: addRequest(history, pick) }],
  'type an amount': (_, pick) => [{ type: 'type', entry: { text: String(pick) } }],
  'type a wrong one': () => [{ type: 'type', entry: { text: '0', error: 'zero' } }],
  'submit it, or retry': (history, pick) => [{ type: 'load', request: addRequest(history, pick) }],
  // Removed while it waited and inserted again: the same request is sent again.
  'put back': (history) =>
    history.state.status === 'loading' ? [{ type: 'load', request: history.state.request }] : [],
  answer: (history, pick) => {
    const request = anyRequest(history, pick);
    return [
      {
        type: 'show',
        request,
        slip: history.slips.get(request)!,
        since: 1,
        arrival: 'a',
        test: false,
        watch: 'off',
      },
    ];
  },
  'answer with methods': (history, pick) => [
    { type: 'offer', request: anyRequest(history, pick), offers: OFFERS.slice(0, 1 + (pick % 3)) },
  ],
  fail: (history, pick) => [
    { type: 'fail', request: anyRequest(history, pick), problem: problem('offline') },
  ],
  watch: (history, pick) => [
    { type: 'watch', request: anyRequest(history, pick), watch: pick % 2 === 0 ? 'watching' : 'paused' },
  ],
  arrive: (history, pick) => [
    {
      type: 'arrive',
      request: anyRequest(history, pick),
      deposits: [{ amount: '10.00' }],
      expected: pick % 2 === 0,
    },
  ],
} as const satisfies Record<string, (history: History, pick: number) => SlipAction[]>;

const ANSWERS: ReadonlySet<string> = new Set(['show', 'fail', 'watch', 'arrive', 'offer']);

/** Whether an action is a response to a request other than the current one. */
function isStale(state: SlipState, event: SlipAction): boolean {
  return (
    ANSWERS.has(event.type) &&
    'request' in event &&
    event.request !== undefined &&
    event.request !== requestOf(state)
  );
}

/** Lives one step; returns how many stale answers came in it. */
function apply(history: History, { do: name, pick }: Step): number {
  let stale = 0;
  const step: (history: History, pick: number) => SlipAction[] = STEPS[name];
  for (const event of step(history, pick)) {
    const before = history.state;
    history.state = reduce(before, event);
    if (isStale(before, event)) {
      stale++;
      assert.equal(history.state, before, `${name}: a response to another request changed the state`);
    }
    assertOwn(history);
  }
  return stale;
}

/** The slip on show belongs to the current request. */
function assertOwn({ state, slips }: History): void {
  if (!('slip' in state)) return;
  assert.equal(state.slip, slips.get(state.request), 'the slip of another request is shown');
}

const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[]), 'answer', 'answer', 'attribute'),
    pick: fc.oneof(fc.constant(0), fc.nat(20)),
  }),
  { minLength: 5, maxLength: 60 },
);

describe('the state', () => {
  it('is not changed by a response to another request, in any order of events', () => {
    let stale = 0;
    const reached = new Set<SlipState['status']>();
    fc.assert(
      fc.property(steps, (schedule) => {
        const history: History = { state: IDLE, requests: [], slips: new Map() };
        for (const step of schedule) {
          stale += apply(history, step);
          reached.add(history.state.status);
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
        const history: History = { state: IDLE, requests: [], slips: new Map() };
        apply(history, { do: 'choose', pick });
        apply(history, { do: 'answer', pick: 0 });
        const shown = history.state;
        apply(history, { do: second, pick: 0 });
        assert.equal(history.state, shown);
      }),
    );
  });
});
