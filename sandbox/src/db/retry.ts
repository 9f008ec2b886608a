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

/** Runs work again where PostgreSQL rolled it back for the sake of another transaction: serialization failure, deadlock. */
export async function retried<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      const state = sqlState(error);
      if (state !== '40001' && state !== '40P01') throw error;
      if (made === MAX_ATTEMPTS) throw new Contention(error);
      // Each for a time of its own, or those who met would meet again.
      await pause(Math.random() * 5 * 2 ** made);
    }
  }
}
