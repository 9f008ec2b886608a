import { z } from 'zod';
import { aliasParameter, idParameter, pageParameters, timeParameter } from './query.js';
import { decimalValue, idValue } from './wire.js';

/** Where operation 1 lives (spec: Query crypto transfers). */
export const CRYPTO_TRANSFERS_PATH = '/v2/assets/internalTransferOrders';

/** Largest `pageSize`; the spec states none. */
export const CRYPTO_TRANSFERS_MAX_PAGE_SIZE = 100;

const { pageSize } = pageParameters(CRYPTO_TRANSFERS_MAX_PAGE_SIZE);

/** Query parameters, all optional (spec: Query crypto transfers). */
export const cryptoTransfersQuery = z.strictObject({
  tokenId: aliasParameter.optional(),
  clientId: aliasParameter.optional(),
  startTime: timeParameter.optional(),
  endTime: timeParameter.optional(),
  pageSize,
  merchantId: idParameter.optional(),
});

export type CryptoTransfersQuery = z.output<typeof cryptoTransfersQuery>;

/**
 * One side of a transfer (spec: Internal crypto transfer record). `amount` is signed: positive where it was received.
 * Ids are strings on the wire.
 */
export const cryptoTransfer = z.object({
  id: idValue,
  tokenId: z.string(),
  amount: decimalValue,
  clientId: z.string(),
  merchantId: idValue,
  fromMerchantId: idValue,
  toMerchantId: idValue,
});

export type CryptoTransfer = z.output<typeof cryptoTransfer>;

/** `data` of operation 1: a plain list. */
export const cryptoTransfers = z.array(cryptoTransfer);
