import { afterEach, beforeEach, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
// The kit loads this module with its first request. Loading it here takes no time of a test.
import 'rate-limiter-flexible/lib/RateLimiterMemory.js';

/** The number of unfinished calls of `crypto.subtle`. They run on other threads. */
let running = 0;
for (const name of ['digest', 'exportKey', 'importKey', 'sign', 'verify'] as const) {
  const call = crypto.subtle[name].bind(crypto.subtle) as (...values: unknown[]) => Promise<never>;
  crypto.subtle[name] = async (...values: unknown[]) => {
    running += 1;
    try {
      return await call(...values);
    } finally {
      running -= 1;
    }
  };
}

/** When the mocked clocks start: 2023-11-14T22:13:20Z, a whole second. */
export const NOW = 1_700_000_000_000;
export const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

/**
 * Mocks `Date` and `performance.now` in every test of a file; with `timers`, what waits for a delay as well.
 */
export function useClock({ timers = false } = {}): void {
  beforeEach(() => {
    mock.timers.enable({ apis: timers ? ['Date', 'setTimeout'] : ['Date'], now: NOW });
    mock.method(performance, 'now', () => Date.now() - NOW);
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });
}

/** Advances the clocks at once. */
export function later(milliseconds: number): void {
  mock.timers.tick(milliseconds);
}

/** Advances the clocks step by step, so that timers run at the time at which they are due. */
export async function pass(milliseconds: number, step = 50): Promise<void> {
  await settle();
  for (let rest = milliseconds; rest > 0; rest -= step) {
    mock.timers.tick(Math.min(step, rest));
    await settle();
  }
}

/** Advances the clocks until a condition holds. Throws after `limit` milliseconds of their time. */
export async function until(isMet: () => boolean, limit = MINUTE, step = 50): Promise<void> {
  await settle();
  for (let passed = 0; !isMet(); passed += step) {
    if (passed >= limit) throw new Error(`Not within ${limit} ms: ${isMet.toString()}`);
    mock.timers.tick(step);
    await settle();
  }
}

/** Waits for operations that need no time of the clocks, such as cryptography on other threads. */
export async function happens(isMet: () => boolean): Promise<void> {
  for (let n = 0; !isMet(); n += 1) {
    if (n >= 10_000) throw new Error(`It does not happen: ${isMet.toString()}`);
    await turn();
  }
}

/** The value that a promise resolves to while the clocks advance. */
export async function resultOf<Result>(promise: Promise<Result>, limit = MINUTE): Promise<Result> {
  let isSettled = false;
  const settled = promise.finally(() => (isSettled = true));
  settled.catch(() => undefined);
  await until(() => isSettled, limit);
  return settled;
}

/**
 * Lets the kit reach its next timer. Any cryptography that it waits for ends first, however busy the machine
 * is.
 */
async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 8; quiet = running === 0 ? quiet + 1 : 0) await turn();
}
