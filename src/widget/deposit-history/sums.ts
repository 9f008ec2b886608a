import type { HistoryDeposit } from '../../core/reader/history.js';
import { headlineOf } from '../shared/headline.js';

/**
 * The amount of a row: what is still to pay, or all that was received for its order. A deposit that was sent
 * back stands for itself. Undefined if it is unknown.
 */
export function rowAmount({ status, amount, received = amount }: HistoryDeposit): string | undefined {
  if (status === 'waiting' || amount === undefined || received === undefined) return amount;
  return headlineOf(status === 'returned' ? { returned: amount } : { received }).amount;
}

/**
 * Whether pressing the deposit opens payment details: those of an awaited deposit, or those for the rest of a
 * partial one.
 */
export function isPayable({ status, paymentId, payable }: HistoryDeposit): boolean {
  return paymentId !== undefined && (status === 'waiting' || payable === true);
}
