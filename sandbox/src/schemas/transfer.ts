import { TRANSFER_PAYMENT_IDS, type TransferFiat } from 'deposit-slip/contract';
import { z } from 'zod';
import { amountText, idNumber, timeNumber } from './wire.js';

const FIATS = Object.keys(TRANSFER_PAYMENT_IDS) as TransferFiat[];

/** `data` of operation 4 (spec: Internal fiat transfer result). */
export const transferData = z.strictObject({
  clientId: z.string(),
  fromId: idNumber,
  toId: idNumber,
  fiat: z.enum(FIATS),
  fiatAmount: amountText,
  totalFiatAmount: amountText,
  fee: amountText,
  createTime: timeNumber,
});
