/** Thrown when the merchant's store or limiter does not respond in time. */
class TimeoutError extends Error {}

/** Milliseconds a store or a limiter may take. Beyond that it counts as down. */
const TIMEOUT = 1000;
/** Milliseconds without calls after a time-out. One request may call it several times, but the payer waits only once. */
const PAUSE = 2000;

/** Runs a call to a store or a limiter. Rejects when it fails, takes too long, or timed out a moment ago. */
export type WithTimeout = <Result>(work: () => Result | PromiseLike<Result>) => Promise<Awaited<Result>>;

/** Makes the time-out for one store or limiter. A Redis client, for one, may queue commands while its server is away. */
export function createTimeout(): WithTimeout {
  // `performance.now()` is monotonic. If the system clock were set back an hour, the pause would last as long.
  let pausedUntil = 0;
  return async <Result>(work: () => Result | PromiseLike<Result>): Promise<Awaited<Result>> => {
    if (performance.now() < pausedUntil) throw new TimeoutError();
    try {
      return await race(work, TIMEOUT);
    } catch (error) {
      if (error instanceof TimeoutError) pausedUntil = performance.now() + PAUSE;
      throw error;
    }
  };
}

async function race<Result>(
  work: () => Result | PromiseLike<Result>,
  milliseconds: number,
): Promise<Awaited<Result>> {
  const result = work();
  // A store in this process returns its value directly: no timer is needed.
  if (!isThenable(result)) return await result;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), milliseconds);
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
