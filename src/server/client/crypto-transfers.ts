import { CRYPTO_TRANSFERS_PATH } from '../../contract/paths.js';
import {
  cryptoTransfers,
  cryptoTransfersQuery,
  type CryptoTransfer,
} from '../../contract/crypto-transfers.js';
import { anyPageSize } from '../../contract/query.js';
import { withAgreement, echoes } from './agreement.js';
import { readQuery, type Caller } from './caller.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';

/** Filters transfers (spec: Query crypto transfers). Times are in milliseconds. */
export interface CryptoTransfersFilter {
  readonly tokenId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly merchantId?: Id | undefined;
}

// The spec states no maximum page size; the contract's maximum is the sandbox's.
const QUERY = cryptoTransfersQuery.extend({ pageSize: anyPageSize });

/** Operation 1: one page of crypto transfers between merchants. */
export async function listCryptoTransfers(
  call: Caller,
  filter: CryptoTransfersFilter,
  options?: CallOptions,
): Promise<readonly CryptoTransfer[]> {
  const operation = 'cryptoTransfers.list';
  const query = readQuery({ operation }, QUERY, filter);
  const { data } = await call({
    operation,
    path: CRYPTO_TRANSFERS_PATH,
    query,
    request: { isJson: true },
    schema: withAgreement(cryptoTransfers, (transfers) =>
      transfers.map((transfer) => echoes(query, transfer, 'clientId', 'merchantId')),
    ),
    isIdempotent: true,
    options,
  });
  return data;
}
