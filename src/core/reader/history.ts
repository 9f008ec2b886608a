import { isAmount, isFiat } from '../money.js';
import {
  isDepositId,
  isJsonObject,
  isPaymentId,
  isTime,
  own,
  textFields,
  type JsonObject,
} from './members.js';

/** What became of a deposit: awaited, arrived as asked, arrived with another amount, or sent back to the payer. */
export const HISTORY_STATUSES = ['waiting', 'arrived', 'other-amount', 'returned'] as const;

/** See `HISTORY_STATUSES`. */
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];

/** One deposit of a payer's history. `amount` is a decimal string, `createTime` is in milliseconds. */
export interface HistoryDeposit {
  /** The same in every answer; says nothing about the deposit. */
  readonly id: string;
  readonly txId?: string;
  readonly paymentId?: number;
  /** ISO 4217. */
  readonly fiat: string;
  /** Absent while a deposit of any amount is awaited. */
  readonly amount?: string;
  /** When it arrived; while it is awaited, when its instructions were made. */
  readonly createTime?: number;
  readonly status: HistoryStatus;
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
 * Reads the answer to `?history=1` (docs/back-end.md). Returns `undefined` if the data is not one. An entry needs an id, a
 * currency and a known status; any other member that cannot be read is omitted.
 */
export function readHistory(data: JsonObject): HistoryPage | undefined {
  const list = own(data, 'deposits');
  // An answer to an arrival request has a status of its own.
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
  const paymentId = own(entry, 'paymentId');
  const { createTime } = textFields(entry, ['createTime'], isTime);
  return {
    id,
    fiat,
    status,
    ...textFields(entry, ['txId'], isDepositId),
    ...textFields(entry, ['amount'], isAmount),
    ...(isPaymentId(paymentId) && { paymentId }),
    ...(createTime !== undefined && { createTime: Number(createTime) }),
  };
}

/** A cursor is opaque: any text that fits into a URL as it is. */
function isCursor(text: string): boolean {
  return /^[\w.~-]{1,512}$/.test(text);
}
