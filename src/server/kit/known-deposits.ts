import type { Deposit } from '../../core/reader/answer.js';
import { compareAmounts, fromMinor, isAmount, toMinor } from '../../core/money.js';
import type { ArrivalClaims } from './arrival-token.js';
import { cacheKey, getterFor, type Cache } from './cache.js';
import type { Grant, GrantedMethod } from './grant.js';
import { number, object, text, type Read } from './shape.js';
import { SharedList } from './shared-list.js';
import { visitDigestOf } from './visit-digest.js';

/** A deposit that arrived, as a page of the visit was told of it. */
export interface KnownDeposit {
  /** Tells it from any other deposit. A digest, because a token contains it and ids of flows are the merchant's. */
  readonly key: string;
  /** The method whose slip it was found for. */
  readonly paymentId: number;
  readonly deposit: Deposit;
}

/** A deposit that was found for a slip. */
export interface FoundDeposit extends Omit<KnownDeposit, 'paymentId'> {
  /** Names the deposit itself, whichever visit it was found for. */
  readonly mark: string;
}

/** The proof that a grant with a fixed amount is paid. */
export interface Receipt {
  readonly paymentId: number;
  readonly fiat: string;
  /** The fixed amount; decimal string. */
  readonly amount: string;
  /** The deposits of exactly this amount. At least one. */
  readonly deposits: readonly Deposit[];
}

/** The deposits that arrived for each visit. All copies of the kit share them through the store. */
export interface KnownDeposits {
  /**
   * Those of a currency, in the order in which they were made. For a grant with a fixed amount, rejects with a `StoreError` if
   * the store fails.
   */
  get(grant: Grant, fiat: string): Promise<readonly KnownDeposit[]>;
  /** Adds deposits. Returns those that are new to this visit. Rejects as `get` does. */
  add(grant: Grant, method: GrantedMethod, found: readonly FoundDeposit[]): Promise<readonly FoundDeposit[]>;
}

/** An arrival is final, and must outlast every slip that was issued before it. */
export const ARRIVED_SECONDS = 3600;
/** The deposits kept for each visit and currency. Only the latest matter, and the store must stay small. */
const MAX_KNOWN = 20;
/** Milliseconds by which the API's clock may differ from ours. Beyond that, a time of the API is wrong. */
export const MAX_SKEW = 600_000;

/** Reads a deposit from the store. */
export const readDeposit: Read<Deposit> = object(
  {},
  { txId: text, amount: text, fiat: text, createTime: number },
);
const readKnown: Read<KnownDeposit> = object({ key: text, paymentId: number, deposit: readDeposit });

/** Creates the lists. One holds a currency, because an account of one's own receives the deposits of every method. */
export function createKnownDeposits(cache: Cache): KnownDeposits {
  const lists = new SharedList(cache, readKnown, () => ARRIVED_SECONDS);
  const keyOf = async (grant: Grant, fiat: string): Promise<string> =>
    cacheKey('deposits', await visitDigestOf(grant), fiat);

  return {
    get: async (grant, fiat) => lists.get(await keyOf(grant, fiat), getterFor(cache, grant)),
    async add(grant, { paymentId, fiat }, found) {
      let added: readonly FoundDeposit[] = [];
      await lists.update(await keyOf(grant, fiat), getterFor(cache, grant), (known) => {
        const keys = new Set(known.map(({ key }) => key));
        added = found.filter(({ key }) => !keys.has(key));
        const news = added.map(({ key, deposit }) => ({ key, paymentId, deposit }));
        return news.length > 0 ? keptOf(grant, [...known, ...news]) : undefined;
      });
      return added;
    },
  };
}

/** The latest deposits, in order, and what pays the order, however many of other sums follow. */
function keptOf(grant: Grant, deposits: readonly KnownDeposit[]): readonly KnownDeposit[] {
  const all = deposits.toSorted((one, other) => timeOf(one) - timeOf(other));
  return all.filter(({ deposit }, at) => at >= all.length - MAX_KNOWN || isFixedAmount(grant, deposit));
}

/** Whether a deposit is of exactly the amount that the grant fixes. */
export function isFixedAmount({ amount: fixed }: Grant, { amount }: Deposit): boolean {
  return fixed !== undefined && amount !== undefined && compareAmounts(amount, fixed) === 0;
}

/** The receipt of a grant with a fixed amount; undefined if no deposit is of exactly that amount. */
export function receiptOf(grant: Grant, known: readonly KnownDeposit[]): Receipt | undefined {
  const minor = toMinor(grant.amount ?? '');
  const paid = known.filter(({ deposit }) => isFixedAmount(grant, deposit));
  const [{ paymentId, deposit } = {}] = paid;
  const fiat = deposit?.fiat;
  if (minor === undefined || paymentId === undefined || fiat === undefined) return undefined;
  const deposits = paid.map((each) => each.deposit).filter((each) => each.fiat === fiat);
  return { paymentId, fiat, amount: fromMinor(minor), deposits };
}

/** Whether a single-use code is paid. An account without a code can be paid any number of times. */
export function isPaid({ txIds: [txId] }: ArrivalClaims, known: readonly KnownDeposit[]): boolean {
  return txId !== undefined && known.some(({ deposit }) => deposit.txId === txId);
}

/**
 * Claims that no known deposit fulfills. An account counts from the last known deposit on. Another deposit may have been
 * made in the same millisecond, or in the same second if the API's times are that coarse: the known ones of that time
 * are left out by their keys.
 */
export function withoutKnown(claims: ArrivalClaims, known: readonly KnownDeposit[]): ArrivalClaims {
  const paid = new Set(known.map(({ deposit }) => deposit.txId));
  const txIds = claims.txIds.filter((txId) => !paid.has(txId));
  if (txIds.length > 0) return { ...claims, txIds };
  const latest = Date.now() + MAX_SKEW;
  const since = Math.max(claims.since, ...known.map((each) => Math.min(timeOf(each), latest)));
  const keys = known.filter((each) => timeOf(each) >= since).map(({ key }) => key);
  const earlier = since === claims.since ? claims.knownKeys : [];
  return { ...claims, txIds, since, knownKeys: [...new Set([...earlier, ...keys])] };
}

/** The latest deposit of a method; undefined if there is none with a plain amount. */
export function previousOf(
  { paymentId }: GrantedMethod,
  known: readonly KnownDeposit[],
): Deposit | undefined {
  const { amount, fiat, createTime } = known.findLast((each) => each.paymentId === paymentId)?.deposit ?? {};
  if (amount === undefined || !isAmount(amount) || fiat === undefined) return undefined;
  return { amount, fiat, ...(createTime !== undefined && { createTime }) };
}

function timeOf({ deposit: { createTime = 0 } }: KnownDeposit): number {
  return createTime;
}
