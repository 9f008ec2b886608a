import { sqlState } from '../db/db.js';
import { ApiError, type ApiErrorStatus } from './api-error.js';

/** Constraint violations that are the caller's doing, by SQLSTATE, and the API error each becomes. */
const CONSTRAINT_ERRORS: ReadonlyMap<string, readonly [ApiErrorStatus, string]> = new Map([
  ['23514', [422, 'The balance is not sufficient.']],
  // A repeated request is recognized before it is written, so this clientId belongs to something else.
  ['23505', [409, 'Parameter clientId was used before.']],
  ['22003', [422, 'The balance would be larger than the ledger can hold.']],
]);

/**
 * Runs `work` and turns the database errors a caller can cause into `ApiError`s. Errors raised by the schema's own
 * `refuse` function carry their message and status with them (db/migrations/001-ledger.sql).
 */
export async function mapDatabaseErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toApiError(error) ?? error;
  }
}

function toApiError(error: unknown): ApiError | undefined {
  const state = sqlState(error) ?? '';
  if (error instanceof Error && state.startsWith('DS'))
    return new ApiError(Number(state.slice(2)) as ApiErrorStatus, error.message);
  // A caller can only break the check that keeps a balance above zero; any other failed check is a bug.
  if (state === '23514' && constraintOf(error) !== 'covered') return undefined;
  const mapped = CONSTRAINT_ERRORS.get(state);
  return mapped && new ApiError(...mapped);
}

function constraintOf(error: unknown): unknown {
  return error instanceof Error && 'constraint' in error ? error.constraint : undefined;
}
