/** A record of the API that can be read. A negative amount is the return of a deposit. */
export interface Flow {
  readonly id: string;
  readonly merchant: string;
  readonly fiat: string;
  readonly amount: bigint;
  readonly createTime: number;
  readonly txId?: string | undefined;
}

/**
 * The meaning of a record of the API: a flow, or an unreadable record with its own name; anything else is not
 * ours.
 */
export interface Meaning {
  readonly merchant: string;
  readonly flow?: Flow;
  readonly unreadable?: string;
  /** When an unreadable record was made, if that can be read. */
  readonly time?: number;
}

/** The data that the kit stored for a flow. */
export interface StoredFlow {
  readonly state: string;
  readonly grantId?: string | undefined;
  readonly returned: bigint;
  /** When part of it was last returned. */
  readonly returnTime?: number | undefined;
}

/** The data that the kit stored with one change, by the ids of the flows. */
export type StoredFlows = ReadonlyMap<string, StoredFlow>;

/** Sorts by time, then by id as a number. */
export function byTime(one: Flow, other: Flow): number {
  return one.createTime - other.createTime || (BigInt(one.id) < BigInt(other.id) ? -1 : 1);
}
