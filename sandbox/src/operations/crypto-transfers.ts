import {
  CRYPTO_TRANSFERS_PATH,
  cryptoTransfersQuery,
  type CryptoTransfersQuery,
} from 'deposit-slip/contract';
import { readCryptoTransfers, type CryptoFilter, type CryptoRecord } from '../ledger/crypto-transfers.js';
import { cryptoTransfersData, type cryptoTransfer } from '../schemas/crypto-transfers.js';
import type { WireValue } from '../schemas/wire.js';
import {
  checkTimeRange,
  query,
  selectedMerchants,
  type AcceptedOnly,
  type OperationInput,
} from './operation.js';

/** Operation 1: lists crypto transfers between merchants (spec: Query crypto transfers). */
export const cryptoTransfers = query({
  name: 'crypto-transfers',
  path: CRYPTO_TRANSFERS_PATH,
  query: cryptoTransfersQuery,
  data: cryptoTransfersData,
  errors: [404],
  handle,
});

async function handle(
  input: OperationInput<CryptoTransfersQuery>,
): Promise<WireValue<typeof cryptoTransfersData>> {
  const { merchantId: _, pageSize, ...filter } = input.params;
  checkTimeRange(filter);
  const records = await readCryptoTransfers(input.context.db, {
    ...(filter satisfies AcceptedOnly<typeof filter, CryptoFilter>),
    merchants: await selectedMerchants(input),
    size: pageSize,
  });
  return records.map(toTransferRecord);
}

/**
 * The wire form of a record: ids and the signed amount are strings (spec: Internal crypto transfer record).
 */
export function toTransferRecord(record: CryptoRecord): WireValue<typeof cryptoTransfer> {
  return {
    ...record,
    id: String(record.id),
    merchantId: String(record.merchantId),
    fromMerchantId: String(record.fromMerchantId),
    toMerchantId: String(record.toMerchantId),
  };
}
