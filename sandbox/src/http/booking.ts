import { sqlState } from '../db/db.js';
import { Refusal } from './refusal.js';

/** Runs a posting and says in HTTP what the ledger refused. */
export async function book<Result>(posting: () => Promise<Result>): Promise<Result> {
  try {
    return await posting();
  } catch (error) {
    const state = sqlState(error);
    if (state === 'DS409') throw new Refusal(409, 'Parameter at lies before the last entry of the account.');
    if (state === '22003') throw new Refusal(422, 'The balance would be larger than the ledger can hold.');
    throw error;
  }
}
