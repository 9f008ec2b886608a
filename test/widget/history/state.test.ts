import { expect } from '@open-wc/testing/pure';
import type { HistoryDeposit, HistoryPage } from '../../../src/core/reader/history.js';
import { problem } from '../../../src/core/problem.js';
import {
  IDLE,
  MAX_KEPT,
  reduce,
  type HistoryAction,
  type Ready,
} from '../../../src/widget/deposit-history/state.js';
import { deposit } from '../helpers/history.js';

const LIMIT = 10;

function page(deposits: readonly HistoryDeposit[], next?: string, unreadable = 0): HistoryPage {
  return { deposits, unreadable, ...(next !== undefined && { next }) };
}

function show(deposits: readonly HistoryDeposit[], next?: string): Ready {
  return reduce(IDLE, { type: 'show', page: page(deposits, next), limit: LIMIT, test: false }) as Ready;
}

function after(state: Ready, ...actions: readonly HistoryAction[]): Ready {
  return actions.reduce(reduce, state as ReturnType<typeof reduce>) as Ready;
}

const update = (deposits: readonly HistoryDeposit[], next?: string): HistoryAction => ({
  type: 'update',
  page: page(deposits, next),
  test: false,
});
const append = (deposits: readonly HistoryDeposit[], next?: string, before = 'n'): HistoryAction => ({
  type: 'append',
  before,
  page: page(deposits, next),
  limit: LIMIT,
});
const several = (count: number): HistoryDeposit[] => Array.from({ length: count }, () => deposit());
const idsOf = ({ deposits }: Ready): string[] => deposits.map(({ id }) => id);

describe('the state of a history', () => {
  it('puts new deposits above the visible ones, and marks them as new', () => {
    const [newest, ...older] = several(4);
    const state = after(show(older, 'older'), update([newest!, ...older.slice(0, 2)], 'x'));
    expect(state.deposits).to.deep.equal([newest, ...older]);
    expect(state.arrived).to.deep.equal([newest]);
    expect(state.next).to.equal('older');
  });

  it('replaces a deposit that is awaited by the one that arrived', () => {
    const awaited = deposit({ status: 'waiting' });
    const [arrived, ...older] = several(3);
    const state = after(show([awaited, ...older]), update([arrived!, ...older]));
    expect(idsOf(state)).to.deep.equal([arrived!.id, ...older.map(({ id }) => id)]);
  });

  it('shows a returned deposit in its current state, and does not mark it as new', () => {
    const [first, second] = several(2);
    const returned = { ...second!, status: 'returned' } as const;
    const state = after(show([first!, second!]), update([first!, returned]));
    expect(state.deposits).to.deep.equal([first, returned]);
    expect(state.arrived).to.deep.equal([]);
  });

  it('keeps its identity if nothing changed', () => {
    const deposits = several(3);
    const state = show(deposits);
    expect(after(state, update(structuredClone(deposits)))).to.equal(state);
  });

  it('forgets what was new with the next update, so that an equal deposit is new again', () => {
    const [older, first, second] = several(3);
    const state = after(show([older!]), update([first!, older!]), update([first!, older!]));
    expect(state.arrived).to.deep.equal([]);
    expect(after(state, update([second!, first!, older!])).arrived).to.deep.equal([second]);
  });

  it('starts over if more than a page arrived meanwhile', () => {
    const newer = several(3);
    const state = after(show(several(3), 'old'), update(newer, 'new'));
    expect(state.deposits).to.deep.equal(newer);
    expect(state.next).to.equal('new');
  });

  it('shows a deposit once, even if two pages contain it', () => {
    const [first, second, third] = several(3);
    const state = after(show([first!, second!], 'n'), append([second!, third!]));
    expect(state.deposits).to.deep.equal([first, second, third]);
    expect(state.next).to.equal(undefined);
  });

  it('keeps at most two hundred deposits, however far the payer goes back', () => {
    let state = show(several(20), 'p0');
    for (let n = 0; n < 50; n += 1) state = after(state, append(several(20), `p${n + 1}`, `p${n}`));
    expect(state.deposits).to.have.length(MAX_KEPT);
    expect(state.shown).to.be.at.most(MAX_KEPT);
    expect(state.isCut).to.equal(true);
  });

  it('announces new deposits while the newest ones are cut off, without showing them among older ones', () => {
    const first = several(20);
    let state = show(first, 'p0');
    for (let n = 0; n < 10; n += 1) state = after(state, append(several(20), `p${n + 1}`, `p${n}`));
    const before = idsOf(state);
    const newest = deposit();
    const next = after(state, update([newest, ...first.slice(0, 19)], 'm'));
    expect(idsOf(next)).to.deep.equal(before);
    expect(next.arrived).to.deep.equal([newest]);
  });

  it('announces each of two deposits that arrive while the newest are cut off', () => {
    const first = several(20);
    let state = show(first, 'p0');
    for (let n = 0; n < 10; n += 1) state = after(state, append(several(20), `p${n + 1}`, `p${n}`));
    const [one, two] = several(2);
    state = after(state, update([one!, ...first.slice(0, 19)], 'm'));
    expect(after(state, update([two!, one!, ...first.slice(0, 18)], 'm')).arrived).to.deep.equal([two]);
  });

  it('does not mark a deposit as new that returns to the first page from a later one', () => {
    const [awaited, old] = [deposit({ status: 'waiting' }), deposit()];
    const first = several(3);
    const state = after(show([awaited, ...first], 'n'), update([...first, old], 'm'));
    expect(state.arrived).to.deep.equal([]);
    expect(idsOf(state)).to.deep.equal([...first, old].map(({ id }) => id));
  });

  it('does not mark a deposit as new that was missing from one response', () => {
    const deposits = several(2);
    expect(after(show(deposits), update([]), update(deposits)).arrived).to.deep.equal([]);
  });

  it('shows what the endpoint lists if that is everything, and nothing else', () => {
    const [mine, other] = several(2);
    expect(after(show([mine!]), update([other!])).deposits).to.deep.equal([other]);
  });

  it('reports that an entry could not be read, even if it came with an update', () => {
    const deposits = several(1);
    const state = after(show(deposits), { type: 'update', page: page(deposits, undefined, 1), test: false });
    expect(state.unreadable).to.equal(1);
  });

  it('drops an older page that was requested before the list started over', () => {
    const newer = several(3);
    const state = after(show(several(3), 'n'), { type: 'load-more' }, update(newer, 'new'));
    const next = after(state, append(several(3), 'older'));
    expect(next.deposits).to.deep.equal(newer);
    expect([next.next, next.more]).to.deep.equal(['new', 'idle']);
  });

  it('ends if a page names itself as the next one', () => {
    expect(after(show(several(1), 'n'), append(several(1), 'n')).next).to.equal(undefined);
  });

  it('stays visible when an update fails, and reports the failure until an update succeeds', () => {
    const deposits = several(2);
    const failed = after(show(deposits), { type: 'update-failed', problem: problem('unavailable') });
    expect(failed.deposits).to.deep.equal(deposits);
    expect(failed.problem?.kind).to.equal('unavailable');
    expect(after(failed, update(deposits)).problem).to.equal(undefined);
  });

  it('unfolds one deposit at a time', () => {
    const [first, second] = several(2);
    const open = (id: string): HistoryAction => ({ type: 'toggle', id });
    const state = after(show([first!, second!]), open(first!.id), open(second!.id));
    expect(state.open).to.equal(second!.id);
    expect(after(state, open(second!.id)).open).to.equal(undefined);
  });

  it('ignores actions for a list that is not visible', () => {
    for (const action of [update([]), append([]), { type: 'reveal', limit: 1 } as const])
      expect(reduce(IDLE, action)).to.equal(IDLE);
  });
});
