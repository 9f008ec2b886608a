import { sqlState } from '../db/db.js';
import { Refusal, type RefusalStatus } from './refusal.js';

/** What the ledger refuses by a constraint, and how that is said in HTTP. By SQLSTATE. */
const REFUSED: ReadonlyMap<string, readonly [RefusalStatus, string]> = new Map([
  ['23514', [422, 'The balance is not sufficient.']],
  // Every clientId a caller may repeat is looked for first: this one belongs to another thing.
  ['23505', [409, 'Parameter clientId was used before.']],
  ['22003', [422, 'The balance would be larger than the ledger can hold.']],
]);

/** Runs a posting and says in HTTP what the ledger refused: its own refusals carry the sentence (db/migrations, refuse). */
export async function book<Result>(posting: () => Promise<Result>): Promise<Result> {
  try {
    return await posting();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function refusalOf(error: unknown): Refusal | undefined {
  const state = sqlState(error) ?? '';
  if (error instanceof Error && state.startsWith('DS'))
    return new Refusal(Number(state.slice(2)) as RefusalStatus, error.message);
  // Of all checks one alone is the caller's doing: no more than there is can be taken.
  if (state === '23514' && constraintOf(error) !== 'covered') return undefined;
  const refused = REFUSED.get(state);
  return refused && new Refusal(...refused);
}

function constraintOf(error: unknown): unknown {
  return error instanceof Error && 'constraint' in error ? error.constraint : undefined;
}
