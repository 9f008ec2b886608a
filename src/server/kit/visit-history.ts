import type { Deposit } from '../../core/reader/answer.js';
import { isDepositId } from '../../core/reader/members.js';
import { methodOf } from '../../core/methods.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { cacheKey, StoreError, type Cache } from './cache.js';
import type { Grant, GrantedMethod } from './grant.js';
import { readDeposit } from './known-deposits.js';
import { list, number, object, text, type Read } from './shape.js';
import { SharedList } from './shared-list.js';
import { visitDigestOf } from './visit-digest.js';

/** What a visit was issued for one method and one amount, and what came of it. */
export interface HistoryEntry extends GrantedMethod {
  /** The amount the payer was asked for; decimal string. Absent if they may send any. */
  readonly amount?: string;
  /** When the latest slip was made, in milliseconds. */
  readonly createTime: number;
  /** Milliseconds: earlier deposits are not for this entry. */
  readonly since: number;
  /** Whether the latest slip is not paid yet, as far as is known. */
  readonly isAwaited: boolean;
  /** Funding ids that are not paid yet, newest first. Without any, and without deposits, the entry is for an account. */
  readonly txIds: readonly string[];
  /** The deposits that arrived by its funding ids, oldest first. */
  readonly deposits: readonly Deposit[];
}

/** A slip to be added to the history. */
export interface HistorySlip extends GrantedMethod {
  readonly amount: string | undefined;
  readonly txId: string | undefined;
  readonly createTime: number;
}

/** What each visit was issued. All copies of the kit share it through the store. */
export interface VisitHistory {
  /** The entries of a visit, newest first. Rejects with a `StoreError` if the store fails. */
  get(grant: Grant): Promise<readonly HistoryEntry[]>;
  /** Adds a slip, unless its deposit could not be recognized: it would be awaited forever. Never rejects. */
  add(grant: Grant, slip: HistorySlip): Promise<void>;
  /** Records deposits that arrived for the visit. Never rejects. */
  settle(grant: Grant, deposits: readonly Deposit[]): Promise<void>;
}

const DAY = 86_400_000;
/** Days for which a deposit is awaited: by a rail that takes minutes at most, and by any other over a weekend. */
const [FAST_DAYS, SLOW_DAYS] = [1, 5];
const FAST: readonly unknown[] = ['seconds', 'mixed', 'page'];
/** The entries of a visit, and the deposits of an entry, that are kept: the latest. */
const MAX_KEPT = 20;
/** The unpaid funding ids of an entry that are kept. Each takes one request to the API per look-up. */
const MAX_CODES = 5;

const boolean: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
const readEntry: Read<HistoryEntry> = object(
  {
    paymentId: number,
    fiat: text,
    createTime: number,
    since: number,
    isAwaited: boolean,
    txIds: list(text),
    deposits: list(readDeposit),
  },
  { amount: text },
);

/** Creates the history. */
export function createVisitHistory(cache: Cache): VisitHistory {
  const lists = new SharedList(cache, readEntry, secondsOf);
  const keyOf = async (grant: Grant): Promise<string> => cacheKey('history', await visitDigestOf(grant));

  /** A list that cannot be read is not written: it would lose what it has. A slip is served without. */
  async function update(
    grant: Grant,
    change: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[] | undefined,
  ): Promise<void> {
    try {
      await lists.update(await keyOf(grant), cache.getOrFail, change);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }

  return {
    get: async (grant) => lists.get(await keyOf(grant), cache.getOrFail),
    async add(grant, slip) {
      const txId = slip.txId !== undefined && isDepositId(slip.txId) ? slip.txId : undefined;
      if (txId === undefined && grant.ownAccount !== true) return;
      await update(grant, (entries) => withSlip(entries, { ...slip, txId }));
    },
    settle: (grant, deposits) =>
      update(grant, (entries) => {
        const settled = entries.map((entry) => withDeposits(entry, deposits, entries));
        return settled.some((entry, at) => entry !== entries[at]) ? settled : undefined;
      }),
  };
}

/** Whether the deposit of an entry is still awaited: its rail may be slow. */
export function isWaiting(entry: HistoryEntry): boolean {
  return entry.isAwaited && Date.now() - entry.createTime < daysOf(entry) * DAY;
}

function daysOf({ paymentId }: HistoryEntry): number {
  return FAST.includes(methodOf(paymentId)?.settles) ? FAST_DAYS : SLOW_DAYS;
}

/** As long as a deposit is awaited. One that arrived is kept like the slowest: an order is paid once, and then not written again. */
function secondsOf(entries: readonly HistoryEntry[]): number {
  const days = entries.map((entry) => (entry.deposits.length > 0 ? SLOW_DAYS : daysOf(entry)));
  return (Math.max(...days) * DAY) / 1000;
}

/** Whether a funding id is one of an entry. */
export function hasCode({ txIds, deposits }: HistoryEntry, txId: string | undefined): boolean {
  return txId !== undefined && (txIds.includes(txId) || deposits.some((deposit) => deposit.txId === txId));
}

/** Whether a deposit of the visit is for an entry: by its code or, to an account, if it is by no other entry's code. */
export function isFor(
  entry: HistoryEntry,
  { txId, fiat, createTime = 0 }: Deposit,
  entries: readonly HistoryEntry[],
): boolean {
  if (fiat !== entry.fiat) return false;
  if (entry.txIds.length + entry.deposits.length > 0) return hasCode(entry, txId);
  return createTime >= entry.since && !entries.some((other) => hasCode(other, txId));
}

function withSlip(
  entries: readonly HistoryEntry[],
  { paymentId, fiat, amount, txId, createTime }: HistorySlip,
): readonly HistoryEntry[] {
  const isSame = (entry: HistoryEntry): boolean =>
    entry.paymentId === paymentId && entry.fiat === fiat && entry.amount === amount;
  const earlier = entries.find(isSame);
  const codes = new Set([...(txId === undefined ? [] : [txId]), ...(earlier?.txIds ?? [])]);
  const entry: HistoryEntry = omitUndefined({
    paymentId,
    fiat,
    amount,
    createTime,
    // The payer may still pay the earlier slip.
    since: earlier?.isAwaited ? earlier.since : createTime,
    isAwaited: true,
    txIds: [...codes].slice(0, MAX_CODES),
    deposits: earlier?.deposits ?? [],
  });
  return [entry, ...entries.filter((each) => !isSame(each) && isWorthKeeping(each))].slice(0, MAX_KEPT);
}

function isWorthKeeping(entry: HistoryEntry): boolean {
  return isWaiting(entry) || entry.deposits.length > 0;
}

function withDeposits(
  entry: HistoryEntry,
  deposits: readonly Deposit[],
  entries: readonly HistoryEntry[],
): HistoryEntry {
  const own = deposits.filter((deposit) => isFor(entry, deposit, entries));
  const byCode = own.filter(({ txId }) => hasCode(entry, txId));
  const known = new Set(entry.deposits.map(nameOf));
  const added = byCode.filter((deposit) => !known.has(nameOf(deposit)));
  if (added.length === 0 && (own.length === 0 || !entry.isAwaited)) return entry;
  return {
    ...entry,
    isAwaited: false,
    txIds: entry.txIds.filter((txId) => !byCode.some((deposit) => deposit.txId === txId)),
    deposits: [...entry.deposits, ...added].slice(-MAX_KEPT),
  };
}

/** Tells a deposit from the others of its visit. */
export function nameOf({ txId, fiat, amount, createTime }: Deposit): string {
  return JSON.stringify([txId, fiat, amount, createTime]);
}
