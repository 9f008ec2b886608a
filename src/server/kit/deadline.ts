/** What did not answer in time: a Redis client without its server may keep a command waiting for as long as that lasts. */
class TooSlow extends Error {}

/** Milliseconds somebody else's part of the work may take; who is slower is down. */
const PATIENCE = 1000;
/** Milliseconds it is left alone then: one answer may ask it several times, and a payer waits once. */
const PAUSE = 2000;

/** Waits for a store or a limiter as long as a payer may be made to; rejects with `TooSlow` where it takes longer. */
export type Patience = <Result>(work: () => Result | PromiseLike<Result>) => Promise<Awaited<Result>>;

/** The patience with one of them. */
export function createPatience(): Patience {
  // By a clock nobody sets: set back by an hour, it would leave it alone for as long.
  let silentUntil = 0;
  return async <Result>(work: () => Result | PromiseLike<Result>): Promise<Awaited<Result>> => {
    if (performance.now() < silentUntil) throw new TooSlow();
    try {
      return await within(PATIENCE, work);
    } catch (cause) {
      if (cause instanceof TooSlow) silentUntil = performance.now() + PAUSE;
      throw cause;
    }
  };
}

/** What `work` comes to, or a rejection with `TooSlow` once the time is over. Milliseconds. */
async function within<Result>(
  time: number,
  work: () => Result | PromiseLike<Result>,
): Promise<Awaited<Result>> {
  const result = work();
  // What is in this process answers at once.
  if (!isPromise(result)) return await result;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), time);
  });
  try {
    return await Promise.race([result, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Clients have promises of their own kinds; those of remote procedure calls can be functions. */
function isPromise(value: unknown): boolean {
  return (typeof value === 'object' && value !== null && 'then' in value) || typeof value === 'function';
}
