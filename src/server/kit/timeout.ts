/** Thrown when the merchant's store or limiter, or a look-up, does not respond in time. */
class TimeoutError extends Error {}

/** Milliseconds a store or a limiter may take. Beyond that it counts as down. */
const TIMEOUT = 1000;
/** Milliseconds without calls after a time-out. One request may call it several times, but the payer waits only once. */
const PAUSE = 2000;

/**
 * Runs a call to a store or a limiter. Rejects when it fails, takes too long, or timed out a moment ago for the same owner:
 * a call that is slow for one visit must not keep others from what is stored for them.
 */
export type WithTimeout = <Result>(
  owner: string,
  work: () => Result | PromiseLike<Result>,
) => Promise<Awaited<Result>>;

/** Makes the time-out for one store or limiter. A Redis client, for one, may queue commands while its server is away. */
export function createTimeout(): WithTimeout {
  // `performance.now()` is monotonic. If the system clock were set back an hour, the pause would last as long.
  const pausedUntil = new Map<string, number>();
  return async <Result>(
    owner: string,
    work: () => Result | PromiseLike<Result>,
  ): Promise<Awaited<Result>> => {
    if (performance.now() < (pausedUntil.get(owner) ?? 0)) throw new TimeoutError();
    const result = work();
    // A store in this process returns its value directly: no timer is needed.
    if (!isThenable(result)) return await result;
    try {
      return await withinSecond(result);
    } catch (error) {
      if (error instanceof TimeoutError) pause(pausedUntil, owner);
      throw error;
    }
  };
}

/** A Map iterates in insertion order, so the pauses that are over come first. */
function pause(pausedUntil: Map<string, number>, owner: string): void {
  const now = performance.now();
  for (const [each, until] of pausedUntil) {
    if (until > now) break;
    pausedUntil.delete(each);
  }
  pausedUntil.delete(owner);
  pausedUntil.set(owner, now + PAUSE);
}

/** Awaits a result. Rejects when that does or takes longer than a second. */
export async function withinSecond<Result>(result: Result | PromiseLike<Result>): Promise<Awaited<Result>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), TIMEOUT);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Clients bring promises of their own classes; those of remote procedure calls can be callable. */
function isThenable(value: unknown): boolean {
  return (typeof value === 'object' && value !== null && 'then' in value) || typeof value === 'function';
}
