import type { Deposit } from '../../core/reader/answer.js';
import { compareAmounts } from '../../core/money.js';
import type { Slip } from '../../core/reader/slip.js';

/** Of the deposits that arrived, the one of the sum that was asked for; undefined where there is none, or none was asked. */
export function askedFor(
  { askedAmount, fiat: own }: Slip,
  deposits: readonly Deposit[],
): Deposit | undefined {
  if (askedAmount === undefined) return undefined;
  return deposits.find(
    ({ amount, fiat }) => amount !== undefined && fiat === own && compareAmounts(amount, askedAmount) === 0,
  );
}
