import { z } from 'zod';
import { list } from './envelope.js';
import { idParameter, nameParameter, pageParameters, timeParameter } from './query.js';
import { decimalValue, idValue, nameValue, textValue } from './wire.js';

/** Maximum `pageSize`. The spec states none; this is the sandbox's. */
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

/** The parsed query of operation 1: ids are bigints, times are numbers. */
export type CryptoTransfersQuery = z.output<typeof cryptoTransfersQuery>;

/**
 * One side of a transfer (spec: Internal crypto transfer record). `amount` is signed: positive for the
 * recipient. `id` is any string; merchant ids are numbers, written as strings here.
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

/** A parsed side of a crypto transfer: `amount` is a signed decimal string. */
export type CryptoTransfer = z.output<typeof cryptoTransfer>;

/** `data` of operation 1: a list without a page. */
export const cryptoTransfers = list(cryptoTransfer);
