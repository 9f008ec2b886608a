import type { Fault } from './answers.js';
import { createPatience } from './deadline.js';
import type { Logger } from './hooks.js';
import { keyOf } from './memory.js';

/**
 * What says whether a key may ask once more: any limiter of rate-limiter-flexible, or anything like it. `consume`
 * resolves; or rejects with `{msBeforeNext}`, milliseconds, where the key has asked too often. Whatever else it does,
 * the request goes through.
 */
export interface Limiter {
  /** Counts one request of a key, which names nobody. */
  consume(key: string): unknown;
}

/** Tells whether somebody has asked too often. */
export type Limit = (counted: string) => Promise<Fault | undefined>;

/** Ten tabs that all began to watch this minute ask 300 times in it, each every 2 seconds. */
const POINTS = 300;
const SECONDS = 60;
const LONGEST_SECONDS = 86_400;

/** What is wrong with a limiter. */
export function faultOfLimiter(value: unknown): string | undefined {
  if (value === undefined || value === false) return undefined;
  const consume = typeof value === 'object' && value !== null && 'consume' in value && value.consume;
  return typeof consume === 'function' ? undefined : 'lacks consume, and is not false';
}

/** The merchant's limiter; `false` limits nobody; without one the default, in this process. */
export function createLimit(limiter: Limiter | false | undefined, logger: Logger): Limit {
  if (limiter === false) return () => Promise.resolve(undefined);
  const patiently = createPatience();
  let ready: Promise<Limiter | undefined> | undefined;
  return async (counted) => {
    ready ??= limiter ? Promise.resolve(limiter) : inMemory(logger);
    const judge = await ready;
    if (!judge) return undefined;
    try {
      await patiently(() => judge.consume(keyOf('limit', counted)));
    } catch (said) {
      const wait = waitOf(said);
      if (wait !== undefined) return { fault: 'limited', retryAfter: wait };
      logger.error('The limiter of the deposit kit failed: a request went through');
    }
    return undefined;
  };
}

/** Seconds to wait; undefined where a limiter broke and said nothing of the kind. */
function waitOf(said: unknown): number | undefined {
  const msBeforeNext = saidWait(said);
  if (typeof msBeforeNext !== 'number' || Number.isNaN(msBeforeNext)) return undefined;
  return Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), LONGEST_SECONDS);
}

/** Even to look may throw: what a limiter rejects with is anything. */
function saidWait(said: unknown): unknown {
  try {
    return (said as { readonly msBeforeNext?: unknown } | null | undefined)?.msBeforeNext;
  } catch {
    return undefined;
  }
}

type MemoryLimiter = new (budget: { readonly points: number; readonly duration: number }) => Limiter;

/** The optional peer. Its index brings Node's cluster along; this one file runs everywhere. */
async function inMemory(logger: Logger): Promise<Limiter | undefined> {
  try {
    // @ts-expect-error The package describes its index alone.
    const found: unknown = await import('rate-limiter-flexible/lib/RateLimiterMemory.js');
    const { default: RateLimiterMemory } = found as { readonly default: MemoryLimiter };
    return new RateLimiterMemory({ points: POINTS, duration: SECONDS });
  } catch {
    logger.warn('rate-limiter-flexible is not installed: the deposit kit limits nobody');
    return undefined;
  }
}
