import type { Offer } from '../../core/reader/answer.js';
import { methodOf } from '../../core/methods.js';
import { compareAmounts, fromMinor, toMinor } from '../../core/money.js';
import type { Fault } from './answers.js';
import type { Grant, GrantedMethod } from './grant.js';

/** What a browser may say, and nothing else of its request is read. */
export interface Query {
  readonly paymentId?: number;
  readonly fiat?: string;
  readonly amount?: string;
  readonly refresh: boolean;
  readonly arrival?: string;
}

/** One slip wanted, within the grant. */
export interface Ask extends GrantedMethod {
  /** The amount the deposit is for, fixed or chosen; decimal string. */
  readonly amount?: string;
  /** Whether the API is told the amount: it takes one for some methods only (spec: operation 8). */
  readonly takesAmount: boolean;
}

const MAX_URL = 4 * 1024;

// One form for each parameter. 15 digits are more money than there is, and still no strain on anything.
const FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['paymentId', /^[1-9][0-9]{0,8}$/],
  ['fiat', /^[A-Z]{3}$/],
  ['amount', /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/],
  ['refresh', /^1$/],
  ['arrival', /^[\w-]+\.[\w-]+\.[\w-]*$/],
  // Nothing is asked by it: it is signed with the answer (docs/adr/005-signed-answers.md).
  ['nonce', /^[\w-]{16,64}$/],
];

const BAD: Fault = { fault: 'bad-parameter' };
const NOT_GRANTED: Fault = { fault: 'not-granted' };
const WRONG_AMOUNT: Fault = { fault: 'wrong-amount' };

/** Reads the parameters known here; others are ignored. One repeated, malformed or a URL beyond 4 KiB is a fault. */
export function readQuery(address: string): Query | Fault {
  if (address.length > MAX_URL) return BAD;
  const { searchParams } = new URL(address);
  const given = new Map<string, string>();
  for (const [name, form] of FORMS) {
    const values = searchParams.getAll(name);
    if (values.length > 1 || values.some((value) => !form.test(value))) return BAD;
    if (values[0] !== undefined) given.set(name, values[0]);
  }
  const [paymentId, fiat, amount, arrival] = ['paymentId', 'fiat', 'amount', 'arrival'].map((name) =>
    given.get(name),
  );
  return {
    ...(paymentId !== undefined && { paymentId: Number(paymentId) }),
    ...(fiat !== undefined && { fiat }),
    ...(amount !== undefined && { amount }),
    ...(arrival !== undefined && { arrival }),
    refresh: given.has('refresh'),
  };
}

/**
 * What is asked: one slip, or which methods there are. A pure function of the grant and of the choice it leaves the
 * payer: method from its list, amount within its bounds (promises.md, P18).
 */
export function decide(grant: Grant, query: Query): Ask | { readonly methods: readonly Offer[] } | Fault {
  const { paymentId, fiat } = query;
  const open = grant.methods.filter(
    (method) => (paymentId ?? method.paymentId) === method.paymentId && (fiat ?? method.fiat) === method.fiat,
  );
  const [only] = open;
  if (!only) return NOT_GRANTED;
  if (open.length > 1) return paymentId === undefined ? offers(grant, open) : BAD;
  const mustEnter = ruleOf(grant, only) === 'required' && (query.amount ?? grant.amount) === undefined;
  if (mustEnter) return paymentId === undefined ? offers(grant, open) : WRONG_AMOUNT;
  const amount = amountOf(grant, query.amount);
  if (typeof amount === 'object') return amount;
  return {
    paymentId: only.paymentId,
    fiat: only.fiat,
    ...(amount !== undefined && { amount }),
    takesAmount: ruleOf(grant, only) !== 'none',
  };
}

/** The amount in one spelling, `150` as `150.00`, so that one amount is one slip. Never replaced by another. */
function amountOf(grant: Grant, chosen: string | undefined): string | undefined | Fault {
  const minor = toMinor(chosen ?? grant.amount ?? '');
  if (minor === undefined) return chosen === undefined ? undefined : WRONG_AMOUNT;
  const amount = fromMinor(minor);
  const isFixed = grant.amount === undefined || compareAmounts(amount, grant.amount) === 0;
  const isWithin =
    (grant.min === undefined || compareAmounts(amount, grant.min) !== -1) &&
    (grant.max === undefined || compareAmounts(amount, grant.max) !== 1);
  return minor > 0n && isFixed && isWithin ? amount : WRONG_AMOUNT;
}

/** A method this version does not know takes an amount if the grant speaks of one: the merchant knows it. */
function ruleOf(grant: Grant, { paymentId }: GrantedMethod): Offer['amount'] {
  const speaks = grant.amount !== undefined || grant.min !== undefined || grant.max !== undefined;
  return methodOf(paymentId)?.amount ?? (speaks ? 'optional' : 'none');
}

function offers(grant: Grant, methods: readonly GrantedMethod[]): { methods: readonly Offer[] } {
  const { amount: fixed, min, max } = grant;
  return {
    methods: methods.map((method) => ({
      paymentId: method.paymentId,
      fiat: method.fiat,
      amount: ruleOf(grant, method),
      ...(fixed !== undefined && { fixed }),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
    })),
  };
}
