import { isAmount, isFiat, toMinor } from '../money.js';
import { isReference } from './hostile-text.js';
import {
  isDepositId,
  isJsonObject,
  isPaymentId,
  isTime,
  own,
  textFields,
  type JsonObject,
} from './members.js';

/**
 * What became of a deposit's payment: it is awaited; a part of what was asked for came; all of it, or a
 * deposit of any amount; more than that. `returned`: the deposit was sent back whole.
 */
export const HISTORY_STATUSES = ['waiting', 'part', 'arrived', 'over', 'returned'] as const;

/** See `HISTORY_STATUSES`. */
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];

/** One deposit of a payer's history. Amounts are decimal strings, times are in milliseconds. */
export interface HistoryDeposit {
  /** The same in every response; says nothing about the deposit. */
  readonly id: string;
  readonly txId?: string;
  readonly paymentId?: number;
  /** ISO 4217. */
  readonly fiat: string;
  /** Of what is awaited, what remains of an order; absent if any amount is welcome. */
  readonly amount?: string;
  /** When it arrived; while it is awaited, when its instructions were made. */
  readonly createTime?: number;
  readonly status: HistoryStatus;
  /** What its payment asks for in all. Absent if that is any amount, or the deposit belongs to no payment. */
  readonly asked?: string;
  /** What came for its payment in all, less what was sent back. Present with `asked`, and only with it. */
  readonly received?: string;
  /** How much of the deposit was sent back. */
  readonly returned?: string;
  /** When the last of that was sent back. */
  readonly returnTime?: number;
  /** The order's reference, as the payer knows it. */
  readonly reference?: string;
  /** Of a `part`: the endpoint still gives a slip of what remains. */
  readonly payable?: true;
}

/** One page of a payer's history, newest first. */
export interface HistoryPage {
  readonly deposits: readonly HistoryDeposit[];
  /** Requests the deposits before these: the parameter `before`. Absent on the last page. */
  readonly next?: string;
  /** How many entries could not be read. */
  readonly unreadable: number;
}

/**
 * Reads the response to `?history=1` (docs/back-end.md). Returns `undefined` if the data is not one. An entry
 * needs an id, a currency and a known status, and sums that fit together; any other member that cannot be
 * read is omitted.
 */
export function readHistory(data: JsonObject): HistoryPage | undefined {
  const list = own(data, 'deposits');
  // A response to an arrival request has a status of its own.
  if (!Array.isArray(list) || Object.hasOwn(data, 'status')) return undefined;
  const deposits = list.map(readEntry).filter((entry) => entry !== undefined);
  const { next } = textFields(data, ['next'], isCursor);
  return { deposits, ...(next !== undefined && { next }), unreadable: list.length - deposits.length };
}

function readEntry(entry: unknown): HistoryDeposit | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { id, fiat } = { ...textFields(entry, ['id'], isDepositId), ...textFields(entry, ['fiat'], isFiat) };
  const status = HISTORY_STATUSES.find((known) => known === own(entry, 'status'));
  if (id === undefined || fiat === undefined || status === undefined) return undefined;
  const sums = textFields(entry, SUMS, isSum);
  // Without one of its sums, a row would say that more or less came than did.
  if (SUMS.some((name) => sums[name] === undefined && isPresent(entry, name))) return undefined;
  const paymentId = own(entry, 'paymentId');
  const { createTime, returnTime } = textFields(entry, ['createTime', 'returnTime'], isTime);
  const deposit = {
    id,
    fiat,
    status,
    ...textFields(entry, ['txId'], isDepositId),
    ...textFields(entry, ['amount'], isAmount),
    ...(isPaymentId(paymentId) && { paymentId }),
    ...(createTime !== undefined && { createTime: Number(createTime) }),
    ...sums,
    ...(returnTime !== undefined && { returnTime: Number(returnTime) }),
    ...textFields(entry, ['reference'], isReference),
    ...(own(entry, 'payable') === true && { payable: true as const }),
  };
  return hasReturned(deposit) && hasStatus(deposit) ? deposit : undefined;
}

const SUMS = ['asked', 'received', 'returned'] as const;

function isPresent(entry: JsonObject, name: string): boolean {
  return (own(entry, name) ?? undefined) !== undefined;
}

/** An amount, or zero: that is what came after everything was sent back. */
function isSum(text: string): boolean {
  return isAmount(text) || toMinor(text) === 0n;
}

/** Whether what was sent back fits to the deposit. */
function hasReturned({ status, amount, createTime, returned, returnTime }: HistoryDeposit): boolean {
  const isReturned = status === 'returned';
  if (returnTime !== undefined && (createTime ?? 0) > returnTime) return false;
  if (returned === undefined) return isReturned || returnTime === undefined;
  const [whole, part] = [minorOf(amount), minorOf(returned)!];
  if (status === 'waiting' || whole === undefined || part === 0n) return false;
  return isReturned ? part === whole : part < whole;
}

/** Whether the status is that of the sums. */
function hasStatus({ status, amount, returned, payable, ...deposit }: HistoryDeposit): boolean {
  const [asked, received, whole] = [minorOf(deposit.asked), minorOf(deposit.received), minorOf(amount)];
  if (payable && status !== 'part') return false;
  if (asked === undefined || received === undefined)
    return asked === received && status !== 'part' && status !== 'over';
  if (asked === 0n) return false;
  if (status === 'returned') return true;
  if (status === 'waiting') return received < asked && whole === asked - received;
  const kept = (whole ?? 0n) - (minorOf(returned) ?? 0n);
  const actual = received < asked ? 'part' : received > asked ? 'over' : 'arrived';
  return received > 0n && kept <= received && status === actual;
}

function minorOf(amount: string | undefined): bigint | undefined {
  return amount === undefined ? undefined : toMinor(amount);
}

/** A cursor is opaque: any text that fits into a URL as it is. */
function isCursor(text: string): boolean {
  return /^[\w.~-]{1,512}$/.test(text);
}
