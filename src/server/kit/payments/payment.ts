import { fromMinor } from '../../../core/money.js';
import { omitUndefined } from '../../../core/omit-undefined.js';
import {
  LISTED_DEPOSITS,
  paymentStatus,
  type Payment,
  type PaymentDeposit,
} from '../../../core/reader/payment.js';
import type { DepositRow, PaymentRow, Tally } from '../store/rows.js';

/** A payment with the tally of its deposits. */
export type TalliedPayment = PaymentRow & { readonly tally: Tally };

/** The row of a payment. */
export function rowOf({ tally: _tally, ...row }: TalliedPayment): PaymentRow {
  return row;
}

/**
 * The missing amount in minor units; undefined if any amount is welcome. Zero or less means that the payment
 * is paid.
 */
export function remainingOf({ asked, received }: PaymentRow): bigint | undefined {
  return asked === undefined ? undefined : asked - received;
}

/** Whether the payment is paid or overpaid. */
export function isPaid(payment: PaymentRow): boolean {
  const remaining = remainingOf(payment);
  return remaining !== undefined && remaining <= 0n;
}

/** The public view of a payment. */
export function paymentOf({ tally, ...row }: TalliedPayment): Payment {
  const { fiat, asked } = row;
  const received = asked === undefined ? sumOf(tally) : row.received;
  const remaining = asked === undefined ? 0n : asked - received;
  const { count, amount } = tally.earlier;
  return omitUndefined({
    status: paymentStatus(asked, received),
    fiat,
    asked: asked === undefined ? undefined : fromMinor(asked),
    received: fromMinor(received),
    remaining: remaining > 0n ? fromMinor(remaining) : undefined,
    excess: remaining < 0n ? fromMinor(-remaining) : undefined,
    deposits: tally.deposits.map(paymentDepositOf),
    earlier: count > 0 ? { count, amount: fromMinor(amount) } : undefined,
  });
}

function sumOf({ deposits, earlier }: Tally): bigint {
  return deposits.reduce((sum, { amount, returned }) => sum + amount - returned, earlier.amount);
}

/** The public view of a deposit. */
function paymentDepositOf(row: DepositRow): PaymentDeposit {
  const { id, amount, fiat, createTime, paymentId, txId, returned, returnTime } = row;
  return omitUndefined({
    id,
    amount: fromMinor(amount),
    fiat,
    createTime,
    paymentId,
    txId,
    returned: returned > 0n ? fromMinor(returned) : undefined,
    returnTime: returned > 0n ? returnTime : undefined,
  });
}

/** A deposit as the merchant's hooks receive it. */
export interface HookDeposit extends PaymentDeposit {
  /** The id of the flow (spec: Fiat flow record). */
  readonly flowId: string;
}

/** Converts a deposit for hooks. */
export function hookDepositOf(row: DepositRow): HookDeposit {
  return { ...paymentDepositOf(row), flowId: row.flowId };
}

/** The payment with one more deposit in its tally. */
export function withDeposit({ tally, ...row }: TalliedPayment, deposit: DepositRow): Tally {
  if (!isTallied(row, deposit)) return tally;
  const { deposits, earlier } = tally;
  const all = [...deposits, deposit];
  const folded = all.slice(0, Math.max(all.length - LISTED_DEPOSITS, 0));
  return {
    deposits: all.slice(folded.length),
    earlier: folded.reduce(
      ({ count, amount }, each) => ({ count: count + 1, amount: amount + each.amount - each.returned }),
      earlier,
    ),
  };
}

/** The payment after `amount` of a deposit was returned. `deposit` is the new row of the deposit. */
export function withReturn({ tally, ...row }: TalliedPayment, deposit: DepositRow, amount: bigint): Tally {
  if (!isTallied(row, deposit)) return tally;
  const { deposits, earlier } = tally;
  if (deposits.some(({ flowId }) => flowId === deposit.flowId))
    return { earlier, deposits: deposits.map((each) => (each.flowId === deposit.flowId ? deposit : each)) };
  return { deposits, earlier: { ...earlier, amount: earlier.amount - amount } };
}

/** Whether a deposit counts: for a wallet, only those since its latest slip. */
function isTallied({ asked, after, since }: PaymentRow, { number = 0, createTime }: DepositRow): boolean {
  return asked !== undefined || (number > after && createTime >= since);
}
