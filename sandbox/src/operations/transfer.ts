import { TRANSFER_PATH, transferBody, type TransferBody } from 'deposit-slip/contract';
import { fromMinor, toMinor } from 'deposit-slip/core';
import { ApiError } from '../http/api-error.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { transferFunds, type NewTransfer } from '../ledger/payouts.js';
import { transferData } from '../schemas/transfer.js';
import type { WireValue } from '../schemas/wire.js';
import { command, ownMerchantId, type AcceptedOnly, type OperationInput } from './operation.js';

/** Operation 4: moves money from one merchant's account to another's (spec: Transfer pending funds). */
export const transfer = command({
  name: 'transfer',
  path: TRANSFER_PATH,
  body: () => transferBody,
  data: transferData,
  errors: [404, 409, 422],
  handle,
});

async function handle(input: OperationInput<TransferBody>): Promise<WireValue<typeof transferData>> {
  const { params, context } = input;
  // The contract has checked the payment id: each currency has one.
  const { fromMerchantId, toMerchantId, paymentId: _, fiatAmount, ...passed } = params;
  const { clientId, fiat } = passed;
  if (fromMerchantId === toMerchantId)
    throw new ApiError(400, 'Parameter toMerchantId must not be the same as fromMerchantId.');
  const from = await ownMerchantId(input, fromMerchantId);
  const to = await ownMerchantId(input, toMerchantId);
  const amount = toMinor(fiatAmount)!;
  const { fromId, toId, fee, at } = await mapDatabaseErrors(() =>
    transferFunds(context.db, {
      ...(passed satisfies AcceptedOnly<typeof passed, NewTransfer>),
      from,
      to,
      amount,
    }),
  );
  return {
    clientId,
    fromId,
    toId,
    fiat,
    fiatAmount: fromMinor(amount),
    totalFiatAmount: fromMinor(amount + fee),
    fee: fromMinor(fee),
    createTime: at,
  };
}
