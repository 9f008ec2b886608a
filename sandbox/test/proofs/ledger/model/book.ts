import assert from 'node:assert/strict';
import {
  known,
  refusal,
  untold,
  type Account,
  type Category,
  type Fee,
  type Flow,
  type Learned,
  type Leg,
  type Model,
  type Moment,
  type Owner,
  type Refusal,
} from './model.js';

/** Parts that are booked together. */
export interface Posting {
  readonly fiat: string;
  readonly legs: readonly Leg[];
  readonly extId: string | Learned<string>;
  readonly at: Moment;
}

const keyOf = (owner: Owner, fiat: string) => `${owner} ${fiat}`;

/** An account a merchant has from now on; one it has stays as it is. */
export function openAccount({ accounts }: Model, merchant: bigint, fiat: string): void {
  const key = keyOf(merchant, fiat);
  if (!accounts.has(key)) accounts.set(key, { id: untold(), merchant, fiat, balance: 0n, last: undefined });
}

export function accountOf({ accounts }: Model, merchant: bigint, fiat: string): Account | undefined {
  return accounts.get(keyOf(merchant, fiat));
}

/** Nobody moves money of an account that is not open (sandbox.md, Errors: refused by the account's state). */
export function notOpen(model: Model, merchant: bigint, fiat: string): Refusal | undefined {
  return accountOf(model, merchant, fiat) ? undefined : refusal(422, /no active/);
}

/** What an operation costs, in minor units: the share is rounded up. */
export function feeOf({ basisPoints, fixed }: Fee, amount: bigint): bigint {
  return (amount * basisPoints + 9_999n) / 10_000n + fixed;
}

/** An amount that goes from one owner to another. */
export function move(
  from: Owner,
  to: Owner,
  amount: bigint,
  as: { readonly category: Category; readonly flowType: string; readonly funding: Learned<bigint> },
): Leg[] {
  return [
    { owner: from, changed: -amount, ...as },
    { owner: to, changed: amount, ...as },
  ];
}

/** A fee is an entry of its own; one of nothing is none (sandbox.md, Fees). */
export function feeLegs(payer: bigint, fee: bigint, flowType: string, funding: Learned<bigint>): Leg[] {
  return fee === 0n ? [] : move(payer, 'fees', fee, { category: 'FEE', flowType, funding });
}

/** The same parts the other way round (sandbox.md, I8: corrections only by `*_ROLLBACK`). */
export function turned(legs: readonly Leg[]): Leg[] {
  return legs.map((leg) => ({ ...leg, changed: -leg.changed, flowType: `${leg.flowType}_ROLLBACK` }));
}

/** Books all parts or none: none into the past of an account, none below zero. */
export function post(model: Model, posting: Posting): Refusal | undefined {
  const { legs } = posting;
  const touched = touchedBy(model, posting);
  const sum = legs.reduce((all, { changed }) => all + changed, 0n);
  assert.equal(sum, 0n, 'the model itself books what does not sum to zero');
  const refused = tooLate(model, posting);
  if (refused) return refused;
  for (const [account, changed] of touched)
    if (account.balance + changed < 0n) return refusal(422, /balance/);
  for (const leg of legs) book(model, posting, leg);
  return undefined;
}

/** A time that was given may not lie before the last entry of an account it touches (sandbox.md, Control API). */
export function tooLate(model: Model, posting: Posting): Refusal | undefined {
  const { earliest, isGiven } = posting.at;
  const accounts = [...touchedBy(model, posting).keys()];
  const isBefore = accounts.some(({ last }) => last !== undefined && last.earliest > earliest);
  return isGiven && isBefore ? refusal(409, /\bat\b/) : undefined;
}

/** By how much a posting changes each merchant's account. */
function touchedBy(model: Model, { fiat, legs }: Posting): ReadonlyMap<Account, bigint> {
  const touched = new Map<Account, bigint>();
  for (const { owner, changed } of legs)
    if (typeof owner === 'bigint') {
      const account = accountOf(model, owner, fiat)!;
      touched.set(account, (touched.get(account) ?? 0n) + changed);
    }
  return touched;
}

function book(model: Model, { fiat, extId, at }: Posting, leg: Leg): void {
  const { owner, changed, category, flowType, funding } = leg;
  if (typeof owner !== 'bigint') {
    const key = keyOf(owner, fiat);
    model.ours.set(key, (model.ours.get(key) ?? 0n) + changed);
    return;
  }
  const account = accountOf(model, owner, fiat)!;
  account.balance += changed;
  account.last = at;
  const flow: Flow = {
    ...{ id: untold(), account, funding, category, flowType, changed, at },
    total: account.balance,
    extId: typeof extId === 'string' ? known(extId) : extId,
  };
  model.flows.push(flow);
}
