import {
  PENDING_FUND_PATH,
  pendingFundData,
  pendingFundQuery,
  type PendingFund,
} from '../../contract/pending-fund.js';
import type { Fiat } from '../../contract/wire.js';
import { readQuery, type Caller } from './caller.js';
import type { Failure } from './errors.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';
import { textsOf, type Query, type Reply, type Transport } from './transport.js';

/** Which account's deposit details are asked for (spec: Get pending fund account). */
export interface PendingFundInput {
  readonly merchantId: Id;
  readonly paymentId: number;
  readonly fiat: Fiat;
  /** Alias of the virtual account. */
  readonly depositAlias?: string | undefined;
  /** Decimal string. Mandatory for 95 and 137, optional for 92. */
  readonly amount?: string | undefined;
}

/**
 * Operation 8: how to pay into a merchant's account. Never retried: for some methods each request makes a funding id, and
 * the one a payer holds must stay the one known.
 */
export async function readPendingFund(
  call: Caller,
  input: PendingFundInput,
  options?: CallOptions,
): Promise<PendingFund> {
  const operation = 'pendingFund.get';
  const query = readQuery({ operation }, pendingFundQuery, input);
  const { data } = await call({
    operation,
    path: PENDING_FUND_PATH,
    query,
    answer: pendingFundData,
    options,
  });
  return data;
}

/** What the kit asks with: a grant and the choice it leaves. */
export interface PendingFundQuery extends Omit<PendingFundInput, 'fiat'> {
  readonly merchantId: string;
  /** ISO 4217. */
  readonly fiat: string;
}

/** The deposit details as they came, for a reader of its own. Never retried, here or by a caller. */
export function getPendingFund(transport: Transport, query: PendingFundQuery): Promise<Reply | Failure> {
  return transport(PENDING_FUND_PATH, textsOf(query) as Query);
}
