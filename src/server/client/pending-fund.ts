import type { Failure } from './errors.js';
import type { Reply, Transport } from './transport.js';

/** What the pending-fund query takes (spec: operation 8). */
export interface PendingFundQuery {
  readonly merchantId: string;
  readonly paymentId: number;
  /** ISO 4217. */
  readonly fiat: string;
  /** Alias of the virtual account. */
  readonly depositAlias?: string | undefined;
  /** Decimal string. Mandatory for 95 and 137, optional for 92 (spec: operation 8). */
  readonly amount?: string | undefined;
}

/**
 * Asks for the deposit details of a merchant's pending-fund account (spec: `GET /v2/merchant/addfunds`). Never retried,
 * here or by a caller: for some methods each request mints a funding id, and the one a payer holds must stay the one known.
 */
export function getPendingFund(transport: Transport, query: PendingFundQuery): Promise<Reply | Failure> {
  return transport('/v2/merchant/addfunds', {
    merchantId: query.merchantId,
    paymentId: String(query.paymentId),
    fiat: query.fiat,
    depositAlias: query.depositAlias,
    amount: query.amount,
  });
}
