import { PENDING_FUND_PATH } from '../../../contract/paths.js';
import type { Failure } from '../../client/errors.js';
import type { PendingFundInput } from '../../client/pending-fund.js';
import { numbersAsText, type Query, type Reply, type Transport } from '../../client/transport.js';

/** The query the kit makes. Unlike the client's, its currency is any ISO 4217 code. */
export interface PendingFundQuery extends Omit<PendingFundInput, 'fiat'> {
  readonly merchantId: string;
  /** ISO 4217. */
  readonly fiat: string;
}

/** Operation 8 without validation: the kit has its own reader. Must not be retried. */
export function getPendingFund(transport: Transport, query: PendingFundQuery): Promise<Reply | Failure> {
  return transport(PENDING_FUND_PATH, numbersAsText(query) as Query);
}
