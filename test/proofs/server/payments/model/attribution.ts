import type { Payment } from './payment.js';

/** A deposit to be attributed. */
export interface Credit {
  readonly fiat: string;
  readonly amount: bigint;
  readonly createTime: number;
  readonly txId: string | undefined;
}

/** A code that was issued. */
export interface Code {
  readonly txId: string | undefined;
  readonly payment: Payment;
  readonly seq: number;
}

/** Everything of a merchant that a deposit may belong to. */
export interface Shelf {
  /** Whether one payer makes every deposit into the account. */
  readonly own: boolean;
  readonly codes: readonly Code[];
  readonly payments: readonly Payment[];
  readonly closed: ReadonlySet<string>;
}

/**
 * Where a deposit may be booked: any of these payments, between which the rules do not decide; if there are
 * none, in no payment.
 */
export interface Attribution {
  readonly payments: readonly Payment[];
  /**
   * For a deposit that is booked in no payment: the payments that it may belong to, if the rules name them.
   */
  readonly candidates?: readonly Payment[];
  /** Whether the deposit's code decided. */
  readonly isByCode: boolean;
}

/**
 * The payment that a deposit belongs to (payments.md), among those that existed after a change of the model.
 */
export function attribute(credit: Credit, shelf: Shelf, seq: number): Attribution {
  const codes = shelf.codes.filter(
    (code) => credit.txId !== undefined && code.txId === credit.txId && code.seq <= seq,
  );
  if (codes.length > 0) return byCode(credit, codes);
  if (!shelf.own) return { payments: [], candidates: [], isByCode: false };
  const candidates = shelf.payments.filter(
    (each) =>
      each.createdSeq <= seq &&
      each.fiat === credit.fiat &&
      each.issuedAt(seq) <= credit.createTime &&
      credit.createTime <= each.watchedUntil(seq),
  );
  const payments = byAmount(credit.amount, candidates, shelf.closed);
  return { payments, ...(payments.length === 0 && { candidates }), isByCode: false };
}

function byCode({ fiat }: Credit, codes: readonly Code[]): Attribution {
  const payments = [...new Set(codes.map(({ payment }) => payment))];
  if (new Set(payments.map(({ grant }) => grant)).size > 1)
    return { payments: [], candidates: payments, isByCode: true };
  return { payments: payments.filter((each) => each.fiat === fiat), isByCode: true };
}

function byAmount(
  amount: bigint,
  candidates: readonly Payment[],
  closed: ReadonlySet<string>,
): readonly Payment[] {
  const exact = candidates.filter((each) => each.remainingAt() === amount);
  // The rules do not say whether a closed order comes before a newer open one.
  const open = exact.filter((each) => !closed.has(`${each.merchant} ${each.grant}`));
  const oldest = [...least(exact, (each) => each.issuedAt()), ...least(open, (each) => each.issuedAt())];
  if (oldest.length > 0) return oldest;
  const second = candidates.filter((each) => each.isPaidAt() && each.askedAt() === amount);
  const latest = [
    ...least(second, (each) => -each.paid!.time),
    // "The latest" may also be the latest in the order of booking.
    ...least(second, (each) => -each.paid!.seq),
  ];
  if (latest.length > 0) return latest;
  const unpaid = candidates.filter((each) => !each.isPaidAt());
  const [only] = unpaid;
  if (only && unpaid.length === 1 && amount < (only.remainingAt() ?? 0n)) return [only];
  return candidates.length === 1 ? candidates : [];
}

/** The elements for which a number is least. */
function least(payments: readonly Payment[], of: (payment: Payment) => number): readonly Payment[] {
  const value = Math.min(...payments.map(of));
  return payments.filter((each) => of(each) === value);
}
