import { setTimeout as pause } from 'node:timers/promises';
import { sqlState } from './db.js';

/** How often work is begun in all. */
const MAX_ATTEMPTS = 5;

/** Transactions got into each other's way too often. Nothing was done. */
export class Contention extends Error {
  constructor(cause: unknown) {
    super('Too many transactions touched the same rows at once. Nothing was done; ask again.', { cause });
    this.name = 'Contention';
  }
}

/** PostgreSQL rolled back for the sake of another transaction: serialization failure, deadlock. */
const MET = ['40001', '40P01'];

/**
 * A single statement met a reset: what it was planned for is gone, and the same is there anew. A table, function, type or
 * schema that is not found, or a relation that went away under it (internal error). Transactions never meet one.
 */
const REPLACED = ['42P01', '42883', '42704', '3F000', 'XX000'];

/** Runs a transaction again where another one got into its way. */
export function retried<Result>(attempt: () => Promise<Result>): Promise<Result> {
  return again(attempt, MET);
}

/** Runs a single statement again where another transaction, or a reset, got into its way. A failed one did nothing. */
export function retriedStatement<Result>(attempt: () => Promise<Result>): Promise<Result> {
  return again(attempt, [...MET, ...REPLACED]);
}

async function again<Result>(attempt: () => Promise<Result>, states: readonly string[]): Promise<Result> {
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      const state = sqlState(error) ?? '';
      if (!states.includes(state)) throw error;
      if (made === MAX_ATTEMPTS) throw MET.includes(state) ? new Contention(error) : error;
      // Each for a time of its own, or those who met would meet again.
      await pause(Math.random() * 5 * 2 ** made);
    }
  }
}
