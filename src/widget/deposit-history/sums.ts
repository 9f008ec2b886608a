import type { HistoryDeposit } from '../../core/reader/history.js';
import { fromMinor, toMinor } from '../../core/money.js';

/** The amount still missing from its payment; undefined if nothing is missing. */
export function missingOf({ asked, received }: HistoryDeposit): string | undefined {
  return excess(asked, received);
}

/** The amount beyond what its payment asks for; undefined if there is none. */
export function excessOf({ asked, received }: HistoryDeposit): string | undefined {
  return excess(received, asked);
}

/** The amount by which one decimal string exceeds another. */
function excess(one: string | undefined, other: string | undefined): string | undefined {
  const [a, b] = [toMinor(one ?? ''), toMinor(other ?? '')];
  return a !== undefined && b !== undefined && a > b ? fromMinor(a - b) : undefined;
}

/**
 * Whether pressing the deposit opens payment details: those of an awaited deposit, or those for the rest of a
 * partial one.
 */
export function isPayable({ status, paymentId, payable }: HistoryDeposit): boolean {
  return paymentId !== undefined && (status === 'waiting' || payable === true);
}
