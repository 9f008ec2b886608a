import type { Entry } from './entry.js';

/** The balance before a flow. */
export function balanceBefore({ total, changed }: Entry): bigint {
  return total - changed;
}

/**
 * The flows of one account in the order in which its balance changed: by time. The API does not say which of
 * two flows with the same time came first: they are ordered by id, or if their balances do not chain, in an
 * order in which they do.
 */
export function inBookingOrder(entries: readonly Entry[]): readonly Entry[] {
  const sorted = entries.toSorted(byTime);
  const ordered: Entry[] = [];
  for (let begin = 0, end = 0; begin < sorted.length; begin = end) {
    const { createTime } = sorted[begin]!;
    while (sorted[end]?.createTime === createTime) end += 1;
    const group = sorted.slice(begin, end);
    ordered.push(...(group.length === 1 ? group : chainOf(group, ordered.at(-1)?.total)));
  }
  return ordered;
}

/**
 * Orders flows of the same time so that each begins with the balance after the previous one; returns them
 * unchanged if there is no such order.
 */
function chainOf(group: readonly Entry[], balance: bigint | undefined): readonly Entry[] {
  if (isChain(group, balance)) return group;
  const path = chainPath(group, startBalance(group, balance));
  return path.length === group.length && isChain(path, balance) ? path : group;
}

function isChain(entries: readonly Entry[], balance: bigint | undefined): boolean {
  let before = balance ?? balanceBefore(entries[0]!);
  return entries.every((entry) => {
    const isNext = balanceBefore(entry) === before;
    before = entry.total;
    return isNext;
  });
}

/** The balance with which a group begins: more flows begin with it than end with it. */
function startBalance(group: readonly Entry[], balance: bigint | undefined): bigint {
  if (balance !== undefined) return balance;
  const begins = new Map<bigint, number>();
  for (const entry of group) {
    const before = balanceBefore(entry);
    begins.set(before, (begins.get(before) ?? 0) + 1);
    begins.set(entry.total, (begins.get(entry.total) ?? 0) - 1);
  }
  const [start] = [...begins].find(([, count]) => count > 0) ?? [balanceBefore(group[0]!)];
  return start;
}

/**
 * A path over all flows, where each flow leads from one balance to another (Hierholzer's algorithm). Shorter
 * if there is no complete path.
 */
function chainPath(group: readonly Entry[], start: bigint): readonly Entry[] {
  const left = new Map<bigint, Entry[]>();
  for (const entry of group.toReversed()) {
    const before = balanceBefore(entry);
    left.set(before, [...(left.get(before) ?? []), entry]);
  }
  const path: Entry[] = [];
  const walked: Entry[] = [];
  for (let balance = start; ; balance = walked.at(-1)?.total ?? start) {
    const next = left.get(balance)?.pop();
    if (next) {
      walked.push(next);
      continue;
    }
    const last = walked.pop();
    if (!last) return path.toReversed();
    path.push(last);
  }
}

/** By time, then by id, which is a number that may have more digits than a double. */
export function byTime(
  one: Pick<Entry, 'createTime' | 'flowId'>,
  other: Pick<Entry, 'createTime' | 'flowId'>,
): number {
  return (
    one.createTime - other.createTime ||
    one.flowId.length - other.flowId.length ||
    (one.flowId < other.flowId ? -1 : Number(one.flowId > other.flowId))
  );
}
