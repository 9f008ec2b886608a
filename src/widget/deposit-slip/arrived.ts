import type { Deposit } from '../../core/reader/answer.js';
import { compareAmounts } from '../../core/money.js';
import type { Sum } from '../shared/views/sum.js';

/** The deposit to show of those that arrived: the one of the requested amount, else the latest. */
export function shownDeposit(deposits: readonly Deposit[], asked: Sum | undefined): Deposit | undefined {
  return depositOf(deposits, asked) ?? deposits.at(-1);
}

/** The deposit of the requested amount; undefined if there is none, or no amount was requested. */
export function depositOf(deposits: readonly Deposit[], asked: Sum | undefined): Deposit | undefined {
  if (asked === undefined) return undefined;
  return deposits.find(
    ({ amount, fiat }) =>
      amount !== undefined && fiat === asked.fiat && compareAmounts(amount, asked.amount) === 0,
  );
}
