import { z } from 'zod';
import { list } from './envelope.js';
import { idParameter, nameParameter, pageParameters, timeParameter } from './query.js';
import { decimalValue, idValue, nameValue, textValue } from './wire.js';

/** Where operation 1 lives (spec: Query crypto transfers). */
export const CRYPTO_TRANSFERS_PATH = '/v2/assets/internalTransferOrders';

/** Largest `pageSize`; the spec states none. */
export const CRYPTO_TRANSFERS_MAX_PAGE_SIZE = 100;

const { pageSize } = pageParameters(CRYPTO_TRANSFERS_MAX_PAGE_SIZE);

/** Query parameters, all optional (spec: Query crypto transfers). */
export const cryptoTransfersQuery = z.strictObject({
  tokenId: nameParameter.optional(),
  clientId: nameParameter.optional(),
  startTime: timeParameter.optional(),
  endTime: timeParameter.optional(),
  pageSize,
  merchantId: idParameter.optional(),
});

/** The query of operation 1 once read: ids and times as bigints. */
export type CryptoTransfersQuery = z.output<typeof cryptoTransfersQuery>;

/**
 * One side of a transfer (spec: Internal crypto transfer record). `amount` is signed: positive where it was received.
 * `id` is a string of any form; merchants have numbers, written as strings here.
 */
export const cryptoTransfer = z.object({
  id: nameValue,
  tokenId: nameValue,
  amount: decimalValue,
  clientId: textValue,
  merchantId: idValue,
  fromMerchantId: idValue,
  toMerchantId: idValue,
});

/** One side of a crypto transfer as it is read: `amount` a signed decimal string. */
export type CryptoTransfer = z.output<typeof cryptoTransfer>;

/** `data` of operation 1: a plain list. */
export const cryptoTransfers = list(cryptoTransfer);
