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

/** SQLSTATEs of a rollback in favor of another transaction: serialization failure, deadlock, canceled. */
const CONFLICT = ['40001', '40P01', '57014'];

/**
 * Runs a transaction or a single statement. If it conflicts with another, `again` runs it until it succeeds.
 * A failed attempt has no effect. Throws `Contention` after the last attempt.
 */
export async function retryConflicts<Result>(
  run: () => Promise<Result>,
  again: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (attempt === 1 ? run() : again());
    } catch (error) {
      if (!CONFLICT.includes(sqlState(error) ?? '')) throw error;
      if (attempt === MAX_ATTEMPTS) throw new Contention(error);
      // A random delay, so that the same transactions do not conflict again.
      await pause(Math.random() * 5 * 2 ** attempt);
    }
  }
}
