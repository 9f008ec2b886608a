import assert from 'node:assert/strict';
import {
  observed,
  rejectIf,
  unobserved,
  type Account,
  type Category,
  type Fee,
  type Leg,
  type Model,
  type Observed,
  type Owner,
  type TimeRange,
} from './model.js';

/** Legs that are booked together. */
export interface Posting {
  readonly fiat: string;
  readonly legs: readonly Leg[];
  readonly extId: string | Observed<string>;
  readonly at: TimeRange;
}

const keyOf = (owner: Owner, fiat: string) => `${owner} ${fiat}`;

/** Opens a merchant's account, unless it is open already. */
export function openAccount({ accounts }: Model, merchant: bigint, fiat: string): void {
  const key = keyOf(merchant, fiat);
  if (accounts.has(key)) return;
  accounts.set(key, { id: unobserved(), merchant, fiat, balance: 0n, last: undefined });
}

export function accountOf({ accounts }: Model, merchant: bigint, fiat: string): Account | undefined {
  return accounts.get(keyOf(merchant, fiat));
}

/** Rejects a request for an account that is not open (sandbox/README.md, Activation). */
export function rejectNotOpen(model: Model, merchant: bigint, fiat: string): void {
  rejectIf(!accountOf(model, merchant, fiat), 422, /no active/);
}

/** The fee on an amount, in minor units; the percentage is rounded up. */
export function feeOf({ basisPoints, fixed }: Fee, amount: bigint): bigint {
  return (amount * basisPoints + 9_999n) / 10_000n + fixed;
}

/** The two legs that move an amount from one owner to another. */
export function movement(
  from: Owner,
  to: Owner,
  amount: bigint,
  entry: { readonly category: Category; readonly flowType: string; readonly funding: Observed<bigint> },
): Leg[] {
  return [
    { owner: from, changed: -amount, ...entry },
    { owner: to, changed: amount, ...entry },
  ];
}

/** The legs of a fee, which is a separate entry; none for a fee of zero (sandbox/README.md, Fees). */
export function feeLegs(payer: bigint, fee: bigint, flowType: string, funding: Observed<bigint>): Leg[] {
  return fee === 0n ? [] : movement(payer, 'fees', fee, { category: 'FEE', flowType, funding });
}

/** The legs that reverse these. Only a `*_ROLLBACK` ever corrects entries (sandbox/README.md I8). */
export function reversed(legs: readonly Leg[]): Leg[] {
  return legs.map((leg) => ({ ...leg, changed: -leg.changed, flowType: `${leg.flowType}_ROLLBACK` }));
}

/** Books all legs or none. Rejects a time before an account's latest entry, and a balance below zero. */
export function post(model: Model, posting: Posting): void {
  const { legs } = posting;
  const sum = legs.reduce((total, { changed }) => total + changed, 0n);
  assert.equal(sum, 0n, 'the legs of a posting in the model must sum to zero');
  rejectBackdated(model, posting);
  for (const [account, changed] of changesOf(model, posting))
    rejectIf(account.balance + changed < 0n, 422, /balance/);
  for (const leg of legs) appendEntry(model, posting, leg);
}

/** Rejects an `at` before the latest entry of an account (sandbox/README.md, `POST /sandbox/deposits`). */
export function rejectBackdated(model: Model, posting: Posting): void {
  const { earliest, isExplicit } = posting.at;
  const accounts = [...changesOf(model, posting).keys()];
  const isBackdated = accounts.some(({ last }) => last !== undefined && last.earliest > earliest);
  rejectIf(isExplicit && isBackdated, 409, /\bat\b/);
}

/** The change that a posting makes to each merchant account. */
function changesOf(model: Model, { fiat, legs }: Posting): ReadonlyMap<Account, bigint> {
  const changes = new Map<Account, bigint>();
  for (const { owner, changed } of legs)
    if (typeof owner === 'bigint') {
      const account = accountOf(model, owner, fiat)!;
      changes.set(account, (changes.get(account) ?? 0n) + changed);
    }
  return changes;
}

function appendEntry(model: Model, { fiat, extId, at }: Posting, leg: Leg): void {
  const { owner, changed, ...entry } = leg;
  if (typeof owner !== 'bigint') {
    const key = keyOf(owner, fiat);
    model.systemBalances.set(key, (model.systemBalances.get(key) ?? 0n) + changed);
    return;
  }
  const account = accountOf(model, owner, fiat)!;
  account.balance += changed;
  account.last = at;
  model.flows.push({
    ...entry,
    id: unobserved(),
    account,
    changed,
    total: account.balance,
    extId: typeof extId === 'string' ? observed(extId) : extId,
    at,
  });
}
