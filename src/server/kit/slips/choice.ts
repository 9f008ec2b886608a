import type { Offer } from '../../../core/reader/endpoint-response.js';
import { methodOf } from '../../../core/methods.js';
import { compareAmounts, fromMinor, toMinor } from '../../../core/money.js';
import { termsOf, type Grant, type GrantedMethod, type Terms } from '../grant.js';
import type { Rejection } from '../rejection.js';
import type { SlipChoice } from '../store/store.js';

/** The method and amount that a page chose. */
export interface Choice {
  readonly paymentId?: number | undefined;
  readonly fiat?: string | undefined;
  readonly amount?: string | undefined;
}

/** A slip that the grant allows. */
export interface SlipQuery {
  readonly paymentId: number;
  /** ISO 4217. */
  readonly fiat: string;
  /** The amount of the deposit: the missing part of a fixed amount, or the payer's choice; decimal string. */
  readonly amount?: string;
  /** Whether the amount is sent to the API, which accepts one only for some methods (spec: operation 8). */
  readonly takesAmount: boolean;
}

/** The amount that a payment asks for, and the missing part of it, in minor units. */
export interface PaymentAmounts {
  readonly fiat: string;
  readonly asked?: bigint | undefined;
  readonly received: bigint;
}

const INVALID_PARAMETER: Rejection = { rejected: 'invalid-parameter' };
const NOT_GRANTED: Rejection = { rejected: 'not-granted' };
const INVALID_AMOUNT: Rejection = { rejected: 'invalid-amount' };

/**
 * Resolves a choice to one slip, or to the list of methods if the payer still has to choose. A pure function
 * of the grant, of the deposits that arrived for it, and of the choice it leaves to the payer: a method from
 * its list, an amount within its bounds (SECURITY.md P18).
 */
export function resolveChoice(
  grant: Grant,
  choice: Choice,
  payments: readonly PaymentAmounts[] = [],
): SlipQuery | { readonly methods: readonly Offer[] } | Rejection {
  const { paymentId, fiat } = choice;
  const matching = grant.methods.filter(
    (method) => (paymentId ?? method.paymentId) === method.paymentId && (fiat ?? method.fiat) === method.fiat,
  );
  const [method] = matching;
  if (!method) return NOT_GRANTED;
  if (matching.length > 1)
    return paymentId === undefined ? offersOf(grant, matching, payments) : INVALID_PARAMETER;
  const rule = amountRuleOf(grant, method);
  const terms = termsNow(grant, method, payments);
  if (rule === 'required' && (choice.amount ?? terms.amount) === undefined)
    return paymentId === undefined ? offersOf(grant, matching, payments) : INVALID_AMOUNT;
  const amount = resolveAmount(terms, termsOf(grant, method.fiat), choice.amount);
  if (typeof amount === 'object') return amount;
  return {
    paymentId: method.paymentId,
    fiat: method.fiat,
    ...(amount !== undefined && { amount }),
    takesAmount: rule !== 'none',
  };
}

/**
 * The key of a slip. A method without amounts has one slip for all the payer's choices, but a separate one
 * for each amount of the order.
 */
export function slipChoiceOf(grant: Grant, { paymentId, fiat, amount, takesAmount }: SlipQuery): SlipChoice {
  const counts = takesAmount || termsOf(grant, fiat).amount !== undefined;
  return {
    merchantId: String(grant.merchantId),
    grantId: grant.id,
    alias: grant.depositAlias ?? '',
    paymentId,
    fiat,
    amount: counts && amount !== undefined ? toMinor(amount) : undefined,
  };
}

/** The terms of a method now: for a fixed amount, the missing part. */
function termsNow(grant: Grant, { fiat }: GrantedMethod, payments: readonly PaymentAmounts[]): Terms {
  const terms = termsOf(grant, fiat);
  if (terms.amount === undefined) return terms;
  const { asked, received = 0n } = payments.find((payment) => payment.fiat === fiat) ?? {};
  const fixed = asked ?? toMinor(terms.amount) ?? 0n;
  const remaining = fixed - (received > 0n ? received : 0n);
  return { amount: fromMinor(remaining > 0n ? remaining : fixed) };
}

/**
 * Writes the amount with two decimals, so that `150` and `150.00` give the same slip. Never replaces the
 * amount by another, except for a page that still asks for the whole amount of a partly paid order.
 */
function resolveAmount(
  { amount: fixed, min, max }: Terms,
  { amount: whole }: Terms,
  chosen: string | undefined,
): string | undefined | Rejection {
  const minor = toMinor(chosen ?? fixed ?? '');
  if (minor === undefined) return chosen === undefined ? undefined : INVALID_AMOUNT;
  const amount = fromMinor(minor);
  if (fixed !== undefined)
    return [fixed, whole!].some((each) => compareAmounts(amount, each) === 0) ? fixed : INVALID_AMOUNT;
  const isWithinBounds =
    (min === undefined || compareAmounts(amount, min) !== -1) &&
    (max === undefined || compareAmounts(amount, max) !== 1);
  return minor > 0n && isWithinBounds ? amount : INVALID_AMOUNT;
}

/**
 * An unknown method takes an amount if the grant states one: the merchant knows the method. With bounds, an
 * optional amount is required: without one, the payer could send any amount.
 */
function amountRuleOf(grant: Grant, { paymentId, fiat }: GrantedMethod): Offer['amount'] {
  const { amount, min, max } = termsOf(grant, fiat);
  const hasBounds = min !== undefined || max !== undefined;
  const rule = methodOf(paymentId)?.amount ?? (amount !== undefined || hasBounds ? 'optional' : 'none');
  return rule === 'optional' && hasBounds ? 'required' : rule;
}

function offersOf(
  grant: Grant,
  methods: readonly GrantedMethod[],
  payments: readonly PaymentAmounts[],
): { methods: readonly Offer[] } {
  return {
    methods: methods.map((method) => {
      const { amount: fixed, min, max } = termsNow(grant, method, payments);
      return {
        paymentId: method.paymentId,
        fiat: method.fiat,
        amount: amountRuleOf(grant, method),
        ...(fixed !== undefined && { fixed }),
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
      };
    }),
  };
}
