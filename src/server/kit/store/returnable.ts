import type { DepositRow } from './rows.js';
import type { ReturnQuery } from './store.js';

/**
 * The deposit that a return takes back: one with its txId of which so much is left, exactly if there is one;
 * without a txId, all of one. Of several, it is the latest: `rows` begin with that.
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

/** Whether something of a deposit may still be taken back. */
export function isOpen({ state, amount, returned }: DepositRow): boolean {
  return returned < amount && (state === 'booked' || state === 'unmatched' || state === 'earlier');
}

/** The latest first. */
export function byLatest(one: DepositRow, other: DepositRow): number {
  return byFlow(other, one);
}

/** By time, then by id: ids of equal length have the order of their numbers. */
export function byFlow(one: Pick<DepositRow, 'createTime' | 'flowId'>, other: typeof one): number {
  const byId = one.flowId.length - other.flowId.length || (one.flowId < other.flowId ? -1 : 1);
  return one.createTime - other.createTime || byId;
}
