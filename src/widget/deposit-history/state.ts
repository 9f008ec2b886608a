import type { HistoryDeposit, HistoryPage } from '../../core/reader/history.js';
import type { Problem } from '../../core/problem.js';
import { record } from '../../core/record.js';
import { isSame } from '../shared/is-same.js';

/**
 * Whether the list is kept up to date. `unavailable`: the endpoint refuses updates. `offline`: until the
 * browser is online again.
 */
export type Watch = 'off' | 'watching' | 'paused' | 'offline' | 'unavailable';

/** A list that is shown. */
export interface ListOnShow {
  /** The awaited deposits, then those that arrived, newest first. */
  readonly deposits: readonly HistoryDeposit[];
  /** How many of them are visible. */
  readonly shown: number;
  /** The cursor for older deposits. */
  readonly next?: string | undefined;
  /** The status of the request for older deposits. */
  readonly more: 'idle' | 'loading' | 'failed';
  /** The newest deposits were dropped to make room for older ones. */
  readonly isCut: boolean;
  readonly unreadable: number;
  /** The deposits that arrived with the last update and were not known before. */
  readonly arrived: readonly HistoryDeposit[];
  /** The ids of all arrived deposits on any first page so far. */
  readonly known: ReadonlySet<string>;
  /** The unfolded deposit. */
  readonly open?: string | undefined;
  readonly watch: Watch;
  /** Why the last update failed; the list stays on show. */
  readonly problem?: Problem | undefined;
}

/** The one state of the element. */
export type HistoryState = { /** Whether an answer was marked as test. */ readonly test: boolean } & (
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | ({ readonly status: 'ready' } & ListOnShow)
  | { readonly status: 'problem'; readonly problem: Problem }
);

export type Status = HistoryState['status'];

/** A state that shows the list. */
export type Ready = Extract<HistoryState, { status: 'ready' }>;

/** The actions that change the state. */
export type HistoryAction =
  | { readonly type: 'load' }
  | { readonly type: 'fail'; readonly problem: Problem; readonly test: boolean }
  | { readonly type: 'show'; readonly page: HistoryPage; readonly limit: number; readonly test: boolean }
  | { readonly type: 'update'; readonly page: HistoryPage; readonly test: boolean }
  | { readonly type: 'update-failed'; readonly problem: Problem }
  | { readonly type: 'reveal'; readonly limit: number }
  | { readonly type: 'load-more' }
  | {
      readonly type: 'append';
      /** The cursor that the page was requested with. */
      readonly before: string;
      readonly page: HistoryPage;
      readonly limit: number;
    }
  | { readonly type: 'more-failed' }
  | { readonly type: 'toggle'; readonly id: string }
  | { readonly type: 'watch'; readonly watch: Watch };

export const IDLE: HistoryState = record({ status: 'idle', test: false });

/**
 * Maximum number of deposits to keep, so that a payer can page through ten thousand with the memory of a few
 * pages.
 */
export const MAX_KEPT = 200;

/** The state after an action. Pure; an action without effect returns the same object. */
export function reduce(state: HistoryState, action: HistoryAction): HistoryState {
  const next = stateAfter(state, action);
  return next === state ? state : record<HistoryState>(next);
}

function stateAfter(state: HistoryState, action: HistoryAction): HistoryState {
  if (action.type === 'load') return { status: 'loading', test: state.test };
  if (action.type === 'fail') {
    const { problem, test } = action;
    return { status: 'problem', test: state.test || test, problem };
  }
  if (action.type === 'show') return shown(state, action);
  return state.status === 'ready' ? changed(state, action) : state;
}

function shown({ test }: HistoryState, action: Extract<HistoryAction, { type: 'show' }>): Ready {
  const { page, limit } = action;
  return {
    status: 'ready',
    test: test || action.test,
    deposits: unique(page.deposits),
    shown: limit,
    next: page.next,
    more: 'idle',
    isCut: false,
    unreadable: page.unreadable,
    arrived: [],
    known: knownOf(page),
    watch: 'off',
  };
}

type Change = Exclude<HistoryAction, { type: 'load' | 'fail' | 'show' }>;

function changed(state: Ready, action: Change): Ready {
  switch (action.type) {
    case 'update':
      return updated(action.test && !state.test ? record({ ...state, test: true }) : state, action.page);
    case 'update-failed':
      // A repeated failure is not a change.
      return state.problem?.kind === action.problem.kind ? state : { ...state, problem: action.problem };
    case 'reveal':
      return { ...state, shown: state.shown + action.limit };
    case 'load-more':
      return { ...state, more: 'loading' };
    case 'append':
      return appended(state, action);
    case 'more-failed':
      return { ...state, more: 'failed' };
    case 'toggle':
      return { ...state, open: state.open === action.id ? undefined : action.id };
    case 'watch':
      return state.watch === action.watch ? state : { ...state, watch: action.watch };
  }
}

/**
 * The list with a newer first page. The visible part stays in place, unless there are too many new deposits
 * to join the two.
 */
function updated(state: Ready, page: HistoryPage): Ready {
  const { deposits, next } = joined(state, page);
  const arrived = newArrivals(state, page);
  const unreadable = Math.max(state.unreadable, page.unreadable);
  const isUnchanged = isSame(deposits, state.deposits);
  const hasNews = arrived.length > 0 || state.arrived.length > 0 || unreadable !== state.unreadable;
  if (isUnchanged && next === state.next && !hasNews && !state.problem) return state;
  return {
    ...state,
    deposits: isUnchanged ? state.deposits : deposits,
    shown: stillShown(state, deposits),
    next,
    arrived,
    known: new Set([...state.known, ...knownOf(page)]),
    unreadable,
    problem: undefined,
  };
}

function joined(state: Ready, page: HistoryPage): Pick<Ready, 'deposits' | 'next'> {
  const { deposits, next, isCut } = state;
  const fresh = new Map(page.deposits.map((deposit) => [deposit.id, deposit]));
  if (isCut) return { deposits: deposits.map((each) => fresh.get(each.id) ?? each), next };
  const arrived = deposits.filter(hasArrived);
  // A page without a next page is the whole list.
  const isJoined = page.next !== undefined && arrived.some(({ id }) => fresh.has(id));
  if (!isJoined) return { deposits: unique(page.deposits), next: page.next };
  return { deposits: unique([...page.deposits, ...arrived.filter(({ id }) => !fresh.has(id))]), next };
}

/**
 * The deposits that arrived since the last update. An old deposit that moves up from a later page, below
 * known ones, is not new.
 */
function newArrivals({ deposits, known, next, isCut }: Ready, page: HistoryPage): readonly HistoryDeposit[] {
  const listed = new Set(deposits.filter(hasArrived).map(({ id }) => id));
  const isKnown = ({ id }: HistoryDeposit): boolean => known.has(id) || listed.has(id);
  const arrived = page.deposits.filter(hasArrived);
  const last = arrived.map(isKnown).lastIndexOf(true);
  const isWhole = next === undefined && !isCut;
  return arrived.filter((deposit, at) => !isKnown(deposit) && (isWhole || last === -1 || at < last));
}

/** How many deposits are visible, so that new ones at the top do not push the last one out of sight. */
function stillShown({ deposits: before, shown }: Ready, deposits: readonly HistoryDeposit[]): number {
  const last = before.slice(0, shown).at(-1);
  return Math.max(shown, deposits.findIndex(({ id }) => id === last?.id) + 1);
}

/** The list with older deposits appended, unless it started over since they were requested. */
function appended(state: Ready, { before, page, limit }: Extract<Change, { type: 'append' }>): Ready {
  if (state.next !== before) return { ...state, more: 'idle' };
  const all = unique([...state.deposits, ...page.deposits]);
  const excess = Math.max(0, all.length - MAX_KEPT);
  return {
    ...state,
    deposits: all.slice(excess),
    shown: Math.min(state.shown + limit, all.length) - excess,
    // Otherwise a page that names itself as the next one would be requested forever.
    next: page.next === before ? undefined : page.next,
    more: 'idle',
    isCut: state.isCut || excess > 0,
    unreadable: state.unreadable + page.unreadable,
  };
}

/** Pages may overlap while deposits arrive. If an id repeats, the first one is the latest. */
function unique(deposits: readonly HistoryDeposit[]): readonly HistoryDeposit[] {
  const byId = new Map<string, HistoryDeposit>();
  for (const deposit of deposits) if (!byId.has(deposit.id)) byId.set(deposit.id, deposit);
  return [...byId.values()];
}

function knownOf({ deposits }: HistoryPage): ReadonlySet<string> {
  return new Set(deposits.filter(hasArrived).map(({ id }) => id));
}

function hasArrived({ status }: HistoryDeposit): boolean {
  return status !== 'waiting';
}
