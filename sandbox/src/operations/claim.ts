import { CLAIM_PATH, claimBody, type ClaimBody } from 'deposit-slip/contract';
import { toMinor } from 'deposit-slip/core';
import { ApiError, notFound } from '../http/api-error.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { toDecimalNumber } from '../http/response.js';
import { claimFunds, findPaymentMethod, type NewClaim } from '../ledger/payouts.js';
import { claimData } from '../schemas/claim.js';
import type { WireValue } from '../schemas/wire.js';
import { command, ownMerchantId, type AcceptedOnly, type OperationInput } from './operation.js';

/** Operation 3: pays money from the balance to a stored payment method (spec: Claim pending fund). */
export const claim = command({
  name: 'claim',
  path: CLAIM_PATH,
  body: () => claimBody,
  data: claimData,
  errors: [404, 409, 422],
  handle,
});

async function handle(input: OperationInput<ClaimBody>): Promise<WireValue<typeof claimData>> {
  const { params, context } = input;
  const { merchantId, userPaymentId, amount: text, ...passed } = params;
  const { clientId, fiat } = passed;
  const merchant = await ownMerchantId(input, merchantId);
  const method = await findPaymentMethod(context.db, merchant, userPaymentId);
  if (!method) throw notFound('User payment method', userPaymentId);
  if (method.fiat !== fiat)
    throw new ApiError(400, `Parameter fiat must be ${method.fiat} for userPaymentId ${userPaymentId}.`);
  const amount = toMinor(text)!;
  const { txId, fee, at } = await mapDatabaseErrors(() =>
    claimFunds(context.db, {
      ...(passed satisfies AcceptedOnly<typeof passed, NewClaim>),
      ...{ merchant, amount, paymentMethod: method.id },
    }),
  );
  return {
    txId,
    merchantId: merchant,
    clientId: clientId ?? '',
    fiat,
    totalAmount: toDecimalNumber(amount + fee),
    amount: toDecimalNumber(amount),
    fee: toDecimalNumber(fee),
    userPaymentId,
    createTime: String(at),
  };
}
