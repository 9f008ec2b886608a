import type { Deposit } from '../../core/reader/answer.js';
import { compareAmounts } from '../../core/money.js';
import type { Slip } from '../../core/reader/slip.js';

/** The deposit of the requested amount among those that arrived; undefined if there is none, or no amount was requested. */
export function requestedDeposit(
  { askedAmount, fiat: currency }: Slip,
  deposits: readonly Deposit[],
): Deposit | undefined {
  if (askedAmount === undefined) return undefined;
  return deposits.find(
    ({ amount, fiat }) =>
      amount !== undefined && fiat === currency && compareAmounts(amount, askedAmount) === 0,
  );
}
