import type { HistoryDeposit } from '../../core/reader/history.js';
import { fromMinor, toMinor } from '../../core/money.js';

/** What is missing of what its payment asks for. Undefined if nothing is. */
export function missingOf({ asked, received }: HistoryDeposit): string | undefined {
  return excess(asked, received);
}

/** What came beyond what its payment asks for. Undefined if nothing did. */
export function excessOf({ asked, received }: HistoryDeposit): string | undefined {
  return excess(received, asked);
}

/** By how much one decimal string exceeds another. */
function excess(one: string | undefined, other: string | undefined): string | undefined {
  const [a, b] = [toMinor(one ?? ''), toMinor(other ?? '')];
  return a !== undefined && b !== undefined && a > b ? fromMinor(a - b) : undefined;
}

/**
 * Whether a press leads to payment details: those that are awaited, or those of what is missing of a part.
 */
export function isPayable({ status, paymentId, payable }: HistoryDeposit): boolean {
  return paymentId !== undefined && (status === 'waiting' || payable === true);
}
