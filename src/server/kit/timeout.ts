/** An operation took too long. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Awaits a result. Rejects if the result rejects, or with a `DeadlineError` after a number of milliseconds.
 */
export async function within<Result>(
  ms: number,
  result: Result | PromiseLike<Result>,
): Promise<Awaited<Result>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(`Timed out after ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
