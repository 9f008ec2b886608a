import type { DepositRow } from './rows.js';
import type { ReturnQuery } from './store.js';

/**
 * The deposit that a return takes back: one with its txId of which so much is left, exactly if there is one; without a txId, all of
 * one. Of several, it is the latest.
 */
export function findReturnable(rows: readonly DepositRow[], query: ReturnQuery): DepositRow | undefined {
  const { fiat, txId, amount, time, except } = query;
  const leftOf = (row: DepositRow): bigint => row.amount - row.returned;
  const isPossible = (row: DepositRow): boolean =>
    ['booked', 'unmatched', 'earlier'].includes(row.state) &&
    row.fiat === fiat &&
    row.createTime <= time &&
    (txId === undefined ? row.amount === amount : row.txId === txId) &&
    leftOf(row) >= amount &&
    !except.includes(row.flowId);
  const possible = rows.filter(isPossible).toSorted(byFlow).toReversed();
  return possible.find((row) => leftOf(row) === amount) ?? possible[0];
}

/** By time, then by id: ids of equal length have the order of their numbers. */
export function byFlow(one: Pick<DepositRow, 'createTime' | 'flowId'>, other: typeof one): number {
  const byId = one.flowId.length - other.flowId.length || (one.flowId < other.flowId ? -1 : 1);
  return one.createTime - other.createTime || byId;
}
