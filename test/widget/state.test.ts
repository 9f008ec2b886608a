import { expect } from '@open-wc/testing';
import { readSlip, type Slip } from '../../src/core/reader/slip.js';
import { problem } from '../../src/core/problem.js';
import type { SlipRequest } from '../../src/core/reader/slip.js';
import { IDLE, reduce, type SlipAction, type SlipState } from '../../src/widget/deposit-slip/state.js';
import { method, sampleAnswer } from './bench.js';

const slip = readSlip(sampleAnswer(method(90)), { paymentId: 90 }) as Slip;
const mine: SlipRequest = { paymentId: 90 };
const stale: SlipRequest = { paymentId: 90 };

function after(...events: SlipAction[]): SlipState {
  return events.reduce(reduce, IDLE);
}

function shown(request: SlipRequest): SlipAction {
  return { type: 'show', request, slip, since: 1, arrival: 'token', test: false, watch: 'watching' };
}

describe('a visit', () => {
  it('shows the slip it asked for', () => {
    expect(after({ type: 'load', request: mine }, shown(mine))).to.include({
      status: 'ready',
      slip,
      arrival: 'token',
    });
  });

  it('is not changed by an answer to another ask, however alike', () => {
    const loading = after({ type: 'load', request: stale }, { type: 'load', request: mine });
    expect(reduce(loading, shown(stale))).to.equal(loading);
    expect(reduce(loading, { type: 'fail', request: stale, problem: problem('offline') })).to.equal(loading);
    expect(reduce(loading, { type: 'offer', request: stale, offers: [] })).to.equal(loading);
  });

  it('is not changed by an answer that comes twice', () => {
    const ready = after({ type: 'load', request: mine }, shown(mine));
    expect(reduce(ready, shown(mine))).to.equal(ready);
    expect(reduce(ready, { type: 'fail', request: mine, problem: problem('offline') })).to.equal(ready);
  });

  it('forgets the slip as soon as another is asked for', () => {
    expect(
      after({ type: 'load', request: mine }, shown(mine), { type: 'load', request: stale }),
    ).not.to.have.property('slip');
  });

  it('tells an arrival once, and only of the slip on show', () => {
    const ready = after({ type: 'load', request: mine }, shown(mine));
    const arrival: SlipAction = {
      type: 'arrive',
      request: mine,
      deposits: [{ amount: '1.00', fiat: 'BRL' }],
      expected: true,
    };
    expect(reduce(ready, { ...arrival, request: stale })).to.equal(ready);
    const arrived = reduce(ready, arrival);
    expect(arrived).to.include({ status: 'arrived', slip });
    expect(reduce(arrived, arrival)).to.equal(arrived);
  });

  it('keeps the amount being typed, and drops its fault with the reduce sign', () => {
    const refused = after(
      { type: 'ask', request: mine },
      { type: 'type', entry: { text: '0' } },
      { type: 'type', entry: { text: '0', error: 'zero' } },
    );
    expect(refused).to.deep.include({ status: 'asking', entry: { text: '0', error: 'zero' } });
    expect(reduce(refused, { type: 'type', entry: { text: '01' } })).to.deep.include({
      entry: { text: '01' },
    });
  });

  it('has no amount to type while it waits', () => {
    const loading = after({ type: 'load', request: mine });
    expect(reduce(loading, { type: 'type', entry: { text: '1' } })).to.equal(loading);
  });

  it('remembers that it is a test once an answer said so', () => {
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

  it('goes back to choosing only where there is a choice', () => {
    const offers = [90, 105].map((paymentId) => ({ paymentId, amount: 'none' as const }));
    const ready = after({ type: 'offer', offers }, { type: 'load', request: mine }, shown(mine));
    expect(reduce(ready, { type: 'choose' })).to.include({ status: 'choosing' });
    const alone = after({ type: 'load', request: mine }, shown(mine));
    expect(reduce(alone, { type: 'choose' })).to.equal(alone);
  });
});
