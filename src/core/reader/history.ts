import { isAmount, isFiat, toMinor } from '../money.js';
import { record } from '../record.js';
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
 * The state of a deposit's payment. `waiting`: it is awaited. `part`: a part of the asked amount arrived.
 * `arrived`: all of it, or a deposit of any amount. `over`: more than that. `returned`: the whole deposit was
 * sent back.
 */
export const HISTORY_STATUSES = ['waiting', 'part', 'arrived', 'over', 'returned'] as const;

/** See `HISTORY_STATUSES`. */
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];

/** One deposit of a payer's history. Amounts are decimal strings, times are in milliseconds. */
export interface HistoryDeposit {
  /** The same in every response; reveals nothing about the deposit. */
  readonly id: string;
  readonly txId?: string;
  readonly paymentId?: number;
  /** ISO 4217. */
  readonly fiat: string;
  /** For an awaited deposit: what remains of an order; absent if any amount is welcome. */
  readonly amount?: string;
  /** When the deposit arrived; while it is awaited, when its instructions were made. */
  readonly createTime?: number;
  readonly status: HistoryStatus;
  /**
   * The total amount that its payment asks for. Absent if any amount is welcome, or the deposit belongs to no
   * payment.
   */
  readonly asked?: string;
  /** The total received for its payment, less returns. Present only together with `asked`. */
  readonly received?: string;
  /** How much of the deposit was sent back. */
  readonly returned?: string;
  /** When the last part of it was sent back. */
  readonly returnTime?: number;
  /** The order's reference as the payer knows it. */
  readonly reference?: string;
  /** For a `part`: the endpoint still offers a slip for the rest. */
  readonly payable?: true;
}

/** One page of a payer's history, newest first. */
export interface HistoryPage {
  readonly deposits: readonly HistoryDeposit[];
  /** Requests the next, older page: the parameter `before`. Absent on the last page. */
  readonly next?: string;
  /** The number of unreadable entries. */
  readonly unreadable: number;
}

/**
 * Reads the response to `?history=1` (docs/back-end.md). Returns `undefined` if the data is not a history. An
 * entry needs an id, a currency and a known status, and its sums must be consistent; other unreadable members
 * are omitted.
 */
export function readHistory(data: JsonObject): HistoryPage | undefined {
  const list = own(data, 'deposits');
  // A status beside the list means a response to an arrival request.
  if (!Array.isArray(list) || Object.hasOwn(data, 'status')) return undefined;
  const deposits = list.map(readEntry).filter((entry) => entry !== undefined);
  const { next } = textFields(data, ['next'], isCursor);
  return record({ deposits, next, unreadable: list.length - deposits.length });
}

function readEntry(entry: unknown): HistoryDeposit | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { id } = textFields(entry, ['id'], isDepositId);
  const { fiat } = textFields(entry, ['fiat'], isFiat);
  const status = HISTORY_STATUSES.find((known) => known === own(entry, 'status'));
  if (id === undefined || fiat === undefined || status === undefined) return undefined;
  const sums = textFields(entry, SUMS, isSum);
  // If a sum were missing, the row would show a wrong total.
  if (SUMS.some((name) => sums[name] === undefined && isPresent(entry, name))) return undefined;
  const paymentId = own(entry, 'paymentId');
  const { createTime, returnTime } = textFields(entry, ['createTime', 'returnTime'], isTime);
  const deposit: HistoryDeposit = record({
    id,
    fiat,
    status,
    ...textFields(entry, ['txId'], isDepositId),
    ...textFields(entry, ['amount'], isAmount),
    paymentId: isPaymentId(paymentId) ? paymentId : undefined,
    createTime: createTime === undefined ? undefined : Number(createTime),
    ...sums,
    returnTime: returnTime === undefined ? undefined : Number(returnTime),
    ...textFields(entry, ['reference'], isReference),
    payable: own(entry, 'payable') === true ? (true as const) : undefined,
  });
  return hasReturned(deposit) && hasStatus(deposit) ? deposit : undefined;
}

const SUMS = ['asked', 'received', 'returned'] as const;

function isPresent(entry: JsonObject, name: string): boolean {
  return (own(entry, name) ?? undefined) !== undefined;
}

/** An amount or zero, which is what remains after everything was sent back. */
function isSum(text: string): boolean {
  return isAmount(text) || toMinor(text) === 0n;
}

/** Whether the returned amount is consistent with the deposit. */
function hasReturned({ status, amount, createTime, returned, returnTime }: HistoryDeposit): boolean {
  const isReturned = status === 'returned';
  if (returnTime !== undefined && (createTime ?? 0) > returnTime) return false;
  if (returned === undefined) return isReturned || returnTime === undefined;
  const [whole, part] = [minorOf(amount), minorOf(returned)!];
  if (status === 'waiting' || whole === undefined || part === 0n) return false;
  return isReturned ? part === whole : part < whole;
}

/** Whether the status agrees with the sums. */
function hasStatus(deposit: HistoryDeposit): boolean {
  const { status, amount, returned, payable } = deposit;
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
