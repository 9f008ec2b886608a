import { LATE_FLOWS, READING_GAP, SOON, TURNS_AHEAD, WAITING } from './durations.js';
import type { MemoryTables } from './memory-tables.js';
import type { MerchantRow } from './rows.js';
import { pauseAfter, type ReadingLease, type Pace, type ReadingEnd } from './store.js';

interface TokenState {
  /** When the next request of any merchant may begin. */
  readonly next: number;
  readonly pausedUntil: number;
  readonly failures: number;
}

/** The leases and the pace of a memory store. */
export class MemoryReadings {
  readonly #tokens = new Map<string, TokenState>();

  constructor(protected readonly tables: MemoryTables) {}

  async claim({ token, rate }: Pace, limit: number, leaseMs: number): Promise<readonly ReadingLease[]> {
    const now = Date.now();
    const state = this.#tokenOf(token);
    if (state.pausedUntil > now) return [];
    const gap = 1000 / rate;
    const first = Math.max(state.next, now);
    const turns = Math.min(limit, Math.ceil((now + TURNS_AHEAD - first) / gap));
    const due = [...this.tables.merchants.values()]
      .filter((merchant) => isFree(merchant, now) && isDue(merchant, now))
      .toSorted(byNeed(now))
      .slice(0, Math.max(turns, 0));
    const claims = due.map((merchant, at) => {
      const delay = first + at * gap - now;
      const times = { leaseUntil: now + leaseMs + delay, requestedAt: Math.round(now + delay) };
      const isTokenFailing = state.failures > 0;
      return { delay, isTokenFailing, merchant: { ...merchant, ...times, fence: merchant.fence + 1 } };
    });
    for (const { merchant } of claims) this.tables.merchants.set(merchant.merchantId, merchant);
    this.#tokens.set(token, { ...state, next: first + claims.length * gap });
    return claims;
  }

  async takeTurn(merchant: MerchantRow, { token, rate }: Pace, leaseMs: number): Promise<number | undefined> {
    const now = Date.now();
    const stored = this.tables.merchants.get(merchant.merchantId);
    const state = this.#tokenOf(token);
    if (stored?.fence !== merchant.fence || stored.leaseUntil < now || state.pausedUntil > now)
      return undefined;
    const turn = Math.max(state.next, stored.requestedAt + READING_GAP, now);
    const times = { requestedAt: Math.round(turn), leaseUntil: turn + leaseMs };
    this.tables.merchants.set(merchant.merchantId, { ...stored, ...times });
    this.#tokens.set(token, { ...state, next: turn + 1000 / rate });
    return turn - now;
  }

  async firstTurn(
    merchant: MerchantRow,
    { token, rate }: Pace,
    leaseMs: number,
  ): Promise<Pick<ReadingLease, 'delay' | 'isTokenFailing'> | undefined> {
    const now = Date.now();
    const stored = this.tables.merchants.get(merchant.merchantId);
    if (stored?.fence !== merchant.fence || stored.leaseUntil < now) return undefined;
    const { next, pausedUntil, failures } = this.#tokenOf(token);
    const turn = Math.max(next, now);
    const hasTurn = pausedUntil <= now && turn < now + TURNS_AHEAD;
    const times = hasTurn
      ? { requestedAt: Math.round(turn), leaseUntil: turn + leaseMs }
      : { leaseUntil: 0, pausedUntil: Math.ceil(Math.max(next, pausedUntil)) };
    this.tables.merchants.set(merchant.merchantId, { ...stored, ...times });
    if (!hasTurn) return undefined;
    this.#tokens.set(token, { next: turn + 1000 / rate, pausedUntil, failures });
    return { delay: turn - now, isTokenFailing: failures > 0 };
  }

  async endReading(merchant: MerchantRow, end: ReadingEnd): Promise<void> {
    const now = Date.now();
    const stored = this.tables.merchants.get(merchant.merchantId);
    if (stored?.fence !== merchant.fence) return;
    const { cursor, isDeep = false, failure, pause, next } = end;
    const outcome =
      cursor === undefined
        ? { failures: stored.failures + 1, failure, failedAt: now }
        : { cursor, checkedAt: now, failures: 0, ...(isDeep && { deepAt: now }) };
    // A slip that was issued during the reading is read soon.
    const isIssued = (stored.lastSlipAt ?? 0) > (merchant.lastSlipAt ?? 0);
    const dueAt = now + (isIssued ? Math.min(next, SOON) : next);
    const times = { leaseUntil: 0, pausedUntil: now + pause, dueAt };
    this.tables.merchants.set(merchant.merchantId, { ...stored, ...outcome, ...times });
  }

  async failToken(token: string, least: number): Promise<number> {
    const now = Date.now();
    const state = this.#tokenOf(token);
    const isNew = state.pausedUntil <= now;
    const pause = Math.max(least, pauseAfter(isNew ? state.failures : state.failures - 1));
    const failures = state.failures + Number(isNew);
    this.#tokens.set(token, { ...state, failures, pausedUntil: Math.max(state.pausedUntil, now + pause) });
    return pause;
  }

  async clearToken(token: string): Promise<void> {
    this.#tokens.set(token, { ...this.#tokenOf(token), failures: 0, pausedUntil: 0 });
  }

  async nextDue({ token }: Pace): Promise<number | undefined> {
    const now = Date.now();
    const { next, pausedUntil } = this.#tokenOf(token);
    const times = [...this.tables.merchants.values()]
      .map((merchant) => dueTime(merchant, now))
      .filter((time) => time !== undefined);
    return times.length === 0
      ? undefined
      : Math.max(0, Math.max(Math.min(...times), next, pausedUntil) - now);
  }

  #tokenOf(token: string): TokenState {
    return this.#tokens.get(token) ?? { next: 0, pausedUntil: 0, failures: 0 };
  }
}

function isFree({ leaseUntil, pausedUntil, requestedAt }: MerchantRow, now: number): boolean {
  return leaseUntil <= now && pausedUntil <= now && requestedAt + READING_GAP <= now;
}

function isWaitedFor({ waitedAt }: MerchantRow, now: number): boolean {
  return waitedAt > now - WAITING;
}

function isDue(merchant: MerchantRow, now: number): boolean {
  const { dueAt, watchedUntil } = merchant;
  return isWaitedFor(merchant, now) || (dueAt <= now && watchedUntil + LATE_FLOWS > now);
}

/** When a merchant can be claimed; undefined if no slip of it is watched and no page waits. */
function dueTime(merchant: MerchantRow, now: number): number | undefined {
  const { leaseUntil, pausedUntil, requestedAt, dueAt, watchedUntil } = merchant;
  const isWaiting = isWaitedFor(merchant, now);
  if (!isWaiting && watchedUntil + LATE_FLOWS <= now) return undefined;
  return Math.max(leaseUntil, pausedUntil, requestedAt + READING_GAP, isWaiting ? 0 : dueAt);
}

function byNeed(now: number): (one: MerchantRow, other: MerchantRow) => number {
  return (one, other) =>
    Number(isWaitedFor(other, now)) - Number(isWaitedFor(one, now)) || one.requestedAt - other.requestedAt;
}
