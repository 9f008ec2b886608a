import { digest } from '../digest.js';
import type { Logger } from '../hooks.js';
import type { Rejection } from '../rejection.js';
import { within } from '../timeout.js';

/**
 * A rate limiter: any limiter of rate-limiter-flexible, or anything with the same `consume`. `consume`
 * resolves if the request is within the limit, and rejects with `{msBeforeNext}` (milliseconds) if it is not.
 * If it fails in any other way, the request goes through.
 */
export interface Limiter {
  /** Counts one request for a key. The key does not identify a person. */
  consume(key: string): unknown;
}

/** Counts a request for a visit or for a key of the merchant. Returns a rejection if it exceeds the limit. */
export type CheckLimit = (limitKey: string) => Promise<Rejection | undefined>;

/** Enough for ten tabs opened in the same minute: each polls every 2 seconds for its first minute. */
const POINTS = 300;
const SECONDS = 60;
const MAX_RETRY_SECONDS = 86_400;
/** Milliseconds a limiter may take. After that, the request goes through. */
const TIMEOUT = 1_000;

/** Describes the mistake in the `limiter` option, if any. */
export function validateLimiter(value: unknown): string | undefined {
  if (value === undefined || value === false) return undefined;
  const consume = typeof value === 'object' && value !== null && 'consume' in value && value.consume;
  return typeof consume === 'function' ? undefined : 'must be false or have a consume method';
}

/** Uses the merchant's limiter; without one, the default limiter in this process; with `false`, no limit. */
export function createCheckLimit(option: Limiter | false | undefined, logger: Logger): CheckLimit {
  if (option === false) return () => Promise.resolve(undefined);
  let loading: Promise<Limiter | undefined> | undefined;
  return async (limitKey) => {
    loading ??= option ? Promise.resolve(option) : loadDefaultLimiter(logger);
    const limiter = await loading;
    if (!limiter) return undefined;
    try {
      // The memory of this process may hold the text that identifies a visit. An external limiter gets a
      // digest.
      const key = option ? await digest(limitKey) : limitKey;
      await within(TIMEOUT, limiter.consume(`deposit-slip:limit:${key}`));
    } catch (error) {
      const retryAfter = retryAfterOf(error);
      if (retryAfter !== undefined) return { rejected: 'rate-limited', retryAfter };
      logger.error('The limiter of the deposit kit failed: the request was not limited');
    }
    return undefined;
  };
}

/** Seconds to wait; undefined if the limiter failed for any other reason. */
function retryAfterOf(error: unknown): number | undefined {
  const msBeforeNext = msBeforeNextOf(error);
  if (typeof msBeforeNext !== 'number' || Number.isNaN(msBeforeNext)) return undefined;
  return Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), MAX_RETRY_SECONDS);
}

/** A limiter can reject with anything, so even reading the property may throw. */
function msBeforeNextOf(error: unknown): unknown {
  try {
    return (error as { readonly msBeforeNext?: unknown } | null | undefined)?.msBeforeNext;
  } catch {
    return undefined;
  }
}

type MemoryLimiter = new (budget: { readonly points: number; readonly duration: number }) => Limiter;

/**
 * Loads the optional peer dependency. Its index imports Node's cluster module; this file runs on every
 * platform.
 */
async function loadDefaultLimiter(logger: Logger): Promise<Limiter | undefined> {
  try {
    // @ts-expect-error The package has types for its index only.
    const module: unknown = await import('rate-limiter-flexible/lib/RateLimiterMemory.js');
    const { default: RateLimiterMemory } = module as { readonly default: MemoryLimiter };
    return new RateLimiterMemory({ points: POINTS, duration: SECONDS });
  } catch {
    logger.warn('rate-limiter-flexible is not installed: the deposit kit does not limit requests');
    return undefined;
  }
}
