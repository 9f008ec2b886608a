import { fromMinor } from 'deposit-slip/core';
import { isChannelActive, virtualAccount } from './accounts.js';
import { movement, post } from './ledger.js';
import {
  ExpectedError,
  found,
  observed,
  rejectFuture,
  rejectIf,
  unobserved,
  type Deposit,
  type IncomingPayment,
  type Issuance,
  type Model,
  type TimeRange,
} from './model.js';

/**
 * Receives a payment. Credits it if its references agree on one account that accepts deposits; otherwise,
 * keeps it as unmatched, with the reason.
 */
export function receiveDeposit(model: Model, payment: IncomingPayment, at: TimeRange): Deposit {
  found(model.merchants.get(payment.merchant));
  rejectFuture(at);
  const match = matchOf(model, payment);
  const deposit: Deposit =
    typeof match === 'string'
      ? { id: unobserved(), payment, unmatched: match, paymentId: null, flow: null, returns: [], at }
      : credit(model, payment, match, at);
  model.deposits.push(deposit);
  return deposit;
}

function credit(
  model: Model,
  payment: IncomingPayment,
  { merchant, paymentId, txId }: Issuance,
  at: TimeRange,
): Deposit {
  const { fiat, amount } = payment;
  const funding = txId === undefined ? unobserved(model.txIds) : observed(txId);
  const legs = movement('bank', merchant, amount, { category: 'TRANSFER', flowType: 'DEPOSIT', funding });
  post(model, { fiat, legs, extId: unobserved(), at });
  return {
    id: unobserved(),
    payment,
    unmatched: null,
    paymentId,
    flow: model.flows.at(-1)!,
    returns: [],
    at,
  };
}

/** The part of a deposit that has not been returned. */
export function leftOf({ payment, returns }: Deposit): bigint {
  return returns.reduce((left, { changed }) => left + changed, payment.amount);
}

/** The bank returns an amount of a credited deposit, or the rest of the deposit. */
export function returnDeposit(
  model: Model,
  deposit: Deposit,
  amount: bigint | undefined,
  at: TimeRange,
): Deposit {
  const { flow, returns, payment } = deposit;
  rejectFuture(at);
  if (flow === null) throw new ExpectedError(422, /not credited/);
  const left = leftOf(deposit);
  const sum = amount ?? left;
  rejectIf(
    left === 0n || sum > left,
    422,
    new RegExp(`Only ${fromMinor(left)} of the deposit is left to return`),
  );
  const { category, flowType, funding, extId, account } = flow;
  const legs = movement(account.merchant, 'bank', sum, { category, flowType, funding });
  post(model, { fiat: payment.fiat, legs, extId, at });
  returns.push(model.flows.at(-1)!);
  return deposit;
}

/** The details that were paid, or why the payment is unmatched. */
function matchOf(model: Model, payment: IncomingPayment): Issuance | string {
  const match = referenced(model, payment);
  if (typeof match === 'string') return match;
  if (match.merchant !== payment.merchant) return 'other merchant';
  if (match.fiat !== payment.fiat) return 'other currency';
  return isActive(model, match) ? match : 'account not active';
}

/**
 * Ignores references that were not issued to anyone. The others must agree. A funding is more specific than
 * an account.
 */
function referenced({ issued }: Model, { txId, account, reference }: IncomingPayment): Issuance | string {
  if (txId === undefined && account === undefined && reference === undefined) return 'no details';
  const byReference = issued.filter(
    (each) => each.reference !== undefined && reference?.includes(each.reference),
  );
  const matches = [
    ...issued.filter((each) => each.txId !== undefined && String(each.txId) === txId),
    ...issued.filter((each) => each.account !== undefined && each.account === account),
    ...byReference,
  ];
  const [first] = matches;
  if (!first) return 'unknown';
  if (matches.some(({ merchant, fiat }) => merchant !== first.merchant || fiat !== first.fiat))
    return 'contradiction';
  const fundings = matches.filter((each) => each.txId !== undefined);
  if (new Set(fundings.map((each) => each.txId)).size > 1) return 'contradiction';
  if (SHARED.includes(first.paymentId) && byReference.length === 0) return 'no reference';
  return fundings[0] ?? first;
}

/** Payment ids whose account is shared: each payer pays to it with a different reference. */
const SHARED: readonly number[] = [81, 83, 85];

function isActive(model: Model, issuance: Issuance): boolean {
  const { merchant, paymentId, alias } = issuance;
  const isNormal = alias === '' || virtualAccount(model, issuance)?.status === 2;
  return isNormal && isChannelActive(model, merchant, paymentId);
}
