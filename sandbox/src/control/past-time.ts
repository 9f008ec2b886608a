import { timeValue } from 'deposit-slip/contract';
import type { Queries } from '../db/db.js';
import { ApiError } from '../http/api-error.js';
import { readClock } from '../ledger/setup.js';

/** The time of an event, in milliseconds. `refuseFuture` checks it. */
export const pastTime = timeValue.transform(BigInt);

/**
 * Throws a 400 if the time of an event lies in the future of the sandbox's clock: times never decrease within
 * an account, so every later entry would get that time too (sandbox/README.md I9).
 */
export async function refuseFuture(db: Queries, { at }: { readonly at?: bigint | undefined }): Promise<void> {
  if (at !== undefined && at > (await readClock(db)).now)
    throw new ApiError(400, 'Parameter at must be a time that is not in the future.');
}
