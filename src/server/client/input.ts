/** An id as it is given: its digits, or a bigint. A number would lose digits beyond 2^53. */
export type Id = string | bigint;

/** Which page of a list is asked for. Without it the API decides: the first, of 10 records (spec: Limits). */
export interface PageFilter {
  /** From 1. */
  readonly currentPage?: number | undefined;
  readonly pageSize?: number | undefined;
}

/** A page of a list. */
export interface Page<Entry> {
  readonly currentPage: number;
  /** How many records a page holds at most. */
  readonly size: number;
  /** How many records there are on all pages. */
  readonly total: number;
  readonly record: readonly Entry[];
}
