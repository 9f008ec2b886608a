import { isAmount, isFiat } from '../money.js';
import { hasArrived, readPayment, type Payment } from './payment.js';
import { record } from '../record.js';
import { isProblem, problem, type Problem } from '../problem.js';
import { openEnvelope, type Opened } from './envelope.js';
import {
  isDepositId,
  isJsonObject,
  isPaymentId,
  isTime,
  own,
  textFields,
  type JsonObject,
} from './members.js';

/** The state of a payment. */
export interface Account {
  readonly payment?: Payment;
  /** When the merchant's back end last read deposits from the API, in milliseconds. */
  readonly checked?: number;
}

/** A successful response: its data, and the members that a merchant's endpoint may add next to `data`. */
export interface Envelope extends Opened, Account {
  readonly paymentId?: number;
  readonly fiat?: string;
  readonly amount?: string;
  /** Opaque token for the arrival request. */
  readonly arrival?: string;
  /** The last deposit that arrived before this slip was made. It always has an amount and a currency. */
  readonly previous?: Deposit;
}

/** One method that a merchant's endpoint offers (docs/back-end.md). Amounts are decimal strings. */
export interface Offer {
  readonly paymentId: number;
  readonly fiat?: string;
  readonly amount: 'none' | 'optional' | 'required';
  readonly fixed?: string;
  readonly min?: string;
  readonly max?: string;
}

/** One deposit that arrived. `amount` is a decimal string, `createTime` is in milliseconds. */
export interface Deposit {
  readonly txId?: string;
  readonly amount?: string;
  readonly fiat?: string;
  readonly createTime?: number;
}

/** The deposits of a payment so far. */
export interface Arrival extends Account {
  /** Whether the payment is paid, or a deposit into a wallet arrived since the slip. */
  readonly arrived: boolean;
  readonly deposits: readonly Deposit[];
}

/**
 * Reads the response of a merchant's endpoint: an envelope, and the members beside its `data`. The problems
 * are those of `openEnvelope`; in addition, a response with an inconsistent payment is `unreadable`.
 */
export function readEnvelope(answer: unknown): Envelope | Problem {
  const opened = openEnvelope(answer);
  if (isProblem(opened) || !isJsonObject(answer) || answer === opened.data) return opened;
  const account = readAccount(answer);
  return account
    ? record({ ...opened, ...endpointMembers(answer), ...account })
    : problem('unreadable', { cause: 'payment' });
}

function endpointMembers(answer: JsonObject): Partial<Envelope> {
  const paymentId = own(answer, 'paymentId');
  const fiat = own(answer, 'fiat');
  const amount = own(answer, 'amount');
  const arrival = own(answer, 'arrival');
  const previous = readPrevious(own(answer, 'previous'));
  return {
    ...(isPaymentId(paymentId) && { paymentId }),
    ...(typeof fiat === 'string' && isFiat(fiat) && { fiat }),
    ...(typeof amount === 'string' && isAmount(amount) && { amount }),
    ...(typeof arrival === 'string' && arrival !== '' && { arrival }),
    ...(previous && { previous }),
  };
}

/** The state of the payment, and when it was read. Undefined if its sums are inconsistent. */
function readAccount(members: JsonObject): Account | undefined {
  const payment = readPayment(members);
  if (payment === 'unreadable') return undefined;
  const { checked } = textFields(members, ['checked'], isTime);
  return record({ payment, checked: checked === undefined ? undefined : Number(checked) });
}

function readPrevious(value: unknown): Deposit | undefined {
  const deposit = isJsonObject(value) ? toDeposit(value) : undefined;
  return deposit?.amount !== undefined && deposit.fiat !== undefined ? deposit : undefined;
}

/**
 * Reads a list of offered methods. Returns `undefined` if the data is not one. Entries without a valid id are
 * omitted.
 */
export function readOffers(data: JsonObject): readonly Offer[] | undefined {
  const methods = own(data, 'methods');
  if (!Array.isArray(methods)) return undefined;
  return methods.flatMap((entry: unknown) => {
    if (!isJsonObject(entry)) return [];
    const paymentId = own(entry, 'paymentId');
    if (!isPaymentId(paymentId)) return [];
    const rule = own(entry, 'amount');
    return [
      record({
        paymentId,
        amount: rule === 'required' || rule === 'optional' ? rule : 'none',
        ...textFields(entry, ['fiat'], isFiat),
        ...textFields(entry, ['fixed', 'min', 'max'], isAmount),
      } satisfies Offer),
    ];
  });
}

/**
 * Reads which of the offered methods the payer chose last, and the amount if they entered one. Returns
 * `undefined` if the data names no method, or one that is not offered. An invalid amount is omitted.
 */
export function readLast(
  data: JsonObject,
): { readonly paymentId: number; readonly amount?: string } | undefined {
  const last = own(data, 'last');
  if (!isJsonObject(last)) return undefined;
  const paymentId = own(last, 'paymentId');
  const isOffered = readOffers(data)?.some((offer) => offer.paymentId === paymentId);
  return isOffered && isPaymentId(paymentId)
    ? record({ paymentId, ...textFields(last, ['amount'], isAmount) })
    : undefined;
}

/**
 * Reads the response to an arrival request, or an arrival instead of a slip. Returns `undefined` if the data
 * is neither, and the problem `unreadable` if its payment is inconsistent or contradicts its status.
 * `beside`: the members beside the data, where an arrival instead of a slip has its payment. `asked`: the
 * requested amount, if any.
 */
export function readArrival(
  data: JsonObject,
  beside?: Account,
  asked?: string,
): Arrival | Problem | undefined {
  const status = own(data, 'status');
  if (status !== 'waiting' && status !== 'arrived') return undefined;
  const found = readAccount(data);
  const account = found && record<Account>({ ...beside, ...found });
  const list = own(data, 'deposits');
  const entries = Array.isArray(list) ? list.filter(isJsonObject) : [];
  const deposits = entries.map(toDeposit);
  const payment = account?.payment;
  if (!account || (payment && (status === 'arrived') !== hasArrived(payment)))
    return problem('unreadable', { cause: 'payment' });
  // A sum that is unreadable, or readable only in part, may differ from the requested one.
  const isLost = asked !== undefined && !payment ? hasHalfSum : hasLostSum;
  if (entries.some((entry, at) => isLost(entry, deposits[at]!)))
    return problem('unreadable', { cause: 'deposits' });
  const arrived = payment ? hasArrived(payment) : status === 'arrived' && deposits.length > 0;
  return record({ arrived, deposits, payment, checked: account.checked });
}

const SUM = ['amount', 'fiat'] as const;

/** Whether a deposit states a part of its sum, but not all of it. */
function hasHalfSum(entry: JsonObject, deposit: Deposit): boolean {
  return (
    SUM.some((name) => (own(entry, name) ?? '') !== '') && SUM.some((name) => deposit[name] === undefined)
  );
}

function hasLostSum(entry: JsonObject, deposit: Deposit): boolean {
  return SUM.some((name) => {
    const value = own(entry, name) ?? '';
    // A large number lost only digits.
    const isLossy = name === 'amount' && typeof value === 'number' && value * 100 > Number.MAX_SAFE_INTEGER;
    return value !== '' && deposit[name] === undefined && !isLossy;
  });
}

/** A deposit without its unreadable members. */
export function toDeposit(entry: JsonObject): Deposit {
  const { createTime } = textFields(entry, ['createTime'], isTime);
  return record({
    ...textFields(entry, ['txId'], isDepositId),
    ...textFields(entry, ['fiat'], isFiat),
    ...textFields(entry, ['amount'], isAmount),
    createTime: createTime === undefined ? undefined : Number(createTime),
  });
}
