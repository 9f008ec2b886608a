import { isFiat } from '../../core/money.js';
import { isIdText } from '../../contract/values.js';
import { DAY } from '../../core/time.js';
import { InvalidRequestError } from '../client/client-error.js';
import { OVERLAP } from '../kit/payments/flows.js';
import type { MerchantRow } from '../kit/store/rows.js';
import type { Scope } from './entry.js';
import type { ReportQuery } from './types.js';

/** The period cannot be reported. */
export class ReportPeriodError extends Error {
  override readonly name = 'ReportPeriodError';

  constructor(
    message: string,
    /** The earliest possible beginning of the period, in milliseconds since the epoch. */
    readonly earliest: number,
    /** The latest possible end of the period. */
    readonly latest: number,
  ) {
    super(message);
  }
}

/** Validates the query. Throws an InvalidRequestError that names the member. */
export function readScope({ merchantId, fiat, from, to }: ReportQuery): Scope {
  const id = String(merchantId);
  // A number beyond 2^53 has lost digits.
  check('merchantId', isIdText(id) && (typeof merchantId !== 'number' || Number.isSafeInteger(merchantId)));
  check('fiat', typeof fiat === 'string' && isFiat(fiat));
  const [begin, end] = [Number(from), Number(to)];
  check('from', Number.isSafeInteger(begin) && begin >= 0);
  check('to', Number.isSafeInteger(end) && end > begin);
  return { merchantId: id, fiat, from: begin, to: end };
}

const RULES = {
  merchantId: 'the digits of an id',
  fiat: 'a currency code such as BRL',
  from: 'a time in milliseconds or a Date',
  to: 'a time after `from`',
} as const;

function check(field: keyof typeof RULES, isValid: boolean): void {
  if (!isValid) throw new InvalidRequestError(`report: ${field} must be ${RULES[field]}.`, { field });
}

/** The stored state of the merchant, and the time of the store's clock. */
export interface StoreState {
  readonly now: number;
  readonly merchant: MerchantRow | undefined;
}

/**
 * Throws a ReportPeriodError if the store may lack deposits of the period, because they are not read yet or
 * already deleted.
 */
export function checkPeriod({ from, to }: Scope, { now, merchant }: StoreState, keep: number): void {
  // Reading goes back a day less, because rows that old are being deleted.
  const earliest = now - keep + DAY;
  const isRead = merchant !== undefined && merchant.watchedUntil + DAY > now;
  const latest = Math.min(now, isRead ? merchant.cursor : now) - OVERLAP;
  if (from >= earliest && to <= latest) return;
  const why =
    from < earliest
      ? `begins before ${isoOf(earliest)}, and older deposits may have been deleted`
      : `ends after ${isoOf(latest)}, the time up to which deposits have been read`;
  throw new ReportPeriodError(
    `The period ${why}: it must be between ${isoOf(earliest)} and ${isoOf(latest)}.`,
    earliest,
    latest,
  );
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
