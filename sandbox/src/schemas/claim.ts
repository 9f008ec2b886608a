import { CLAIM_FIATS } from 'deposit-slip/contract';
import { z } from 'zod';
import { decimalNumber, idNumber, timeText } from './wire.js';

/** `data` of operation 3 (spec: Fiat withdrawal). `clientId` is empty if the request had none. */
export const claimData = z.strictObject({
  txId: idNumber,
  merchantId: idNumber,
  clientId: z.string(),
  fiat: z.enum(CLAIM_FIATS),
  totalAmount: decimalNumber,
  amount: decimalNumber,
  fee: decimalNumber,
  userPaymentId: idNumber,
  createTime: timeText,
});
