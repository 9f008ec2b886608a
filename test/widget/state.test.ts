import { expect } from '@open-wc/testing/pure';
import { readSlip } from '../../src/core/reader/read-slip.js';
import type { Slip, SlipRequest } from '../../src/core/reader/slip.js';
import { problem, type ProblemKind } from '../../src/core/problem.js';
import {
  IDLE,
  reduce,
  slipOf,
  type SlipAction,
  type SlipState,
} from '../../src/widget/deposit-slip/state.js';
import { sampleAnswer } from './helpers/samples.js';

const slip = readSlip(sampleAnswer(90), { paymentId: 90 }) as Slip;
const mine: SlipRequest = { paymentId: 90 };
const stale: SlipRequest = { paymentId: 90 };

function after(...events: SlipAction[]): SlipState {
  return events.reduce(reduce, IDLE);
}

function shown(request: SlipRequest) {
  return {
    type: 'show',
    request,
    slip,
    since: 1,
    arrival: 'token',
    test: false,
    watch: 'watching',
  } as const satisfies SlipAction;
}

const loading = after({ type: 'load', request: mine });
const ready = reduce(loading, shown(mine));

describe('the state of a slip', () => {
  it('holds the slip that was requested', () => {
    expect(ready).to.include({ status: 'ready', slip, arrival: 'token' });
  });

  it('does not change by the response to another request, even an equal one', () => {
    expect(reduce(loading, shown(stale))).to.equal(loading);
    expect(reduce(loading, { type: 'fail', request: stale, problem: problem('offline') })).to.equal(loading);
    expect(reduce(loading, { type: 'offer', request: stale, offers: [] })).to.equal(loading);
  });

  it('does not change by a second response to the same request', () => {
    expect(reduce(ready, shown(mine))).to.equal(ready);
    expect(reduce(ready, { type: 'fail', request: mine, problem: problem('offline') })).to.equal(ready);
  });

  it('changes to arrived once, for the visible slip or in place of the requested one', () => {
    const deposits = [{ amount: '1.00', fiat: 'BRL' }];
    const arrival = { type: 'arrive', request: mine, deposits } as const;
    for (const before of [ready, loading]) {
      expect(reduce(before, { ...arrival, request: stale })).to.equal(before);
      const arrived = reduce(before, arrival);
      expect(arrived).to.include({ status: 'arrived', deposits });
      expect(slipOf(arrived)).to.equal(slipOf(before));
      for (const late of [arrival, shown(mine)]) expect(reduce(arrived, late)).to.equal(arrived);
    }
  });

  it('does not forget the deposits of a payment for a response without them', () => {
    const deposits = [
      { id: 'a', amount: '4.00', fiat: 'BRL', createTime: 1_700_000_000_000, returned: '4.00' },
    ];
    const payment = {
      status: 'open',
      fiat: 'BRL',
      asked: '9.00',
      received: '0.00',
      remaining: '9.00',
      deposits,
    } as const;
    const arrived = reduce(ready, { type: 'arrive', request: mine, deposits: [], payment });
    expect(
      reduce(arrived, { type: 'arrive', request: mine, deposits: [{ amount: '4.00', fiat: 'BRL' }] }),
    ).to.equal(arrived);
  });

  it('remembers the previous deposit and still awaits its own', () => {
    const previous = { amount: '1.00', fiat: 'BRL' };
    const state = reduce(loading, { ...shown(mine), previous });
    expect(state).to.include({ status: 'ready', watch: 'watching', previous });
  });

  it('keeps the slip if polling fails, and does not change by the same failure again', () => {
    const fail = (kind: ProblemKind, request = mine) =>
      ({ type: 'poll-fail', request, problem: problem(kind) }) as const;
    const failed = reduce(ready, fail('timeout'));
    expect(failed).to.deep.equal({ ...ready, problem: problem('timeout') });
    expect(reduce(failed, fail('timeout'))).to.equal(failed);
    expect(reduce(failed, fail('forbidden'))).to.deep.equal({ ...ready, problem: problem('forbidden') });
    for (const before of [loading, failed]) expect(reduce(before, fail('forbidden', stale))).to.equal(before);
  });

  it('keeps the amount that is being typed, and drops its error with the next character', () => {
    const refused = after(
      { type: 'ask', request: mine },
      { type: 'input', entry: { text: '0' } },
      { type: 'input', entry: { text: '0', error: 'zero' } },
    );
    expect(refused).to.deep.include({ status: 'asking', entry: { text: '0', error: 'zero' } });
    expect(reduce(refused, { type: 'input', entry: { text: '01' } })).to.deep.include({
      entry: { text: '01' },
    });
  });

  it('accepts no typed amount while a request is pending', () => {
    expect(reduce(loading, { type: 'input', entry: { text: '1' } })).to.equal(loading);
  });

  it('remains marked as a test after one response was', () => {
    const request = { ...mine };
    const visit = after(
      { type: 'load', request },
      { type: 'fail', request, problem: problem('refused'), test: true },
    );
    expect(reduce(visit, { type: 'load', request: mine })).to.include({ status: 'loading', test: true });
    const offline = { type: 'fail', request: mine, problem: problem('offline'), test: false } as const;
    expect([{ type: 'load', request: mine } as const, offline].reduce<SlipState>(reduce, visit)).to.include({
      test: true,
    });
  });

  it('returns to choosing only if several methods are offered', () => {
    const offers = [90, 105].map((paymentId) => ({ paymentId, amount: 'none' as const }));
    const several = after({ type: 'offer', offers }, { type: 'load', request: mine }, shown(mine));
    expect(reduce(several, { type: 'choose' })).to.include({ status: 'choosing' });
    expect(reduce(ready, { type: 'choose' })).to.equal(ready);
  });
});
