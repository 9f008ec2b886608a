import { PENDING_FUND_PATH } from '../../contract/paths.js';
import { pendingFundData, pendingFundQuery, type PendingFund } from '../../contract/pending-fund.js';
import type { Fiat } from '../../contract/wire.js';
import type { AmountPaymentId, PendingFundFiats } from '../../core/methods.js';
import { withAgreement, echoes, type Agreement } from './agreement.js';
import { readQuery, type Caller } from './caller.js';
import { codesAgreement, isComplete } from './details.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';
import type { Query } from './transport.js';

/**
 * Selects the account to deposit into (spec: Get pending fund account). For a payment id in the
 * specification, the compiler knows its currency and whether it needs an amount.
 */
export type PendingFundInput<PaymentId extends number = number> = {
  readonly merchantId: Id;
  readonly paymentId: PaymentId;
  readonly fiat: PaymentId extends keyof PendingFundFiats ? PendingFundFiats[PaymentId] : Fiat;
  /** Alias of the virtual account. */
  readonly depositAlias?: string | undefined;
} & (PaymentId extends AmountPaymentId
  ? {
      /** The amount to deposit: a decimal string in units of `fiat`, `'22.00'`. */
      readonly amount: string;
    }
  : {
      /**
       * The amount to deposit: a decimal string in units of `fiat`, `'22.00'`; optional for payment id 92.
       */
      readonly amount?: string | undefined;
    });

/**
 * Operation 8: how to pay into a merchant's account. Never retried: for some methods each request creates a
 * new funding id, and the id shown to the payer must be the one the merchant knows.
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
    schema: withAgreement(pendingFundData, (answer) => fundAgreement(answer, query)),
    options,
  });
  return data;
}

/** The payment ids whose details have a funding id (spec: Pending-fund account information). */
const WITH_TX_ID: ReadonlySet<number> = new Set([90, 135, 137]);

function fundAgreement(fund: PendingFund, query: Query): Agreement {
  const paymentId = Number(query['paymentId']);
  return {
    ...echoes(query, fund, 'fiat'),
    txId: fund.txId !== undefined || !WITH_TX_ID.has(paymentId),
    fieldList: isComplete(fund.fieldList, paymentId) && codesAgreement(fund.fieldList, query),
  };
}
