import { MINUTE } from '../../../core/time.js';
import type { Logger } from '../hooks.js';
import { DeadlineError, within } from '../timeout.js';
import { StoreError, type Records } from './store.js';

/** Milliseconds a call may take, because a payer waits for it. */
const TIMEOUT = 5_000;
/** Calls that read every row; no payer waits for them. */
const SLOW: ReadonlySet<string> = new Set(['health', 'purge']);

/** The part of a failure that may be logged: only messages of the kit. */
const textOf = (error: unknown): string =>
  error instanceof DeadlineError ? error.message : 'The store failed';

/**
 * Wraps records so that every call ends in time and rejects with a `StoreError` only. Failures are logged
 * once a minute.
 */
export function guardRecords(records: Records, logger: Logger): Records {
  /** When each message may be logged again. */
  const nextLogs = new Map<string, number>();

  function fail(error: unknown): never {
    const failure = error instanceof StoreError ? error : new StoreError(textOf(error), { cause: error });
    // Monotonic, so that setting back the clock does not silence the log.
    const now = performance.now();
    if (now >= (nextLogs.get(failure.message) ?? 0)) {
      logger.error(`The store of the deposit kit failed: ${failure.message}`);
      nextLogs.set(failure.message, now + MINUTE);
    }
    throw failure;
  }

  const guard =
    (name: string, call: (...values: readonly unknown[]) => Promise<unknown>) =>
    async (...values: readonly unknown[]): Promise<unknown> => {
      try {
        return await within(SLOW.has(name) ? MINUTE : TIMEOUT, call(...values));
      } catch (error) {
        return fail(error);
      }
    };
  return new Proxy(records, {
    get(target, name: keyof Records) {
      return guard(name, (...values) =>
        (target[name] as (...values: readonly unknown[]) => Promise<unknown>).apply(target, [...values]),
      );
    },
  });
}
