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

/** SQLSTATEs of a rollback in favor of another transaction: serialization failure, deadlock. */
const CONFLICT = ['40001', '40P01'];

/**
 * SQLSTATEs of a single statement that ran during a reset, which replaces the whole schema: a table, function, type or
 * schema is not found, or a relation disappeared (internal error). This cannot happen in a transaction.
 */
const SCHEMA_REPLACED = ['42P01', '42883', '42704', '3F000', 'XX000'];

/** Runs a transaction, again if it conflicts with another one. Throws `Contention` after the last attempt. */
export function retryTransaction<Result>(run: () => Promise<Result>): Promise<Result> {
  return retry(run, CONFLICT);
}

/** Runs a single statement, again if it conflicts with a transaction or a reset. A failed statement has no effect. */
export function retryStatement<Result>(run: () => Promise<Result>): Promise<Result> {
  return retry(run, [...CONFLICT, ...SCHEMA_REPLACED]);
}

async function retry<Result>(run: () => Promise<Result>, states: readonly string[]): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const state = sqlState(error) ?? '';
      if (!states.includes(state)) throw error;
      if (attempt === MAX_ATTEMPTS) throw CONFLICT.includes(state) ? new Contention(error) : error;
      // A random delay, so that the same transactions do not conflict again.
      await pause(Math.random() * 5 * 2 ** attempt);
    }
  }
}
