import assert from 'node:assert/strict';
import type { Flow, StoredFlows } from './flow.js';
import type { KnownFlow, Merchant } from './merchant.js';
import { leftOf, type Deposit } from './payment.js';

/**
 * The deposit that each of several returns takes back, in order. Where the rules leave a choice, it is the
 * one that leads to what the kit has stored and reported.
 */
export function chooseReturned(
  merchant: Merchant,
  returns: readonly KnownFlow[],
  stored: StoredFlows,
  told: readonly string[],
): readonly (KnownFlow | undefined)[] {
  const left = new Map([...merchant.flows].map(([id, { deposit }]) => [id, deposit ? leftOf(deposit) : 0n]));
  const leftAfter = (id: string, { amount }: Deposit): bigint =>
    stored.has(id) ? amount - stored.get(id)!.returned : left.get(id)!;

  const isAsStored = (): boolean =>
    [...stored.keys()].every((id) => {
      const { deposit } = merchant.flows.get(id)!;
      return !deposit || left.get(id) === leftAfter(id, deposit);
    });

  function choose(at: number, events: number): readonly (KnownFlow | undefined)[] | undefined {
    const flow = returns[at]?.flow;
    if (!flow) return events === told.length && isAsStored() ? [] : undefined;
    const amount = -flow.amount;
    const possible = returnable(merchant, flow, left);
    if (possible.length === 0) {
      const rest = choose(at + 1, events);
      return rest && [undefined, ...rest];
    }
    for (const known of possible) {
      const { deposit, state } = known;
      const id = deposit!.flow;
      const isTold = state !== 'earlier';
      const rest = left.get(id)! - amount - leftAfter(id, deposit!);
      const isLast = rest === 0n && stored.get(id)?.returnTime === flow.createTime;
      if (!(rest > 0n || isLast) || (isTold && told[events] !== id)) continue;
      left.set(id, left.get(id)! - amount);
      const others = choose(at + 1, events + Number(isTold));
      if (others) return [known, ...others];
      left.set(id, left.get(id)! + amount);
    }
    return undefined;
  }

  const chosen = choose(0, 0);
  const texts = [...stored].map(([id, { state, returned }]) => `${id} ${state} ${returned}`);
  assert.ok(chosen, `returns that the rules do not allow: ${texts.join(', ')}`);
  return chosen;
}

/** The deposits that a return may take back: those with its code, or else the latest of its amount. */
function returnable(merchant: Merchant, flow: Flow, left: ReadonlyMap<string, bigint>): readonly KnownFlow[] {
  const possible = [...merchant.flows.values()].filter(
    ({ deposit }) =>
      deposit !== undefined &&
      deposit.fiat === flow.fiat &&
      deposit.createTime <= flow.createTime &&
      left.get(deposit.flow)! >= -flow.amount &&
      (flow.txId === undefined ? deposit.amount === -flow.amount : deposit.txId === flow.txId),
  );
  if (flow.txId !== undefined) return possible;
  const latest = Math.max(...possible.map(({ deposit }) => deposit!.createTime));
  return possible.filter(({ deposit }) => deposit!.createTime === latest);
}
