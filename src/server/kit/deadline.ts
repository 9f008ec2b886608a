/** What did not answer in time: a Redis client without its server may keep a command waiting for as long as that lasts. */
export class TooSlow extends Error {}

/** What `work` comes to, or a rejection with `TooSlow` once the time is over. Milliseconds. */
export async function within<Result>(
  time: number,
  work: () => Result | PromiseLike<Result>,
): Promise<Awaited<Result>> {
  const result = work();
  // A store in this process answers at once.
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
