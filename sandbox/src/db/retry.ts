import { setTimeout as pause } from 'node:timers/promises';
import { sqlState } from './db.js';

/** Maximum number of attempts, including the first. */
const MAX_ATTEMPTS = 5;

/** A transaction conflicted with others in every attempt. It had no effect. */
export class Contention extends Error {
  constructor(cause: unknown) {
    super('Too many transactions changed the same rows at once. Nothing was changed; try again.', { cause });
    this.name = 'Contention';
  }
}

/** SQLSTATE of a statement that was canceled, by an exclusive transaction. */
const CANCELED = '57014';

/** SQLSTATEs of a rollback in favor of another transaction: serialization failure, deadlock, canceled. */
const CONFLICT = ['40001', '40P01', CANCELED];

/**
 * Runs a transaction or a single statement, and retries it if it conflicts with another. A failed attempt has
 * no effect. `untilExclusiveEnds` waits for the exclusive transaction that canceled an attempt: before its
 * end, another attempt would be canceled too. Throws `Contention` after the last attempt.
 */
export async function retryConflicts<Result>(
  run: () => Promise<Result>,
  untilExclusiveEnds: () => Promise<unknown>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!CONFLICT.includes(sqlState(error) ?? '')) throw error;
      if (attempt === MAX_ATTEMPTS) throw new Contention(error);
      if (sqlState(error) === CANCELED) await untilExclusiveEnds();
      // A random delay, so that the same transactions do not conflict again.
      await pause(Math.random() * 5 * 2 ** attempt);
    }
  }
}
