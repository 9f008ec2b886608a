import { TRANSFER_PATH, transferBody, type TransferBody } from 'deposit-slip/contract';
import { fromMinor, toMinor } from 'deposit-slip/core';
import { ApiError } from '../http/api-error.js';
import { mapDatabaseErrors } from '../http/database-errors.js';
import { transferFunds } from '../ledger/payouts.js';
import { transferData } from '../schemas/transfer.js';
import type { Sent } from '../schemas/wire.js';
import { command, ownMerchantId, type OperationInput } from './operation.js';

/** Operation 4: moves money from one merchant's account to another's (spec: Transfer pending funds). */
export const transfer = command({
  name: 'transfer',
  path: TRANSFER_PATH,
  body: () => transferBody,
  data: transferData,
  errors: [404, 409, 422],
  handle,
});

async function handle(input: OperationInput<TransferBody>): Promise<Sent<typeof transferData>> {
  const { params, context } = input;
  const { clientId, fiat } = params;
  if (params.fromMerchantId === params.toMerchantId)
    throw new ApiError(400, 'Parameter toMerchantId must not be the same as fromMerchantId.');
  const from = await ownMerchantId(input, params.fromMerchantId);
  const to = await ownMerchantId(input, params.toMerchantId);
  const amount = toMinor(params.fiatAmount)!;
  const { fromId, toId, fee, at } = await mapDatabaseErrors(() =>
    transferFunds(context.db, { from, to, clientId, fiat, amount }),
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
