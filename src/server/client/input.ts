import { InvalidRequestError, type ErrorDetail } from './client-error.js';

/** An id: a string of digits or a bigint. A number would lose digits beyond 2^53. */
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

/**
 * Throws an InvalidRequestError for a number instead of text, because it may have lost digits of an id or
 * cents of an amount. Members that the contract reads as numbers are allowed. The contract reads ids as
 * bigints and everything else as text. It cannot refuse numbers itself, because it also describes the JSON
 * and the queries that are sent.
 */
export function refuseNumbers(
  { operation, clientId }: Pick<ErrorDetail, 'clientId'> & { readonly operation: string },
  input: object,
  output: object,
): void {
  const kinds = new Map(Object.entries(output).map(([field, value]) => [field, typeof value]));
  for (const [field, value] of Object.entries(input)) {
    const kind = kinds.get(field);
    const isWrong =
      typeof value === 'number' ? kind !== 'number' : typeof value === 'bigint' && kind === 'string';
    if (!isWrong) continue;
    const rule = kind === 'bigint' ? 'a string of digits or a bigint' : 'a string';
    throw new InvalidRequestError(`${operation}: ${field} must be ${rule}.`, { field, clientId });
  }
}
