import { formatSum } from 'deposit-slip/core';
import type { Order } from '../orders.js';
import { textsOf } from './texts/index.js';

/** What the page shows of an order, beside what never changes; its script asks for it. */
export interface OrderState {
  readonly state: 'waiting' | 'part' | 'paid';
  /** The time of the payment, in milliseconds. */
  readonly paidAt?: number;
  /** What came, if that is not what was asked for. */
  readonly account: string;
  /** What is missing of a part, for the folded order. */
  readonly missing: string;
  /** Whether anything came. */
  readonly hasCome: boolean;
}

export function orderState(order: Order): OrderState {
  const { payment, paidAt } = order;
  const common = { account: accountOf(order), missing: missingOf(order), hasCome: payment !== undefined };
  if (paidAt !== undefined) return { state: 'paid', paidAt, ...common };
  return { state: payment?.status === 'part' ? 'part' : 'waiting', ...common };
}

/** The record's sums, in words; empty if nothing came, or exactly what was asked for. */
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
