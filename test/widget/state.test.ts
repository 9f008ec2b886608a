import { expect } from '@open-wc/testing';
import { readSlip, type Slip } from '../../src/core/reader/slip.js';
import { problem } from '../../src/core/problem.js';
import { IDLE, next, type Ask, type Visit, type SlipAction } from '../../src/widget/deposit-slip/state.js';
import { sampleAnswer } from './helpers/samples.js';

const slip = readSlip(sampleAnswer(90), { paymentId: 90 }) as Slip;
const mine: Ask = { paymentId: 90 };
const stale: Ask = { paymentId: 90 };

function after(...events: SlipAction[]): Visit {
  return events.reduce(next, IDLE);
}

function shown(ask: Ask): SlipAction {
  return { type: 'slip', ask, slip, since: 1, arrival: 'token', test: false, watch: 'watching' };
}

describe('the state of a slip', () => {
  it('holds the slip that was requested', () => {
    expect(after({ type: 'load', ask: mine }, shown(mine))).to.include({
      status: 'ready',
      slip,
      arrival: 'token',
    });
  });

  it('is not changed by the answer to another request, even an equal one', () => {
    const loading = after({ type: 'load', ask: stale }, { type: 'load', ask: mine });
    expect(next(loading, shown(stale))).to.equal(loading);
    expect(next(loading, { type: 'problem', ask: stale, problem: problem('offline') })).to.equal(loading);
    expect(next(loading, { type: 'offered', ask: stale, offers: [] })).to.equal(loading);
  });

  it('is not changed by a second answer to the same request', () => {
    const ready = after({ type: 'load', ask: mine }, shown(mine));
    expect(next(ready, shown(mine))).to.equal(ready);
    expect(next(ready, { type: 'problem', ask: mine, problem: problem('offline') })).to.equal(ready);
  });

  it('drops the slip as soon as another is requested', () => {
    expect(
      after({ type: 'load', ask: mine }, shown(mine), { type: 'load', ask: stale }),
    ).not.to.have.property('slip');
  });

  it('changes to arrived once, and only for the slip on show', () => {
    const ready = after({ type: 'load', ask: mine }, shown(mine));
    const arrival: SlipAction = {
      type: 'arrived',
      ask: mine,
      deposits: [{ amount: '1.00', fiat: 'BRL' }],
      expected: true,
    };
    expect(next(ready, { ...arrival, ask: stale })).to.equal(ready);
    const arrived = next(ready, arrival);
    expect(arrived).to.include({ status: 'arrived', slip });
    expect(next(arrived, arrival)).to.equal(arrived);
  });

  it('keeps the amount being typed, and drops its error with the next character', () => {
    const refused = after(
      { type: 'enter', ask: mine },
      { type: 'typed', entry: { typed: '0' } },
      { type: 'typed', entry: { typed: '0', fault: 'zero' } },
    );
    expect(refused).to.deep.include({ status: 'asking', entry: { typed: '0', fault: 'zero' } });
    expect(next(refused, { type: 'typed', entry: { typed: '01' } })).to.deep.include({
      entry: { typed: '01' },
    });
  });

  it('accepts no typed amount while a request is pending', () => {
    const loading = after({ type: 'load', ask: mine });
    expect(next(loading, { type: 'typed', entry: { typed: '1' } })).to.equal(loading);
  });

  it('stays marked as a test after one answer was', () => {
    const ask = { ...mine };
    const visit = after(
      { type: 'load', ask },
      { type: 'problem', ask, problem: problem('refused'), test: true },
    );
    expect(next(visit, { type: 'load', ask: mine })).to.include({ status: 'loading', test: true });
    const offline = { type: 'problem', ask: mine, problem: problem('offline'), test: false } as const;
    expect([{ type: 'load', ask: mine } as const, offline].reduce<Visit>(next, visit)).to.include({
      test: true,
    });
  });

  it('returns to choosing only where several methods are offered', () => {
    const offers = [90, 105].map((paymentId) => ({ paymentId, amount: 'none' as const }));
    const ready = after({ type: 'offered', offers }, { type: 'load', ask: mine }, shown(mine));
    expect(next(ready, { type: 'choose' })).to.include({ status: 'choosing' });
    const alone = after({ type: 'load', ask: mine }, shown(mine));
    expect(next(alone, { type: 'choose' })).to.equal(alone);
  });
});
