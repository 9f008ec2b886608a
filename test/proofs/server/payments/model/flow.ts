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
 * What a record of the API means: a flow, or something unreadable with a name of its own; else it is nothing
 * of ours.
 */
export interface Meaning {
  readonly merchant: string;
  readonly flow?: Flow;
  readonly unreadable?: string;
  /** When a record that is unreadable was made, if that can be read. */
  readonly time?: number;
}

/** What the kit stored of a flow. */
export interface StoredFlow {
  readonly state: string;
  readonly grantId?: string | undefined;
  readonly returned: bigint;
  /** When a part of it was last sent back. */
  readonly returnTime?: number | undefined;
}

/** What the kit stored with one change, by the ids of the flows. */
export type StoredFlows = ReadonlyMap<string, StoredFlow>;

/** By time, then by id, which is a number. */
export function byTime(one: Flow, other: Flow): number {
  return one.createTime - other.createTime || (BigInt(one.id) < BigInt(other.id) ? -1 : 1);
}
