/**
 * What `work` comes to, or a rejection once the time is over: a Redis client without its server may keep a command
 * waiting for as long as that lasts, and a payer with it. Milliseconds.
 */
export async function within<Result>(
  time: number,
  work: () => Result | PromiseLike<Result>,
): Promise<Awaited<Result>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Too slow')), time);
  });
  try {
    return await Promise.race([work(), over]);
  } finally {
    clearTimeout(timer);
  }
}
