import type { SlipRow } from '../store/rows.js';
import { isPaid, remainingOf, type TalliedPayment } from './payment.js';

/** A deposit to be attributed. */
export interface Credit {
  readonly fiat: string;
  /** Minor units, more than zero. */
  readonly amount: bigint;
  /** Milliseconds, by the API's clock. */
  readonly createTime: number;
  readonly txId?: string | undefined;
}

/** The slips and payments that a deposit can belong to. */
export interface AttributionInput {
  /** The slips with the deposit's txId, in any currency. */
  readonly slips: readonly SlipRow[];
  /** The payments of these slips. */
  readonly ofSlips: readonly TalliedPayment[];
  /** The payments into accounts of the payer's own, for the deposit's merchant and currency. */
  readonly own: readonly TalliedPayment[];
}

/** The payment that a deposit belongs to, or the candidates. */
export type Attribution =
  | { readonly payment: TalliedPayment; readonly slip: SlipRow | undefined }
  | { readonly payment?: undefined; readonly candidates: readonly TalliedPayment[] };

/**
 * Decides which payment a deposit belongs to, and never guesses (docs/payments.md, "Which payment a deposit
 * belongs to"):
 *
 * 1. The payment of the slip with the deposit's txId. If several grants have slips with it, or the slip is in
 *    another currency, no payment.
 * 2. Without a slip, in an account of the payer's own, one of the payments that had a slip by then and are
 *    still watched: the oldest one whose missing amount equals the deposit; else the most recently paid one
 *    that asked for exactly this amount; else the only unpaid one, if the deposit is less than its missing
 *    amount; else the only payment there is.
 */
export function attribute(credit: Credit, { slips, ofSlips, own }: AttributionInput): Attribution {
  if (slips.length > 0) return bySlips(credit, slips, ofSlips);
  const candidates = own.filter((payment) => isPossible(payment, credit));
  const payment = byAmount(credit, candidates);
  return payment ? { payment, slip: undefined } : { candidates };
}

function bySlips(
  { fiat }: Credit,
  slips: readonly SlipRow[],
  payments: readonly TalliedPayment[],
): Attribution {
  const isOfSlip = (payment: TalliedPayment): boolean =>
    slips.some((slip) => slip.grantId === payment.grantId && slip.fiat === payment.fiat);
  const candidates = payments.filter(isOfSlip);
  const [payment, ...others] = candidates;
  if (!payment || others.length > 0 || payment.fiat !== fiat) return { candidates };
  return { payment, slip: slips.find((slip) => slip.fiat === fiat) };
}

function isPossible({ issuedAt, watchedUntil }: TalliedPayment, { createTime }: Credit): boolean {
  return issuedAt <= createTime && createTime <= watchedUntil;
}

function byAmount({ amount }: Credit, candidates: readonly TalliedPayment[]): TalliedPayment | undefined {
  const exact = candidates.filter((each) => remainingOf(each) === amount).toSorted(byAge)[0];
  if (exact) return exact;
  const second = candidates
    .filter((each) => isPaid(each) && each.asked === amount)
    .toSorted((one, other) => (other.paidAt ?? 0) - (one.paidAt ?? 0) || byAge(other, one))[0];
  if (second) return second;
  const unpaid = candidates.filter((each) => !isPaid(each));
  const [only] = unpaid;
  if (only && unpaid.length === 1 && amount < (remainingOf(only) ?? 0n)) return only;
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Oldest first. Closed payments, which ask for nothing any more, come last. */
function byAge(one: TalliedPayment, other: TalliedPayment): number {
  return (
    Number(one.isClosed) - Number(other.isClosed) ||
    one.issuedAt - other.issuedAt ||
    (one.grantId < other.grantId ? -1 : 1)
  );
}
