import {
  CRYPTO_TRANSFERS_PATH,
  cryptoTransfersQuery,
  type CryptoTransfersQuery,
} from 'deposit-slip/contract';
import { readCryptoTransfers, type CryptoRecord } from '../ledger/crypto-transfers.js';
import { checkSpan, merchantsOf, query, type Asked } from './operation.js';

/** Operation 1: transfers of crypto between merchants (spec: Query crypto transfers). */
export const cryptoTransfers = query({
  name: 'crypto-transfers',
  path: CRYPTO_TRANSFERS_PATH,
  query: cryptoTransfersQuery,
  answer,
});

async function answer(asked: Asked<CryptoTransfersQuery>): Promise<object> {
  const { merchantId: _, pageSize, ...filter } = asked.given;
  checkSpan(filter);
  const merchants = merchantsOf(asked);
  const records = await readCryptoTransfers(asked.world.db, { ...filter, merchants, size: pageSize });
  return records.map(toRecord);
}

/** Ids and the signed amount as strings (spec: Internal crypto transfer record). */
export function toRecord(record: CryptoRecord): object {
  return {
    ...record,
    id: String(record.id),
    merchantId: String(record.merchantId),
    fromMerchantId: String(record.fromMerchantId),
    toMerchantId: String(record.toMerchantId),
  };
}
