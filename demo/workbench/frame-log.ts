import type { DepositSlipEventMap } from 'deposit-slip/element';
import type { DepositHistoryEventMap } from 'deposit-slip/history';

/** Every event of the elements. An event without a line here is a type error. */
export const EVENTS = Object.keys({
  'deposit-ready': true,
  'deposit-problem': true,
  'deposit-method': true,
  'deposit-amount': true,
  'deposit-copy': true,
  'deposit-link': true,
  'deposit-warning': true,
  'deposit-arrived': true,
  'deposit-change': true,
  'deposit-list': true,
  'deposit-open': true,
} satisfies Record<keyof DepositSlipEventMap | keyof DepositHistoryEventMap, true>);

export function timeNow(): string {
  return new Date().toISOString().slice(11, 23);
}

export function fieldsOf(event: Event): string {
  // `isTrusted` is an own property of every event.
  const fields = Object.entries(event).filter(([key]) => key !== 'isTrusted');
  return JSON.stringify(Object.fromEntries(fields));
}
