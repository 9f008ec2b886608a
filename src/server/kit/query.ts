import type { Offer } from '../../core/reader/answer.js';
import { methodOf } from '../../core/methods.js';
import { compareAmounts, fromMinor, toMinor } from '../../core/money.js';
import type { Grant, GrantedMethod } from './grant.js';
import type { Rejection } from './rejection.js';

/** The query parameters of a request. Nothing else a browser sends has an effect. */
export interface EndpointQuery {
  readonly paymentId?: number;
  readonly fiat?: string;
  readonly amount?: string;
  readonly refresh: boolean;
  readonly arrival?: string;
  /** Present if the history is requested: the page before which cursor, or the first one. */
  readonly history?: { readonly before: string | undefined };
}

/** A slip the grant allows. */
export interface SlipQuery extends GrantedMethod {
  /** The amount of the deposit, fixed by the grant or chosen by the payer; decimal string. */
  readonly amount?: string;
  /** Whether the amount is sent to the API, which takes one for some methods only (spec: operation 8). */
  readonly takesAmount: boolean;
}

const MAX_URL = 4 * 1024;

/** The accepted form of each parameter. Amounts of more than 15 digits do not occur. */
const PATTERNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['paymentId', /^[1-9][0-9]{0,8}$/],
  ['fiat', /^[A-Z]{3}$/],
  ['amount', /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/],
  ['refresh', /^1$/],
  ['arrival', /^[\w-]+\.[\w-]+\.[\w-]*$/],
  ['history', /^1$/],
  ['before', /^[\w.-]{1,512}$/],
  // The nonce selects nothing; it is signed with the response (docs/adr/005-signed-answers.md).
  ['nonce', /^[\w-]{16,64}$/],
  // Checked in visit.ts where it must be of the grant. With sessions, it is signed as it was sent.
  ['visit', /^[\w-]{1,256}$/],
];

const INVALID_PARAMETER: Rejection = { rejected: 'invalid-parameter' };
const NOT_GRANTED: Rejection = { rejected: 'not-granted' };
const INVALID_AMOUNT: Rejection = { rejected: 'invalid-amount' };

/**
 * Reads the known parameters and ignores all others. Rejects a repeated or malformed parameter, a URL longer than
 * 4 KiB, and a request for a history and an arrival at once.
 */
export function readQuery(url: string): EndpointQuery | Rejection {
  if (url.length > MAX_URL) return INVALID_PARAMETER;
  const { searchParams } = new URL(url);
  const params = new Map<string, string>();
  for (const [name, pattern] of PATTERNS) {
    const values = searchParams.getAll(name);
    if (values.length > 1 || values.some((value) => !pattern.test(value))) return INVALID_PARAMETER;
    if (values[0] !== undefined) params.set(name, values[0]);
  }
  if (params.has('history') && params.has('arrival')) return INVALID_PARAMETER;
  const [paymentId, fiat, amount, arrival] = ['paymentId', 'fiat', 'amount', 'arrival'].map((name) =>
    params.get(name),
  );
  return {
    ...(paymentId !== undefined && { paymentId: Number(paymentId) }),
    ...(fiat !== undefined && { fiat }),
    ...(amount !== undefined && { amount }),
    ...(arrival !== undefined && { arrival }),
    ...(params.has('history') && { history: { before: params.get('before') } }),
    refresh: params.has('refresh'),
  };
}

/**
 * Resolves a query to one slip, or to the list of methods if the payer still has to choose. A pure function of the
 * grant and of the choice it leaves the payer: a method from its list, an amount within its bounds (SECURITY.md P18).
 */
export function resolveQuery(
  grant: Grant,
  query: EndpointQuery,
): SlipQuery | { readonly methods: readonly Offer[] } | Rejection {
  const { paymentId, fiat } = query;
  const matching = grant.methods.filter(
    (method) => (paymentId ?? method.paymentId) === method.paymentId && (fiat ?? method.fiat) === method.fiat,
  );
  const [method] = matching;
  if (!method) return NOT_GRANTED;
  if (matching.length > 1) return paymentId === undefined ? offersOf(grant, matching) : INVALID_PARAMETER;
  const rule = amountRuleOf(grant, method);
  const isAmountMissing = rule === 'required' && (query.amount ?? grant.amount) === undefined;
  if (isAmountMissing) return paymentId === undefined ? offersOf(grant, matching) : INVALID_AMOUNT;
  const amount = resolveAmount(grant, query.amount);
  if (typeof amount === 'object') return amount;
  return {
    paymentId: method.paymentId,
    fiat: method.fiat,
    ...(amount !== undefined && { amount }),
    takesAmount: rule !== 'none',
  };
}

/** Writes the amount with two decimals, so that `150` and `150.00` give the same slip. Never replaces it by another. */
function resolveAmount(grant: Grant, chosen: string | undefined): string | undefined | Rejection {
  const minor = toMinor(chosen ?? grant.amount ?? '');
  if (minor === undefined) return chosen === undefined ? undefined : INVALID_AMOUNT;
  const amount = fromMinor(minor);
  const isFixedAmount = grant.amount === undefined || compareAmounts(amount, grant.amount) === 0;
  const isWithinBounds =
    (grant.min === undefined || compareAmounts(amount, grant.min) !== -1) &&
    (grant.max === undefined || compareAmounts(amount, grant.max) !== 1);
  return minor > 0n && isFixedAmount && isWithinBounds ? amount : INVALID_AMOUNT;
}

/**
 * A method this version does not know takes an amount if the grant mentions one: the merchant knows the method. With bounds, an
 * optional amount is required: without one, the payer could send any.
 */
function amountRuleOf(grant: Grant, { paymentId }: GrantedMethod): Offer['amount'] {
  const hasBounds = grant.min !== undefined || grant.max !== undefined;
  const hasAmount = grant.amount !== undefined || hasBounds;
  const rule = methodOf(paymentId)?.amount ?? (hasAmount ? 'optional' : 'none');
  return rule === 'optional' && hasBounds ? 'required' : rule;
}

function offersOf(grant: Grant, methods: readonly GrantedMethod[]): { methods: readonly Offer[] } {
  const { amount: fixed, min, max } = grant;
  return {
    methods: methods.map((method) => ({
      paymentId: method.paymentId,
      fiat: method.fiat,
      amount: amountRuleOf(grant, method),
      ...(fixed !== undefined && { fixed }),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
    })),
  };
}
