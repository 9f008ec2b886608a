import { TRANSFER_PATH, transferBody, type TransferBody } from 'deposit-slip/contract';
import { fromMinor, toMinor } from 'deposit-slip/core';
import { book } from '../http/booking.js';
import { Refusal } from '../http/refusal.js';
import { transferFunds } from '../ledger/payouts.js';
import { command, ownMerchant, type Asked } from './operation.js';

/** Operation 4: money from one merchant's account to another's (spec: Transfer pending funds). */
export const transfer = command({ name: 'transfer', path: TRANSFER_PATH, body: () => transferBody, answer });

async function answer(asked: Asked<TransferBody>): Promise<object> {
  const { given, world } = asked;
  const { clientId, fiat } = given;
  if (given.fromMerchantId === given.toMerchantId)
    throw new Refusal(400, 'Parameter toMerchantId must be another merchant than fromMerchantId.');
  const from = ownMerchant(asked, given.fromMerchantId);
  const to = ownMerchant(asked, given.toMerchantId);
  const amount = toMinor(given.fiatAmount)!;
  const { fromId, toId, fee, at } = await book(() =>
    transferFunds(world.db, { from, to, clientId, fiat, amount }),
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
