import type { Deposit, Offer } from '../../core/reader/endpoint-response.js';
import { hasArrived, type Payment } from '../../core/reader/payment.js';
import type { AmountError } from '../../core/typed-amount.js';
import type { Problem, ProblemKind } from '../../core/problem.js';
import { record } from '../../core/record.js';
import type { Slip, SlipRequest } from '../../core/reader/slip.js';
import { isSame } from '../shared/is-same.js';
import { exceedsKnown } from './deposits.js';
import type { Sum } from '../shared/views/sum.js';

/**
 * Whether the element polls for the arrival. `unavailable`: it cannot, without an arrival token or an
 * endpoint. `offline`: the browser is offline; polling resumes when it is online. `blind`: new deposits have
 * not been visible for a minute. `ended`: the session has expired. `old`: the slip has been open for a day.
 */
export type Watch = 'off' | 'unavailable' | 'watching' | 'paused' | 'offline' | 'blind' | 'ended' | 'old';

/** Reasons why a slip must not be paid as it is: the session has ended, or it is a day old. */
export type HoldReason = 'ended' | 'old';

export function isHeld(watch: Watch): watch is HoldReason {
  return watch === 'ended' || watch === 'old';
}

/** Members of every state. */
interface Common {
  /** Whether a response was marked as test. */
  readonly test: boolean;
  /** The methods to choose from, once known. */
  readonly offers: readonly Offer[];
  /** The payment in the last response. */
  readonly payment?: Payment | undefined;
}

/** The text in the amount field, its error, and the characters to remove. */
export interface AmountEntry {
  readonly text: string;
  readonly error?: AmountError;
  readonly symbol?: string;
}

/** A slip that is shown. */
interface SlipOnShow {
  readonly request: SlipRequest;
  readonly slip: Slip;
  /** When the slip was made, milliseconds since the epoch. */
  readonly since: number;
  /** Token the arrival is polled with. */
  readonly arrival?: string;
  /** The payer's last deposit before this slip. */
  readonly previous?: Deposit;
  /** The missing amount of the payment, if the slip was requested for it. */
  readonly rest?: string;
  readonly renewal?: Renewal | undefined;
}

/** A request for another slip. The payer may already have paid with the current one. */
export interface Renewal {
  readonly request: SlipRequest;
  /** Why it failed; undefined while it is pending. */
  readonly problem?: Problem;
}

/** A payment that arrived. */
interface Arrived {
  readonly request: SlipRequest;
  /** Absent if the endpoint reports the arrival instead of sending a slip. */
  readonly slip?: Slip;
  readonly deposits: readonly Deposit[];
  /**
   * The requested amount that did not arrive. Absent if it arrived, if none was requested, or if the payment
   * is known.
   */
  readonly missing?: Sum;
  /** The amount that the order asks for, if an earlier response stated the payment. */
  readonly order?: string;
  /** Token with which a second deposit or a return is polled for. */
  readonly arrival?: string;
  readonly watch: Watch;
  /** Why polling failed. */
  readonly problem?: Problem;
  readonly renewal?: Renewal | undefined;
}

/** The one state of the element. */
export type SlipState = Common &
  (
    | { readonly status: 'idle' }
    | { readonly status: 'choosing' }
    | { readonly status: 'asking'; readonly request: SlipRequest; readonly entry: AmountEntry }
    | {
        readonly status: 'loading';
        readonly request: SlipRequest;
        /** The missing amount of the payment, if the slip is requested for it. */
        readonly rest?: string;
        /** Token of the slip that was on show. The payer may have paid it. */
        readonly arrival?: string;
      }
    | ({
        readonly status: 'ready';
        readonly watch: Watch;
        /** Why polling failed; the slip stays visible. */
        readonly problem?: Problem;
        /** Beside the slip of a method with an optional amount (92). */
        readonly entry: AmountEntry;
      } & SlipOnShow)
    | {
        readonly status: 'problem';
        readonly request: SlipRequest;
        readonly problem: Problem;
        /** Token of the slip that was on show before. */
        readonly arrival?: string;
      }
    | ({ readonly status: 'arrived' } & Arrived)
  );

export type Status = SlipState['status'];

/** The slip of a state that shows one. */
export function slipOf(state: SlipState): Slip | undefined {
  return 'slip' in state ? state.slip : undefined;
}

/**
 * The possible actions. A response carries the request it belongs to; a response to another request changes
 * nothing.
 */
export type SlipAction =
  | { readonly type: 'reset' }
  | {
      readonly type: 'offer';
      readonly offers: readonly Offer[];
      readonly request?: SlipRequest;
      readonly payment?: Payment | undefined;
      readonly test?: boolean;
    }
  | { readonly type: 'choose' }
  | { readonly type: 'ask'; readonly request: SlipRequest }
  | { readonly type: 'input'; readonly entry: AmountEntry }
  | {
      readonly type: 'load';
      readonly request: SlipRequest;
      readonly rest?: string | undefined;
      /** Whether what is on show stays until there is another slip. */
      readonly stays?: boolean | undefined;
    }
  | {
      readonly type: 'show';
      readonly request: SlipRequest;
      readonly slip: Slip;
      readonly since: number;
      readonly arrival?: string | undefined;
      readonly previous?: Deposit | undefined;
      readonly payment?: Payment | undefined;
      readonly test: boolean;
      readonly watch: Watch;
    }
  | {
      readonly type: 'fail';
      readonly request: SlipRequest;
      readonly problem: Problem;
      readonly test?: boolean;
    }
  /** Polling has succeeded. */
  | { readonly type: 'checked'; readonly request: SlipRequest }
  /** Forgets why another slip could not be made. */
  | { readonly type: 'forget' }
  | { readonly type: 'watch'; readonly request: SlipRequest; readonly watch: Watch }
  | { readonly type: 'poll-fail'; readonly request: SlipRequest; readonly problem: Problem }
  | { readonly type: 'account'; readonly request: SlipRequest; readonly payment: Payment }
  | {
      readonly type: 'arrive';
      readonly request: SlipRequest;
      readonly deposits: readonly Deposit[];
      readonly payment?: Payment | undefined;
      readonly missing?: Sum | undefined;
      readonly arrival?: string | undefined;
      readonly test?: boolean;
    };

/** Problems whose advice is not to pay (shared/views/problem.ts): only these replace a slip on show. */
const NOT_TO_PAY: ReadonlySet<ProblemKind> = new Set([
  'incomplete',
  'unverified',
  'mismatch',
  'unsafe',
  'not-payable',
]);

export const EMPTY: AmountEntry = record({ text: '' });

export const IDLE: SlipState = record({ status: 'idle', test: false, offers: [] });

/** The state after an action. Pure; a stale action returns the same state object. */
export function reduce(state: SlipState, action: SlipAction): SlipState {
  const next = changed(state, record<SlipAction>(action));
  return next === state ? state : record<SlipState>(next);
}

function changed(state: SlipState, action: SlipAction): SlipState {
  const { test, offers, payment } = state;
  const common: Common = record({ test, offers, payment });
  switch (action.type) {
    case 'reset':
      return IDLE;
    case 'offer':
      if (action.request && !isAwaited(state, action.request)) return state;
      return {
        status: 'choosing',
        test: test || action.test === true,
        offers: action.offers,
        ...record({ payment: action.payment }),
      };
    case 'choose':
      return common.offers.length > 1 ? { ...common, status: 'choosing' } : state;
    case 'ask':
      return { ...common, status: 'asking', request: action.request, entry: EMPTY };
    case 'load':
      if (action.stays && (state.status === 'ready' || state.status === 'arrived'))
        return { ...state, renewal: record({ request: action.request }) };
      return {
        ...common,
        status: 'loading',
        request: action.request,
        ...record({ rest: action.rest, arrival: unpaidArrival(state) }),
      };
    case 'forget':
      return 'renewal' in state && state.renewal?.problem ? { ...state, renewal: undefined } : state;
    case 'input':
      return 'entry' in state ? { ...state, entry: record<AmountEntry>(action.entry) } : state;
    case 'show':
    case 'fail':
      return isAwaited(state, action.request) ? answered(state, action) : state;
    case 'poll-fail':
      // Polling may repeat a failure, which is not a change.
      return isOnShow(state, action.request) && state.problem?.kind !== action.problem.kind
        ? { ...state, problem: action.problem }
        : state;
    case 'account':
      return isResultOf(state, action.request) && !isSame(state.payment, action.payment)
        ? { ...state, payment: action.payment }
        : state;
    case 'arrive':
      return isAwaited(state, action.request) || isResultOf(state, action.request)
        ? arrived(common, action, state)
        : state;
    case 'checked':
      return isOnShow(state, action.request) && (state.watch === 'ended' || state.watch === 'unavailable')
        ? { ...state, watch: 'watching' }
        : state;
    case 'watch': {
      if (!isOnShow(state, action.request) || state.watch === action.watch) return state;
      // A held slip stays held until a request succeeds.
      return isHeld(state.watch) && action.watch !== 'old' ? state : { ...state, watch: action.watch };
    }
  }
}

/** The state after the response to a request. */
function answered(state: Awaiting, action: Extract<SlipAction, { type: 'show' | 'fail' }>): SlipState {
  const rest = 'rest' in state ? state.rest : undefined;
  const common = { offers: state.offers, test: state.test || action.test === true };
  if (action.type === 'fail') {
    const { request, problem } = action;
    // A receipt stays true, whatever is wrong with another slip.
    if (state.status === 'arrived' || (state.status === 'ready' && !NOT_TO_PAY.has(problem.kind)))
      return { ...state, renewal: record({ request, problem }) };
    // The payment remains known even if its slip cannot be shown.
    const known = record({ payment: state.payment, arrival: unpaidArrival(state) });
    return { ...common, ...known, status: 'problem', request, problem };
  }
  const { slip, since, watch, arrival, previous, payment } = action;
  return {
    ...common,
    status: 'ready',
    // What is requested next is no renewal, unless the payer asks for one.
    request: action.request.refresh ? record({ ...action.request, refresh: undefined }) : action.request,
    slip,
    since,
    watch,
    entry: EMPTY,
    ...record({ arrival, previous, payment, rest }),
  };
}

function arrived(
  common: Common,
  action: Extract<SlipAction, { type: 'arrive' }>,
  state: SlipState,
): SlipState {
  const { request, deposits, payment, missing, test } = action;
  const before = state.status === 'arrived' ? state : undefined;
  if (before && !isNew(before, action)) return state;
  const arrival = action.arrival ?? ('arrival' in state ? state.arrival : undefined);
  return {
    offers: common.offers,
    test: common.test || test === true,
    status: 'arrived',
    request,
    deposits,
    watch: before?.watch ?? 'off',
    ...record({ slip: slipOf(state), payment, missing, arrival }),
    ...record({ order: payment ? undefined : (state.payment?.asked ?? before?.order) }),
    ...record({
      problem: before?.problem,
      renewal: before && isRenewing(before) ? before.renewal : undefined,
    }),
  };
}

/**
 * Whether a response changes the receipt. If it does not report the payment, only a larger sum is a change.
 */
function isNew(
  { payment, deposits }: Extract<SlipState, { status: 'arrived' }>,
  action: Pick<Arrived, 'deposits'> & Pick<Common, 'payment'>,
): boolean {
  if (action.payment) return !isSame(payment, action.payment);
  return !payment && exceedsKnown(action.deposits, deposits);
}

/** The token of what is or was on show, unless all that it asked for has arrived. */
function unpaidArrival(state: SlipState): string | undefined {
  if (!('arrival' in state)) return undefined;
  const { status, payment } = state;
  const isPaid = status === 'arrived' && (payment?.asked === undefined || hasArrived(payment));
  return isPaid ? undefined : state.arrival;
}

type Awaiting = Extract<SlipState, { status: 'loading' | 'ready' | 'arrived' }>;

/** The request that is pending. */
export function pendingRequest(state: SlipState): SlipRequest | undefined {
  if (state.status === 'loading') return state.request;
  return isRenewing(state) ? state.renewal.request : undefined;
}

/** Whether a slip in place of what is on show is requested. */
export function isRenewing(state: SlipState): state is SlipState & { readonly renewal: Renewal } {
  return 'renewal' in state && state.renewal !== undefined && !state.renewal.problem;
}

function isAwaited(state: SlipState, request: SlipRequest): state is Awaiting {
  return pendingRequest(state) === request;
}

/** A slip or a receipt, for which the element polls. */
export type WatchedState = Extract<SlipState, { readonly watch: Watch }>;

function isOnShow(state: SlipState, request: SlipRequest): state is WatchedState {
  return 'watch' in state && state.request === request;
}

/** Whether the payer sees the slip of a request, its arrival, or why there is no slip. */
function isResultOf(
  state: SlipState,
  request: SlipRequest,
): state is Extract<SlipState, { status: 'ready' | 'arrived' | 'problem' }> {
  const { status } = state;
  return (status === 'ready' || status === 'arrived' || status === 'problem') && state.request === request;
}
