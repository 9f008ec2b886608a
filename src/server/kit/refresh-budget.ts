import { cacheKey, type Cache } from './cache.js';
import type { Grant } from './grant.js';
import { InTurn } from './in-turn.js';
import type { Rejection } from './rejection.js';
import { list, number } from './shape.js';
import { visitDigestOf } from './visit-digest.js';

/** How many new slips an hour a visit gets in place of those that stand, whatever the limiter allows. */
export const REFRESHES = 10;
const SECONDS = 3600;

/** The refreshes of each visit. */
export interface RefreshBudget {
  /** Counts a refresh. Returns a rejection if the visit has none left. */
  take(grant: Grant): Promise<Rejection | undefined>;
  /** Uncounts the latest refresh, which gave no slip. */
  giveBack(grant: Grant): Promise<void>;
}

const readTimes = list(number);

/** Creates the budget. The copies of the kit share it through the store; if that is down, no refresh is counted. */
export function createRefreshBudget(cache: Cache, refreshes: number): RefreshBudget {
  const inTurn = new InTurn();
  const keyOf = async (grant: Grant): Promise<string> => cacheKey('refreshes', await visitDigestOf(grant));
  const timesOf = async (key: string): Promise<readonly number[]> => readTimes(await cache.get(key)) ?? [];

  async function take(key: string): Promise<Rejection | undefined> {
    const now = Date.now();
    const times = (await timesOf(key)).filter((time) => time > now - SECONDS * 1000);
    const [oldest = now] = times.slice(-refreshes);
    if (times.length >= refreshes)
      return { rejected: 'refresh-limited', retryAfter: secondsUntil(oldest, now) };
    await cache.set(key, [...times, now], SECONDS);
    return undefined;
  }

  async function giveBack(key: string): Promise<void> {
    await cache.set(key, (await timesOf(key)).slice(0, -1), SECONDS);
  }

  return {
    async take(grant) {
      const key = await keyOf(grant);
      return inTurn.run(key, () => take(key));
    },
    async giveBack(grant) {
      const key = await keyOf(grant);
      return inTurn.run(key, () => giveBack(key));
    },
  };
}

/** The clock may have been set, or that of another copy may be ahead. */
function secondsUntil(oldest: number, now: number): number {
  return Math.min(Math.max(Math.ceil((oldest - now) / 1000) + SECONDS, 1), SECONDS);
}
