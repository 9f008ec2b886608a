import type { DepositRow } from './rows.js';
import type { ReturnQuery } from './store.js';

/**
 * The deposit that a return takes back. With a txId: a deposit with that txId from which this amount can
 * still be taken back, preferably exactly this amount. Without a txId: a deposit of exactly this amount. If
 * there are several, the latest, with which `rows` must begin.
 */
export function findReturnable(rows: readonly DepositRow[], query: ReturnQuery): DepositRow | undefined {
  const { fiat, txId, amount, time, except } = query;
  const excluded = new Set(except);
  let found: DepositRow | undefined;
  for (const row of rows) {
    const left = row.amount - row.returned;
    const isPossible =
      isOpen(row) &&
      row.fiat === fiat &&
      row.createTime <= time &&
      (txId === undefined ? row.amount === amount : row.txId === txId) &&
      left >= amount &&
      !excluded.has(row.flowId);
    if (isPossible && left === amount) return row;
    if (isPossible) found ??= row;
  }
  return found;
}

/** Whether a part of a deposit may still be taken back. */
export function isOpen({ state, amount, returned }: DepositRow): boolean {
  return returned < amount && (state === 'booked' || state === 'unmatched' || state === 'earlier');
}

/** Latest first. */
export function byLatest(one: DepositRow, other: DepositRow): number {
  return byFlow(other, one);
}

/** By time, then by id: ids of equal length are ordered by number. */
export function byFlow(one: Pick<DepositRow, 'createTime' | 'flowId'>, other: typeof one): number {
  const byId = one.flowId.length - other.flowId.length || (one.flowId < other.flowId ? -1 : 1);
  return one.createTime - other.createTime || byId;
}
