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
