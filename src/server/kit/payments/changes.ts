import { methodOf } from '../../../core/methods.js';
import { fromMinor } from '../../../core/money.js';
import { omitUndefined } from '../../../core/omit-undefined.js';
import type { DepositRow, NewEvent, SlipRow } from '../store/rows.js';
import { hookDepositOf, isPaid, paymentOf, withDeposit, withReturn, type TalliedPayment } from './payment.js';

/** A payment after a change, and the events that report the change. */
export interface PaymentChange {
  readonly payment: TalliedPayment;
  readonly events: readonly NewEvent[];
}

/** Books a deposit in the payment it belongs to. Returns its row as well. */
export function bookDeposit(
  payment: TalliedPayment,
  credit: DepositRow,
  slip: SlipRow | undefined,
): PaymentChange & { readonly deposit: DepositRow } {
  const number = payment.count + 1;
  const { grantId } = payment;
  const paymentId = slip?.paymentId ?? onlyMethodOf(payment);
  const deposit: DepositRow = omitUndefined({
    ...credit,
    state: 'booked' as const,
    grantId,
    paymentId,
    number,
  });
  const next: TalliedPayment = {
    ...payment,
    count: number,
    received: payment.received + deposit.amount,
    tally: withDeposit(payment, deposit),
  };
  const settled = settle(next, deposit.createTime);
  const event = eventOf('deposit', settled.payment, { deposit: hookDepositOf(deposit), paymentId });
  return { deposit, payment: settled.payment, events: [event, ...settled.events] };
}

/** Books that `amount` of a deposit was sent back. `deposit` is its new row. */
export function bookReturn(payment: TalliedPayment, deposit: DepositRow, amount: bigint): PaymentChange {
  const next: TalliedPayment = {
    ...payment,
    received: payment.received - amount,
    tally: withReturn(payment, deposit, amount),
  };
  const settled = settle(next, deposit.returnTime ?? deposit.createTime);
  const event = eventOf('returned', settled.payment, { deposit: hookDepositOf(deposit) });
  return { payment: settled.payment, events: [event, ...settled.events] };
}

/** Applies the amount of a newer grant: it may make the payment paid, or partly paid again. */
export function changeAsked(
  payment: TalliedPayment,
  { asked, grant, grantedAt }: Pick<TalliedPayment, 'asked' | 'grant' | 'grantedAt'>,
  now: number,
): PaymentChange {
  return settle({ ...payment, asked, grant, grantedAt }, now);
}

/** Adds a `paid` event when the payment becomes paid: with `again` if it was reported before. */
function settle(payment: TalliedPayment, time: number): PaymentChange {
  if (!isPaid(payment)) return { payment: { ...payment, paidAt: undefined }, events: [] };
  if (payment.paidAt !== undefined) return { payment, events: [] };
  const paid: TalliedPayment = { ...payment, paidAt: time, isPaidReported: true };
  const excess = payment.received - (payment.asked ?? 0n);
  const details = {
    ...(excess > 0n && { excess: fromMinor(excess) }),
    ...(payment.isPaidReported && { again: true as const }),
  };
  return { payment: paid, events: [eventOf('paid', paid, details)] };
}

/** An event of a payment. Those of one payment are delivered in order. */
function eventOf(name: NewEvent['name'], payment: TalliedPayment, details: object): NewEvent {
  const { grantId, fiat, grant } = payment;
  return {
    id: crypto.randomUUID(),
    name,
    key: JSON.stringify([payment.merchantId, grantId, fiat]),
    payload: { grant, payment: paymentOf(payment), ...omitUndefined(details) },
  };
}

/** An event of a deposit that belongs to no payment. */
export function unmatchedEvent(
  name: 'unmatched' | 'returned',
  { merchantId, flowId }: DepositRow,
  details: object,
): NewEvent {
  const key = JSON.stringify([merchantId, flowId]);
  return { id: crypto.randomUUID(), name, key, payload: { merchantId, ...details } };
}

/**
 * The method of a deposit without a slip: the grant's only method in this currency whose deposits carry no
 * slip number, if there is exactly one.
 */
function onlyMethodOf({ grant, fiat }: TalliedPayment): number | undefined {
  const [method, ...others] = grant.methods.filter(
    (each) => each.fiat === fiat && methodOf(each.paymentId)?.hasTxId !== true,
  );
  return others.length === 0 ? method?.paymentId : undefined;
}
