import { ApiError, type ApiErrorStatus } from './api-error.js';

type Wording = (...values: readonly string[]) => string;

/**
 * The schema's refusals by code: the status, and a sentence with the values that the refusal names
 * (db/migrations/001-common.sql).
 */
export const REFUSALS: Readonly<Record<string, readonly [ApiErrorStatus, Wording]>> = {
  at_before_last_entry: [409, () => 'Parameter at is before the last entry of the account.'],
  no_active_account: [422, (merchant, fiat) => `Merchant ${merchant} has no active ${fiat} account.`],
  client_id_of_other_body: [409, (id) => `Parameter clientId ${id} was used before, with another body.`],
  claim_not_found: [404, (txId) => `Claim ${txId} was not found.`],
  claim_rejected: [422, (txId) => `Claim ${txId} has already been rejected.`],
  order_status_of_other_kind: [400, (kind) => `Parameter orderStatus must be a status of ${kind}.`],
  order_moves_back: [422, (from, to) => `An order with status ${from} cannot move to ${to}.`],
  order_not_found: [404, (id) => `Order ${id} was not found.`],
  order_has_no_refund: [
    422,
    (id) => `In its current state, order ${id} cannot be refunded, nor its refund reversed.`,
  ],
  order_refunded: [422, (id) => `Order ${id} has already been refunded.`],
  advance_too_far: [400, () => 'Parameter advance moves the clock beyond the year 2286.'],
  deposit_not_found: [404, (id) => `Deposit ${id} was not found.`],
  deposit_not_credited: [422, (id) => `Deposit ${id} was not credited.`],
};

/** The error of a refusal. Throws if the schema raises a code that has no sentence. */
export function refusalOf(code: string, values: readonly string[]): ApiError {
  const refusal = REFUSALS[code];
  if (!refusal) throw new Error(`${code} has no sentence.`);
  const [status, wording] = refusal;
  return new ApiError(status, wording(...values));
}
