import { z } from 'zod';
import { cacheKey, type Cache } from './cache.js';
import type { Grant } from './grant.js';
import type { Rejection } from './rejection.js';
import { visitDigestOf } from './visit-digest.js';

/** How many new slips an hour a visit gets in place of those that stand, whatever the limiter allows. */
export const REFRESHES = 10;
const SECONDS = 3600;

/** Counts a refresh of a visit, and returns a rejection if the visit has none left. */
export type CheckRefresh = (grant: Grant) => Promise<Rejection | undefined>;

const TIMES = z.array(z.number());

/** Creates the budget. The copies of the kit share it through the store; if that is down, no refresh is counted. */
export function createCheckRefresh(cache: Cache, refreshes: number): CheckRefresh {
  /** The latest check of each visit. Checks of one visit run one after the other, so that none reads an old count. */
  const latest = new Map<string, Promise<unknown>>();

  async function check(key: string): Promise<Rejection | undefined> {
    const now = Date.now();
    const stored = TIMES.safeParse(await cache.get(key)).data ?? [];
    const times = stored.filter((time) => time > now - SECONDS * 1000);
    const [oldest = now] = times.slice(-refreshes);
    if (times.length >= refreshes)
      return { rejected: 'refresh-limited', retryAfter: secondsUntil(oldest, now) };
    await cache.set(key, [...times, now], SECONDS);
    return undefined;
  }

  return async (grant) => {
    const key = cacheKey('refreshes', await visitDigestOf(grant));
    const checked = (latest.get(key) ?? Promise.resolve()).then(() => check(key));
    latest.set(key, checked);
    try {
      return await checked;
    } finally {
      if (latest.get(key) === checked) latest.delete(key);
    }
  };
}

/** The clock may have been set, or that of another copy may be ahead. */
function secondsUntil(oldest: number, now: number): number {
  return Math.min(Math.max(Math.ceil((oldest - now) / 1000) + SECONDS, 1), SECONDS);
}
