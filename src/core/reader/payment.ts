import { isAmount, isFiat, toMinor } from '../money.js';
import { record } from '../record.js';
import {
  isDepositId,
  isPaymentId,
  isTime,
  isUnreadable,
  own,
  readMembers,
  type JsonObject,
  type Read,
  type MemberReaders,
} from './members.js';

/**
 * The amount that a grant requests in one currency, and the deposits so far. Amounts are decimal strings,
 * times are in milliseconds. `received` is the sum of `deposits` and `earlier`, less returns.
 */
export interface Payment {
  /**
   * `open`: nothing arrived, everything was sent back, or any amount is welcome. `part`: less than asked
   * arrived. `over`: more.
   */
  readonly status: 'open' | 'part' | 'paid' | 'over';
  /** ISO 4217. */
  readonly fiat: string;
  /** Absent if any amount is welcome. */
  readonly asked?: string;
  /** Deposits less returns. Without `asked`, only those since the slip was issued. */
  readonly received: string;
  /** The missing amount. Absent unless it is more than zero. */
  readonly remaining?: string;
  /** The excess amount. Absent unless it is more than zero. */
  readonly excess?: string;
  /** The latest 20, in the order in which they were read. */
  readonly deposits: readonly PaymentDeposit[];
  /** The earlier deposits, less returns. */
  readonly earlier?: { readonly count: number; readonly amount: string };
}

/** One deposit of a payment. */
export interface PaymentDeposit {
  /** Random. Reveals nothing about the deposit. */
  readonly id: string;
  readonly amount: string;
  readonly fiat: string;
  readonly createTime: number;
  /** The method whose code was paid, if it is known. */
  readonly paymentId?: number;
  readonly txId?: string;
  /** The amount sent back: all of the deposit or a part. */
  readonly returned?: string;
  /** When the last part of it was sent back. */
  readonly returnTime?: number;
}

/** How many deposits are listed one by one. */
export const LISTED_DEPOSITS = 20;

/**
 * Reads the member `payment` of a response. Returns `undefined` if there is none, and `unreadable` unless all
 * of it is consistent: amounts are decimal strings in one currency, the sums agree with the deposits, and the
 * status agrees with the sums. A sum that is only partly right could tell a payer to pay again
 * (docs/reading-policy.md R35).
 */
export function readPayment(members: JsonObject): Payment | 'unreadable' | undefined {
  const value = own(members, 'payment');
  if (value === undefined || value === null) return undefined;
  const payment = read(PAYMENT, value);
  return payment && isAgreed(payment) ? payment : 'unreadable';
}

/** Whether a payment is paid, or a deposit into a wallet arrived. */
export function hasArrived({ status, asked, received }: Payment): boolean {
  return asked === undefined ? minorOf(received) > 0n : status === 'paid' || status === 'over';
}

/**
 * Whether a slip in `fiat` can be shown with a payment: it has the same currency and something left to pay.
 */
export function isPayable(payment: Payment | undefined, fiat: string | undefined): boolean {
  if (!payment) return true;
  return (
    (fiat === undefined || payment.fiat === fiat) && (payment.asked === undefined || !hasArrived(payment))
  );
}

/** An absent member. Reading it succeeds, and the result leaves it out. */
const ABSENT = Symbol('absent');

type Optional<Value> = Read<Value | typeof ABSENT>;

const optional =
  <Value>(readValue: Read<Value>): Optional<Value> =>
  (value) =>
    value === undefined ? ABSENT : readValue(value);

/** Accepts only strings: an amount sent as a number may have lost digits. */
const text =
  (isValid: (text: string) => boolean): Read<string> =>
  (value) =>
    typeof value === 'string' && isValid(value) ? value : undefined;

const number =
  (isValid: (value: number) => boolean): Read<number> =>
  (value) =>
    typeof value === 'number' && isValid(value) ? value : undefined;

const STATUSES: ReadonlySet<unknown> = new Set(['open', 'part', 'paid', 'over']);
const amount = text(isAmount);
const fiat = text(isFiat);
const time = number((value) => isTime(String(value)));
/** Zero or more. */
const sum = text((value) => isAmount(value) || /^0(\.00?)?$/.test(value));

const DEPOSIT: MemberReaders<Record<keyof PaymentDeposit, unknown>> = {
  id: text(isDepositId),
  amount,
  fiat,
  createTime: time,
  paymentId: optional(number(isPaymentId)),
  txId: optional(text(isDepositId)),
  returned: optional(amount),
  returnTime: optional(time),
};

const EARLIER: MemberReaders<Record<keyof NonNullable<Payment['earlier']>, unknown>> = {
  count: number((value) => Number.isSafeInteger(value) && value > 0),
  amount: sum,
};

const PAYMENT: MemberReaders<Record<keyof Payment, unknown>> = {
  status: (value) => (STATUSES.has(value) ? value : undefined),
  fiat,
  asked: optional(amount),
  received: sum,
  remaining: optional(amount),
  excess: optional(amount),
  deposits: readDeposits,
  earlier: optional((value) => read(EARLIER, value)),
};

function readDeposits(list: unknown): readonly PaymentDeposit[] | undefined {
  if (!Array.isArray(list) || list.length > LISTED_DEPOSITS) return undefined;
  const deposits = list.map((entry) => read<PaymentDeposit>(DEPOSIT, entry));
  return deposits.every((deposit) => deposit !== undefined) ? Object.freeze(deposits) : undefined;
}

/**
 * Reads an object, without its absent members. Frozen, because pages receive it too and the element renders
 * from it.
 */
function read<Members extends object>(
  reads: MemberReaders<Record<keyof Members, unknown>>,
  value: unknown,
): Members | undefined {
  const members = readMembers(reads, value);
  if (isUnreadable(members)) return undefined;
  const present: Record<string, unknown> = record(members);
  for (const name in present) if (present[name] === ABSENT) delete present[name];
  return Object.freeze(present) as Members;
}

/** Whether the members of a payment agree. */
function isAgreed(payment: Payment): boolean {
  const { status, fiat, asked, received, remaining, excess, deposits, earlier } = payment;
  const sums = deposits.map((deposit) => minorOf(deposit.amount) - minorOf(deposit.returned));
  const total = sums.reduce((one, other) => one + other, minorOf(earlier?.amount));
  const ids = new Set(deposits.map(({ id }) => id));
  const missing = asked === undefined ? 0n : minorOf(asked) - total;
  return (
    total === minorOf(received) &&
    missing === minorOf(remaining) - minorOf(excess) &&
    status === paymentStatus(asked === undefined ? undefined : minorOf(asked), total) &&
    (remaining === undefined || excess === undefined) &&
    sums.every((left) => left >= 0n) &&
    ids.size === sums.length &&
    deposits.every((deposit) => deposit.fiat === fiat)
  );
}

/** The status of a payment of which this amount was received. Amounts are in minor units. */
export function paymentStatus(asked: bigint | undefined, received: bigint): Payment['status'] {
  if (asked === undefined || received <= 0n) return 'open';
  if (received < asked) return 'part';
  return received === asked ? 'paid' : 'over';
}

function minorOf(decimal = '0'): bigint {
  return toMinor(decimal) ?? 0n;
}
