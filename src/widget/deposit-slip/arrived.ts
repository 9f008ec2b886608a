import type { Deposit, Envelope } from '../../core/reader/endpoint-response.js';
import { methodOf } from '../../core/methods.js';
import { compareAmounts, fromMinor, toMinor } from '../../core/money.js';
import { record } from '../../core/record.js';
import type { Slip } from '../../core/reader/slip.js';
import { hasArrived, type Payment, type PaymentDeposit } from '../../core/reader/payment.js';
import type { SlipRequest } from '../../core/reader/slip.js';
import { totalOf, type Sums } from '../shared/headline.js';
import type { Sum } from '../shared/views/sum.js';
import { hasAmount, exceedsKnown, type DepositWithAmount } from './deposits.js';
import type { SlipState } from './state.js';

type Arrived = Extract<SlipState, { status: 'arrived' }>;

/** The request of a receipt: with the method and the amount that the endpoint reports as paid. */
export function paidRequest(request: SlipRequest, envelope: Envelope): SlipRequest {
  const known = record<SlipRequest>({ ...envelope, ...request });
  const { paymentId, amount, fiat = methodOf(paymentId)?.fiat } = known;
  return record({ ...request, refresh: undefined, paymentId, fiat, amount });
}

/** What arrived, as far as its sum is known. */
export interface Receipt extends Sums, Pick<Payment, 'earlier' | 'fiat'> {
  readonly received: string;
  readonly deposits: readonly DepositWithAmount[];
}

/**
 * The deposits of a response that does not report the payment, or that the page marks, with those of the
 * payment that are known and not among them.
 */
export function withKnown(deposits: readonly Deposit[], payment: Payment | undefined): readonly Deposit[] {
  const left = [...deposits];
  const unlisted = (payment?.deposits ?? []).filter((known) => {
    const at = left.findIndex((each) => isSameDeposit(each, known));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const before = payment?.earlier ? [{ amount: payment.earlier.amount, fiat: payment.fiat }] : [];
  return [...before, ...unlisted.flatMap(keptOf), ...deposits].map((each) => record<Deposit>(each));
}

/** A deposit less what was sent back; nothing if nothing is left. */
function keptOf({ id: _id, returned = '0', returnTime: _time, ...deposit }: PaymentDeposit): Deposit[] {
  const kept = toMinor(deposit.amount)! - toMinor(returned)!;
  return kept > 0n ? [{ ...deposit, amount: fromMinor(kept) }] : [];
}

/**
 * Whether only the endpoint can say if a deposit that the page marks is one of those that are known: it polls
 * anyway, or they look the same.
 */
export function isUnclear(
  { payment, watch, arrival }: Extract<SlipState, { status: 'ready' }>,
  deposits: readonly Deposit[],
): boolean {
  const known = payment?.deposits ?? [];
  if (known.length === 0 || arrival === undefined || watch === 'unavailable' || watch === 'ended')
    return false;
  return watch !== 'off' || deposits.some((each) => known.some((other) => isSameDeposit(each, other)));
}

function isSameDeposit(each: Deposit, { amount, fiat, txId }: PaymentDeposit): boolean {
  return (
    each.amount !== undefined &&
    each.fiat === fiat &&
    compareAmounts(each.amount, amount) === 0 &&
    (each.txId === undefined || txId === undefined || each.txId === txId)
  );
}

/** The payment, or if the endpoint does not report it, the deposits in the currency that was asked for. */
export function receiptOf({ deposits, slip, payment, request, order }: Arrived): Receipt | undefined {
  if (payment)
    return record<Receipt>({
      ...payment,
      returned: totalOf(payment.deposits.map(({ returned }) => returned)),
    });
  const { askedAmount = request.amount, fiat: asked = request.fiat } = slip ?? record<Partial<Slip>>({});
  const fiat = deposits.some((deposit) => deposit.fiat === asked) ? asked : deposits.at(-1)?.fiat;
  const listed = deposits.filter((deposit) => hasAmount(deposit));
  if (fiat === undefined || listed.length < deposits.length) return undefined;
  const received = totalOf(listed.filter((deposit) => deposit.fiat === fiat).map(({ amount }) => amount));
  return record({
    fiat,
    received,
    deposits: listed,
    asked: fiat === asked ? (order ?? askedAmount) : undefined,
  });
}

/** Whether a deposit has the requested amount, or all of them together. */
function isMatched(deposits: readonly Deposit[], asked: Sum): boolean {
  const amounts = deposits
    .filter(hasAmount)
    .flatMap(({ amount, fiat }) => (fiat === asked.fiat ? amount : []));
  return [...amounts, totalOf(amounts)].some((amount) => compareAmounts(amount, asked.amount) === 0);
}

/**
 * Whether the slip asks for a different amount than is missing. A new slip is requested once for each missing
 * amount.
 */
export function isOutdated(
  { slip: { askedAmount }, rest }: Extract<SlipState, { status: 'ready' }>,
  { remaining }: Payment,
): boolean {
  return (
    remaining !== undefined &&
    remaining !== rest &&
    askedAmount !== undefined &&
    compareAmounts(askedAmount, remaining) !== 0
  );
}

/** The amount that a page asks for or asked for. */
export function askedIn(state: SlipState): string | undefined {
  if (state.status !== 'ready' && state.status !== 'arrived') return undefined;
  return state.slip?.askedAmount ?? state.request.amount;
}

/** The amount that the endpoint asks for by itself. */
export function amountOfOrder(state: SlipState): string | undefined {
  const { payment } = state;
  const isStated = state.status === 'ready' && state.request.amount === undefined;
  return payment?.asked ?? (isStated ? state.slip.askedAmount : undefined);
}

/**
 * The requested amount if the deposits do not match it. Undefined for a payment, which states the missing
 * amount itself.
 */
export function missingSum(
  deposits: readonly Deposit[],
  payment: Payment | undefined,
  amount: string | undefined,
  fiat: string | undefined,
): Sum | undefined {
  if (payment || amount === undefined) return undefined;
  const asked = { amount, fiat };
  return isMatched(deposits, asked) ? undefined : asked;
}

/** Whether a page that learned of a deposit by itself knows more than the endpoint, which has not seen it. */
export function knowsMore(state: SlipState, payment: Payment): boolean {
  if (state.status !== 'arrived') return false;
  return payment.deposits.length === 0 || (!state.payment && exceedsKnown(state.deposits, payment.deposits));
}

/** Whether a payment became paid, or a deposit into a wallet or an unknown payment arrived. */
export function isNewArrival(before: SlipState, { payment, deposits }: Arrived): boolean {
  if (before.status !== 'arrived') return true;
  if (!payment) return exceedsKnown(deposits, before.deposits);
  if (!before.payment) return false;
  if (payment.asked === undefined) return countDeposits(payment) > countDeposits(before.payment);
  return hasArrived(payment) && !hasArrived(before.payment);
}

function countDeposits({ deposits, earlier }: Payment): number {
  return deposits.length + (earlier?.count ?? 0);
}
