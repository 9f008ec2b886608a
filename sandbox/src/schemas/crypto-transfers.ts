import { z } from 'zod';
import { idText, signedDecimalText, symbol } from './wire.js';

/** One side of a crypto transfer (spec: Internal crypto transfer record). */
export const cryptoTransfer = z.strictObject({
  id: idText,
  tokenId: symbol,
  amount: signedDecimalText.describe('Positive for the recipient, negative for the sender.'),
  clientId: z.string(),
  merchantId: idText,
  fromMerchantId: idText,
  toMerchantId: idText,
});

/** `data` of operation 1: a list without a page. */
export const cryptoTransfersData = z.array(cryptoTransfer);
