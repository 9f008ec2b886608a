import { z } from 'zod';
import { aliasParameter, amountParameter, fiatParameter, idParameter, paymentIdParameter } from './query.js';
import { idValue } from './wire.js';

/** Where operation 8 lives (spec: Get pending fund account). */
export const PENDING_FUND_PATH = '/v2/merchant/addfunds';

/**
 * Query parameters (spec: Get pending fund account). The table calls `depositAlias` optional and `amount` mandatory
 * for some payment ids; what it leaves unmarked is required here.
 */
export const pendingFundQuery = z.strictObject({
  merchantId: idParameter,
  paymentId: paymentIdParameter,
  fiat: fiatParameter,
  depositAlias: aliasParameter.optional(),
  amount: amountParameter.optional(),
});

export type PendingFundQuery = z.output<typeof pendingFundQuery>;

/** Values of a `fieldList`: the structure describes arrays of strings, the samples carry plain strings. */
export const fieldList = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** `data` of operation 8 (spec: Pending-fund account information). `txId` and `realName` come for some payment ids. */
export const pendingFund = z.object({
  fiat: z.string(),
  paymentMethodName: z.string(),
  txId: idValue.optional(),
  realName: z.string().optional(),
  fieldList,
});

export type PendingFund = z.output<typeof pendingFund>;
