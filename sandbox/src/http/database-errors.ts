import { fromMinor } from 'deposit-slip/core';
import { OutcomeUnknown, sqlState, Unavailable } from '../db/db.js';
import { Contention } from '../db/retry.js';
import { Busy } from '../db/fair-queue.js';
import { ApiError, type ApiErrorStatus } from './api-error.js';
import { refusalOf } from './refusals.js';

/**
 * Failed checks that a caller can cause, by constraint, and the message of the 422. Any other failed check is
 * a bug.
 */
const FAILED_CHECKS: ReadonlyMap<unknown, (detail: unknown) => string> = new Map([
  ['covered', () => 'The balance is not sufficient.'],
  [
    'left_to_return',
    (left: unknown) => `Only ${fromMinor(BigInt(String(left)))} of the deposit is left to return.`,
  ],
]);

/** Other constraint violations that a caller can cause, by SQLSTATE, and the API error each becomes. */
const CONSTRAINT_ERRORS: ReadonlyMap<string, readonly [ApiErrorStatus, string]> = new Map([
  // A repeated request is recognized before it is written, so this clientId belongs to something else.
  ['23505', [409, 'Parameter clientId was used before.']],
  ['22003', [422, 'The balance would be larger than the ledger can hold.']],
]);

/** The SQLSTATE of errors that the schema's function `refuse` raises. */
const REFUSED = 'DS000';

/** Runs `work` and turns the database errors a caller can cause into `ApiError`s. */
export async function mapDatabaseErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw constraintErrorOf(error) ?? error;
  }
}

function constraintErrorOf(error: unknown): ApiError | undefined {
  const state = sqlState(error) ?? '';
  const { constraint, detail } = error as { readonly constraint?: string; readonly detail?: string };
  if (state === REFUSED) return refusalOf(constraint!, JSON.parse(detail!) as readonly string[]);
  const sentence = state === '23514' ? FAILED_CHECKS.get(constraint) : undefined;
  if (sentence) return new ApiError(422, sentence(detail));
  const mapped = CONSTRAINT_ERRORS.get(state);
  return mapped && new ApiError(...mapped);
}

/**
 * SQLSTATEs of a rejected statement that may succeed later: no space or memory, a lock not granted, a
 * standby. A row that a request has just read is missing (23503) only if another process has restored a
 * snapshot meanwhile.
 */
const TEMPORARY = /^(?:53|58|55P03|57014|25006|23503)/;

/** The API error of any error. One that the caller did not cause is logged. */
export function toApiError(
  error: unknown,
  isReadOnly: boolean,
  logger: Pick<Console, 'error'> = console,
): ApiError {
  if (error instanceof ApiError) return error;
  logger.error(error);
  return failureOf(error, isReadOnly);
}

/**
 * The API error of a failure that the caller did not cause (SECURITY.md P36). Only a request that may have
 * committed something is a 500 with an unknown outcome; a request that only reads can always be repeated.
 */
function failureOf(error: unknown, isReadOnly: boolean): ApiError {
  if (error instanceof OutcomeUnknown && !isReadOnly)
    return new ApiError(
      500,
      'The outcome is unknown; repeat the request, with the same clientId if it has one.',
    );
  const isTemporary = [OutcomeUnknown, Unavailable, Contention, Busy].some((type) => error instanceof type);
  if (isTemporary || TEMPORARY.test(sqlState(error) ?? ''))
    return new ApiError(503, 'Nothing was done; send the request again.', { 'retry-after': '1' });
  return new ApiError(500, 'The sandbox failed. See its log for the cause.');
}
