import { z } from 'zod';
import {
  amountText,
  currency,
  decimalText,
  idText,
  integer,
  signedDecimalText,
  symbol,
  timeText,
  word,
} from './wire.js';

const category = word('TRADE', 'FEE', 'TRANSFER');

/** One entry of a posting. Either `debit` or `credit` is null. */
const postingEntry = z.strictObject({
  id: idText,
  merchantId: idText.nullable().describe('Null for a system account; role is its name.'),
  role: word('main', 'bank', 'fees', 'exchange'),
  flowType: z.string(),
  category,
  debit: amountText.nullable(),
  credit: amountText.nullable(),
  total: amountText.nullable().describe('The balance after the entry; null for a system account.'),
});

/** A posting with its entries, which sum to zero. */
export const posting = z.strictObject({
  id: idText,
  txIds: z.array(idText),
  fiat: currency,
  createTime: timeText,
  entries: z.array(postingEntry),
});

/** A change of a balance, of any merchant. */
export const flowRow = z.strictObject({
  id: idText,
  merchantId: idText,
  flowType: z.string(),
  category,
  changed: signedDecimalText,
  total: amountText,
  txId: idText,
  extId: z.string(),
  fiat: currency,
  createTime: timeText,
});

/** A claim, of any merchant. */
export const claimRow = z.strictObject({
  txId: idText,
  merchantId: idText,
  clientId: z.string().nullable(),
  fiat: currency,
  amount: amountText,
  fee: amountText,
  userPaymentId: idText,
  createTime: timeText,
  status: z.enum(['sent', 'rejected']),
});

/** An order of any kind and merchant. */
export const orderRow = z.strictObject({
  orderId: idText,
  orderType: word('fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat'),
  merchantId: idText,
  clientId: z.string(),
  fiat: currency,
  amount: amountText,
  fee: amountText,
  crypto: symbol.nullable(),
  cryptoAmount: decimalText.nullable(),
  outFiat: currency.nullable(),
  outAmount: amountText.optional(),
  orderPrice: decimalText,
  orderStatus: integer(1),
  hasRefund: z.boolean(),
  createTime: timeText,
  nextStatuses: z.array(integer(1)).describe('The statuses it can move to.'),
});

/** A kind of channel, and the payment ids that operation 8 serves on it. */
export const channelType = z.strictObject({
  fiat: currency,
  channel: z.string(),
  paymentIds: z.array(integer(1)),
});
