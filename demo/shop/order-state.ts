import { formatSum } from 'deposit-slip/core';
import type { Order } from '../orders.js';
import { textsOf } from './texts/index.js';

/** The variable part of an order on the page; the page's script requests it. */
export interface OrderState {
  readonly state: 'waiting' | 'part' | 'paid';
  /** The time of the payment, in milliseconds. */
  readonly paidAt?: number;
  /** A sentence about the received amount, if it differs from the total. */
  readonly account: string;
  /** The missing amount of a partly paid order, shown while the order is folded. */
  readonly missing: string;
  /** Whether any deposit arrived. */
  readonly hasArrived: boolean;
}

export function orderState(order: Order): OrderState {
  const { payment, paidAt } = order;
  const common = { account: accountOf(order), missing: missingOf(order), hasArrived: payment !== undefined };
  if (paidAt !== undefined) return { state: 'paid', paidAt, ...common };
  return { state: payment?.status === 'part' ? 'part' : 'waiting', ...common };
}

/** A sentence about the payment's amounts; empty if nothing, or exactly the total, arrived. */
function accountOf({ country: { fiat, lang }, payment }: Order): string {
  if (!payment) return '';
  const { status, received, remaining = '0', excess = '0', deposits } = payment;
  const texts = textsOf(lang).account;
  const sum = (amount: string): string => formatSum(amount, fiat, lang);
  if (status === 'part') return texts.part(sum(received), sum(remaining));
  if (status === 'over') return texts.over(sum(received), sum(excess));
  const returned = deposits.findLast((deposit) => deposit.returned !== undefined)?.returned;
  return status === 'open' && returned !== undefined ? texts.returned(sum(returned)) : '';
}

function missingOf({ country: { fiat, lang }, payment }: Order): string {
  if (payment?.status !== 'part' || payment.remaining === undefined) return '';
  return textsOf(lang).account.missing(formatSum(payment.remaining, fiat, lang));
}
