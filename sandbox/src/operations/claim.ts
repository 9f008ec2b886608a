import { CLAIM_PATH, claimBody, type ClaimBody } from 'deposit-slip/contract';
import { toMinor } from 'deposit-slip/core';
import { decimalNumber } from '../http/answer.js';
import { book } from '../http/booking.js';
import { notFound, Refusal } from '../http/refusal.js';
import { claimFunds, findPaymentMethod } from '../ledger/payouts.js';
import { command, ownMerchant, type Asked } from './operation.js';

/** Operation 3: money from the balance to a stored payment method (spec: Claim pending fund). */
export const claim = command({ name: 'claim', path: CLAIM_PATH, body: () => claimBody, answer });

async function answer(asked: Asked<ClaimBody>): Promise<object> {
  const { given, world } = asked;
  const { clientId, fiat, userPaymentId } = given;
  const merchant = ownMerchant(asked, given.merchantId);
  const method = await findPaymentMethod(world.db, merchant, userPaymentId);
  if (!method) throw notFound('User payment method', userPaymentId);
  if (method.fiat !== fiat)
    throw new Refusal(400, `Parameter fiat must be ${method.fiat} for userPaymentId ${userPaymentId}.`);
  const amount = toMinor(given.amount)!;
  const { txId, fee, at } = await book(() =>
    claimFunds(world.db, { merchant, clientId, fiat, amount, paymentMethod: method.id }),
  );
  return {
    txId,
    merchantId: merchant,
    clientId: clientId ?? '',
    fiat,
    totalAmount: decimalNumber(amount + fee),
    amount: decimalNumber(amount),
    fee: decimalNumber(fee),
    userPaymentId,
    createTime: String(at),
  };
}
