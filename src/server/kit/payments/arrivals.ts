import type { Deposit } from '../../../core/reader/endpoint-response.js';
import type { Payment } from '../../../core/reader/payment.js';
import { fromMinor } from '../../../core/money.js';
import { omitUndefined } from '../../../core/omit-undefined.js';
import type { GrantState } from '../store/store.js';
import { shownPayment, type Granted, type LookUpGrant } from './lookup.js';
import { isPaid, paymentOf, type TalliedPayment } from './payment.js';

/** The response to a page that polls. Times are milliseconds. */
export interface ArrivalResponse {
  /** `arrived`: the payment is paid, or a deposit into the wallet came since the slip. */
  readonly status: 'waiting' | 'arrived';
  /** The deposits that arrived and were not fully sent back. */
  readonly deposits: readonly Deposit[];
  readonly payment?: Payment;
  /** When the deposits of the API were last read. */
  readonly checked?: number;
}

/** The query of a page that polls. */
export interface ArrivalQuery {
  readonly fiat: string;
  readonly after: number;
  readonly since: number;
}

/** Looks up whether a deposit for a grant has arrived, whichever code was used. */
export async function getArrival(
  lookUp: LookUpGrant,
  granted: Granted,
  { fiat, after, since }: ArrivalQuery,
): Promise<ArrivalResponse> {
  const found = await lookUp(granted, { wallet: { after, since }, read: 'always' });
  return arrivalOf(found, shownPayment(found.payments, fiat));
}

/** The response for a payment that may have arrived. */
export function arrivalOf({ merchant }: GrantState, payment: TalliedPayment | undefined): ArrivalResponse {
  const checked = merchant?.checkedAt;
  if (!payment) return omitUndefined({ status: 'waiting' as const, deposits: [], checked });
  const shown = paymentOf(payment);
  const hasArrived = payment.asked === undefined ? shown.received !== fromMinor(0n) : isPaid(payment);
  const status = hasArrived ? ('arrived' as const) : ('waiting' as const);
  return omitUndefined({ status, deposits: depositsOf(payment), payment: shown, checked });
}

function depositsOf({ tally }: TalliedPayment): readonly Deposit[] {
  return tally.deposits
    .filter(({ amount, returned }) => returned < amount)
    .map(({ txId, amount, fiat, createTime }) =>
      omitUndefined({ txId, amount: fromMinor(amount), fiat, createTime }),
    );
}
