import type { Deposit, Offer } from '../../core/reader/answer.js';
import type { AmountError } from '../../core/money.js';
import type { Problem } from '../../core/problem.js';
import type { Slip } from '../../core/reader/slip.js';

/** What is asked of the endpoint, once. Its identity is what later events are held against. */
export interface Ask {
  readonly paymentId?: number | undefined;
  readonly fiat?: string | undefined;
  readonly amount?: string | undefined;
  /** A new slip, even where this visit has one. */
  readonly refresh?: boolean | undefined;
}

/** Whether the arrival is being asked for. `blind`: this answer does not allow it. */
export type Watch = 'off' | 'blind' | 'watching' | 'paused';

interface Known {
  /** An answer of this visit was marked as test. */
  readonly test: boolean;
  /** What there is to choose from, once known. */
  readonly offers: readonly Offer[];
}

/** What stands in the amount entry, and why it was not taken. */
export interface Entry {
  readonly typed: string;
  readonly fault?: AmountError;
}

interface Shown {
  readonly ask: Ask;
  readonly slip: Slip;
  /** When the slip was made, in milliseconds. */
  readonly since: number;
  readonly arrival?: string;
}

/** The one state of the element. */
export type Visit = Known &
  (
    | { readonly status: 'idle' }
    | { readonly status: 'choosing' }
    | { readonly status: 'asking'; readonly ask: Ask; readonly entry: Entry }
    | { readonly status: 'loading'; readonly ask: Ask }
    | ({
        readonly status: 'ready';
        readonly watch: Watch;
        /** Beside the slip of a method that takes an amount and needs none (92). */
        readonly entry: Entry;
      } & Shown)
    | { readonly status: 'problem'; readonly ask: Ask; readonly problem: Problem }
    | ({
        readonly status: 'arrived';
        readonly deposits: readonly Deposit[];
        /** Whether what arrived is what was asked for. */
        readonly expected: boolean;
      } & Shown)
  );

export type Status = Visit['status'];

/** What can happen. Answers carry the ask they belong to; one that is not the visit's own changes nothing. */
export type SlipAction =
  | { readonly type: 'reset' }
  | {
      readonly type: 'offered';
      readonly offers: readonly Offer[];
      readonly ask?: Ask;
      readonly test?: boolean;
    }
  | { readonly type: 'choose' }
  | { readonly type: 'enter'; readonly ask: Ask }
  | { readonly type: 'typed'; readonly entry: Entry }
  | { readonly type: 'load'; readonly ask: Ask }
  | {
      readonly type: 'slip';
      readonly ask: Ask;
      readonly slip: Slip;
      readonly since: number;
      readonly arrival?: string | undefined;
      readonly test: boolean;
      readonly watch: Watch;
    }
  | { readonly type: 'problem'; readonly ask: Ask; readonly problem: Problem; readonly test?: boolean }
  | { readonly type: 'watch'; readonly ask: Ask; readonly watch: Watch }
  | {
      readonly type: 'arrived';
      readonly ask: Ask;
      readonly deposits: readonly Deposit[];
      readonly expected: boolean;
    };

const BLANK: Entry = { typed: '' };

export const IDLE: Visit = { status: 'idle', test: false, offers: [] };

/** The next state. Pure: the same visit and event always give the same answer, and a stale event gives the same visit. */
export function next(visit: Visit, event: SlipAction): Visit {
  const known = { test: visit.test, offers: visit.offers };
  switch (event.type) {
    case 'reset':
      return IDLE;
    case 'offered':
      if (event.ask && !isAwaited(visit, event.ask)) return visit;
      return { ...known, test: known.test || event.test === true, status: 'choosing', offers: event.offers };
    case 'choose':
      return known.offers.length > 1 ? { ...known, status: 'choosing' } : visit;
    case 'enter':
      return { ...known, status: 'asking', ask: event.ask, entry: BLANK };
    case 'load':
      return { ...known, status: 'loading', ask: event.ask };
    case 'typed':
      return 'entry' in visit ? { ...visit, entry: event.entry } : visit;
    default:
      return answered(visit, event, known);
  }
}

type Answered = Extract<SlipAction, { type: 'slip' | 'problem' | 'watch' | 'arrived' }>;

function answered(visit: Visit, event: Answered, known: Known): Visit {
  if (event.type === 'slip' || event.type === 'problem') {
    if (!isAwaited(visit, event.ask)) return visit;
    const test = known.test || event.test === true;
    if (event.type === 'problem')
      return { ...known, test, status: 'problem', ask: event.ask, problem: event.problem };
    const { ask, slip, since, watch, arrival } = event;
    return {
      ...known,
      test,
      status: 'ready',
      ask,
      slip,
      since,
      watch,
      entry: BLANK,
      ...(arrival !== undefined && { arrival }),
    };
  }
  if (visit.status !== 'ready' || visit.ask !== event.ask) return visit;
  if (event.type === 'watch') return visit.watch === event.watch ? visit : { ...visit, watch: event.watch };
  const { watch: _watch, entry: _entry, ...shown } = visit;
  return { ...shown, status: 'arrived', deposits: event.deposits, expected: event.expected };
}

function isAwaited(visit: Visit, ask: Ask): boolean {
  return visit.status === 'loading' && visit.ask === ask;
}
