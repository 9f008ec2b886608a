import type { Fault } from './fault.js';

const MINUTE = 60_000;

/**
 * The effects of a fault with a limit on a request that arrives now; undefined if the request passes.
 * `passed` are the times of the requests that passed.
 */
export function limited(fault: Fault & { readonly limit: number }, passed: number[]): Fault | undefined {
  const now = Date.now();
  while (passed[0] !== undefined && passed[0] <= now - MINUTE) passed.shift();
  if (passed.length < fault.limit) {
    passed.push(now);
    return undefined;
  }
  const wait = (passed[0] ?? now) + MINUTE - now;
  return { ...fault, status: 429, msg: 'Too many requests.', retryAfter: Math.ceil(wait / 1000) };
}
