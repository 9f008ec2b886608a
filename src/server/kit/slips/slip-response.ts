import type { Deposit, Offer } from '../../../core/reader/endpoint-response.js';
import { fromMinor } from '../../../core/money.js';
import type { Payment } from '../../../core/reader/payment.js';
import { termsOf, type Grant } from '../grant.js';
import { arrivalOf, type ArrivalResponse } from '../payments/arrivals.js';
import { askedIn, FROM_START, shownPayment, type Granted } from '../payments/lookup.js';
import { paymentOf, type TalliedPayment } from '../payments/payment.js';
import { isRejection } from '../rejection.js';
import type { SlipRow } from '../store/rows.js';
import type { GrantState } from '../store/store.js';
import { resolveChoice, type SlipQuery } from './choice.js';
import type { RequestedSlip, SlipToShow } from './make-slip.js';

/** The response to a page: a slip, the methods to choose from, or the receipt of a paid payment. */
export type SlipResponse =
  | { readonly slip: ShownSlip }
  | { readonly methods: MethodList }
  | { readonly receipt: Receipt };

/** The slip of a visit, as it is sent to the page. */
export interface ShownSlip {
  readonly query: SlipQuery;
  readonly data: unknown;
  readonly payment: Payment;
  /** The latest deposit for this method, if the payer may make another one. */
  readonly previous: Deposit | undefined;
  /** The position the page polls with; undefined if the deposit could not be recognized. */
  readonly arrival: Position | undefined;
  readonly checked: number | undefined;
}

/** The position a page polls for (arrival-token.ts). */
interface Position {
  readonly paymentId: number;
  readonly fiat: string;
  readonly after: number;
  readonly since: number;
  readonly issuedAt: number;
}

/** The methods to choose from. */
export interface MethodList {
  readonly methods: readonly Offer[];
  /** The payer's last choice. `amount`: only if the payer chooses it; decimal string. */
  readonly last: { readonly paymentId: number; readonly amount?: string } | undefined;
  /** Absent for a wallet, and before the first slip. */
  readonly payment: Payment | undefined;
}

/** The deposits of a paid payment, instead of a slip. */
export interface Receipt extends ArrivalResponse {
  readonly paymentId: number | undefined;
  readonly fiat: string;
  readonly amount: string;
  /**
   * The position the page polls with, because money may be sent back or arrive twice; undefined if the grant
   * has no method in this currency.
   */
  readonly arrival: Position | undefined;
}

const NOTHING = { deposits: [], earlier: { count: 0, amount: 0n } };

/** The response that shows a slip. */
export function shownSlip(
  { granted, query, found }: RequestedSlip,
  { data, row, isSlip }: SlipToShow,
): ShownSlip {
  const { paymentId, fiat } = query;
  const payment = found.payments.find((each) => each.fiat === fiat) ?? newPayment(granted, query, row);
  const isWallet = payment.asked === undefined;
  const isTrackable = isSlip && (row.txId !== undefined || granted.grant.ownAccount === true);
  const position = isWallet ? { after: payment.count, since: row.issuedAt } : FROM_START;
  return {
    query,
    data,
    // A wallet's slip asks for the next deposit: earlier deposits do not count.
    payment: paymentOf(isWallet ? { ...payment, tally: NOTHING } : payment),
    previous: isWallet ? previousOf(payment, row) : undefined,
    arrival: isTrackable ? { paymentId, fiat, ...position, issuedAt: row.issuedAt } : undefined,
    checked: found.merchant?.checkedAt,
  };
}

/** The stored payment of a first slip. */
function newPayment(
  { grant, grantedAt }: Granted,
  { fiat }: SlipQuery,
  { issuedAt, watchedUntil }: SlipRow,
): TalliedPayment {
  const none = { received: 0n, count: 0, isPaidReported: false, after: 0, isClosed: false };
  const asked = askedIn(grant, fiat);
  const key = { merchantId: String(grant.merchantId), grantId: grant.id, fiat };
  const times = { grantedAt, issuedAt, watchedUntil, since: issuedAt };
  return { ...key, ...none, ...times, grant, asked, own: grant.ownAccount === true, tally: NOTHING };
}

/** The latest deposit into a wallet by this method, or into an account whose methods cannot be told apart. */
function previousOf({ tally }: TalliedPayment, { paymentId }: SlipRow): Deposit | undefined {
  const previous = tally.deposits.findLast(
    (deposit) => deposit.returned === 0n && (deposit.paymentId ?? paymentId) === paymentId,
  );
  if (!previous) return undefined;
  const { amount, fiat, createTime } = previous;
  return { amount: fromMinor(amount), fiat, createTime };
}

/** The receipt of a paid payment. */
export function receiptOf({ methods }: Grant, found: GrantState, payment: TalliedPayment): Receipt {
  const { asked = 0n, fiat, tally } = payment;
  const paymentId = tally.deposits.findLast((deposit) => deposit.paymentId !== undefined)?.paymentId;
  const method = methods.find((each) => each.fiat === fiat);
  const arrival = method && { paymentId: method.paymentId, fiat, ...FROM_START, issuedAt: found.now };
  return { ...arrivalOf(found, payment), paymentId, fiat, amount: fromMinor(asked), arrival };
}

/** The methods to choose from, and the slip that was shown last. */
export function methodList({ grant }: Granted, methods: readonly Offer[], found: GrantState): MethodList {
  const [last] = found.slips.filter((slip) => slip.state === 'current' && !slip.isPaid);
  const [offer, ...others] = methods.filter(({ paymentId }) => paymentId === last?.paymentId);
  // With two currencies, the id alone does not identify the chosen method.
  const isOffered = last !== undefined && offer?.fiat === last.fiat && others.length === 0;
  const payment = shownPayment(found.payments, last?.fiat ?? methods[0]?.fiat);
  const shown = payment && payment.asked !== undefined ? paymentOf(payment) : undefined;
  return { methods, last: isOffered ? choiceOf(grant, last, found) : undefined, payment: shown };
}

function choiceOf(grant: Grant, slip: SlipRow, { payments }: GrantState): MethodList['last'] {
  const { paymentId, fiat, amount } = slip;
  const isChosen = amount !== undefined && termsOf(grant, fiat).amount === undefined;
  const choice = { paymentId, ...(isChosen && { amount: fromMinor(amount) }) };
  const resolved = resolveChoice(grant, { ...choice, fiat }, payments);
  return isRejection(resolved) || 'methods' in resolved ? undefined : choice;
}
