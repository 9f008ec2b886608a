import type { Deposit } from '../../core/reader/endpoint-response.js';
import { compareAmounts } from '../../core/money.js';
import type { PaymentDeposit } from '../../core/reader/payment.js';
import { totalOf } from '../shared/headline.js';

/** A deposit whose amount is known. */
export type DepositWithAmount = Omit<PaymentDeposit, 'id' | 'createTime'> & Deposit;

export function hasAmount(deposit: Deposit): deposit is DepositWithAmount {
  return deposit.amount !== undefined && deposit.fiat !== undefined;
}

/** Whether deposits that were reported without a payment add up to more than the known ones. */
export function exceedsKnown(deposits: readonly Deposit[], known: readonly Deposit[]): boolean {
  const [one, other] = [sumIn(deposits), sumIn(known)];
  if (!one || !other) return one !== undefined;
  return one.fiat === other.fiat
    ? compareAmounts(one.amount, other.amount)! > 0
    : deposits.length > known.length;
}

/** The sum of deposits in the currency of the last one; undefined if an amount is not known. */
function sumIn(deposits: readonly Deposit[]): { amount: string; fiat: string } | undefined {
  const listed = deposits.filter(hasAmount);
  const fiat = deposits.at(-1)?.fiat;
  if (fiat === undefined || listed.length < deposits.length) return undefined;
  const amounts = listed.filter((deposit) => deposit.fiat === fiat).map(({ amount }) => amount);
  return { amount: totalOf(amounts), fiat };
}
