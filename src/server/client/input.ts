import { InvalidRequestError, type ErrorDetail } from './client-error.js';

/** An id: its digits, or a bigint. A number would lose digits beyond 2^53. */
export type Id = string | bigint;

/** Selects a page of a list. The API defaults to the first page of 10 records (spec: Limits). */
export interface PageFilter {
  /** Starts at 1. */
  readonly currentPage?: number | undefined;
  readonly pageSize?: number | undefined;
}

/** A page of a list. */
export interface Page<Entry> {
  readonly currentPage: number;
  /** The maximum number of records per page. */
  readonly size: number;
  /** The number of records on all pages. */
  readonly total: number;
  readonly record: readonly Entry[];
}

/** The members of inputs that are an `Id`. */
const IDS: ReadonlySet<string> = new Set([
  'merchantId',
  'fromMerchantId',
  'toMerchantId',
  'userPaymentId',
  'txId',
]);

/** The members of inputs that are a number. All others are text. */
const NUMBERS: ReadonlySet<string> = new Set([
  'paymentId',
  'orderStatus',
  'currentPage',
  'pageSize',
  'startTime',
  'endTime',
  'since',
  'interval',
  'overlap',
]);

/**
 * Throws an InvalidRequestError for a number in place of text: it may have lost digits of an id, or cents of an amount.
 * The contract cannot tell, because it also describes the JSON and the queries that are sent.
 */
export function refuseNumbers(
  { operation, clientId }: Pick<ErrorDetail, 'clientId'> & { readonly operation: string },
  input: object,
): void {
  for (const [field, value] of Object.entries(input)) {
    const isId = IDS.has(field);
    const isWrong = typeof value === 'number' || (typeof value === 'bigint' && !isId);
    if (!isWrong || NUMBERS.has(field)) continue;
    const rule = isId ? 'a string of digits or a bigint' : 'a string';
    throw new InvalidRequestError(`${operation}: ${field} must be ${rule}.`, { field, clientId });
  }
}
