import { PENDING_FUND_PATH } from '../../contract/paths.js';
import { pendingFundData, pendingFundQuery, type PendingFund } from '../../contract/pending-fund.js';
import type { Fiat } from '../../contract/wire.js';
import type { LinkPolicy } from '../../core/links.js';
import { answering, echoes, type Agreement } from './agreement.js';
import { readQuery, type Caller } from './caller.js';
import { detailsAgreement, isComplete } from './details.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';
import type { Query } from './transport.js';

/** Selects the account to deposit into (spec: Get pending fund account). */
export interface PendingFundInput {
  readonly merchantId: Id;
  readonly paymentId: number;
  readonly fiat: Fiat;
  /** Alias of the virtual account. */
  readonly depositAlias?: string | undefined;
  /** What the payer is to deposit: a decimal string in units of `fiat`, `'22.00'`. Required for payment ids 95 and 137, optional for 92. */
  readonly amount?: string | undefined;
}

/**
 * Operation 8: how to pay into a merchant's account. Never retried: for some methods each request creates a new funding
 * id, and the id shown to the payer must be the one the merchant knows.
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
    schema: answering(pendingFundData, (answer) => fundAgreement(answer, query, call.links)),
    options,
  });
  return data;
}

/** The payment ids whose details have a funding id (spec: Pending-fund account information). */
const WITH_TX_ID: ReadonlySet<number> = new Set([90, 135, 137]);

function fundAgreement(fund: PendingFund, query: Query, links: LinkPolicy): Agreement {
  const paymentId = Number(query['paymentId']);
  return {
    ...echoes(query, fund, 'fiat'),
    txId: fund.txId !== undefined || !WITH_TX_ID.has(paymentId),
    fieldList: isComplete(fund.fieldList, paymentId) && detailsAgreement(fund.fieldList, query, links),
  };
}
