/** An operation took too long. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Awaits a result. Rejects if the result rejects, or with a `TimeoutError` after a number of milliseconds.
 */
export async function within<Result>(
  ms: number,
  result: Result | PromiseLike<Result>,
): Promise<Awaited<Result>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`Timed out after ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
