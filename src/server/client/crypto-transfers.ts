import { CRYPTO_TRANSFERS_PATH } from '../../contract/paths.js';
import {
  cryptoTransfers,
  cryptoTransfersQuery,
  type CryptoTransfer,
} from '../../contract/crypto-transfers.js';
import { anyPageSize } from '../../contract/query.js';
import { answering, echoes, type Agreement } from './agreement.js';
import { readQuery, type Caller } from './caller.js';
import { isUnsigned } from './decimals.js';
import type { Id } from './input.js';
import type { CallOptions } from './options.js';
import { recordsAgreement } from './page-agreement.js';
import type { Query } from './transport.js';

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
    schema: answering(cryptoTransfers, (transfers) => transfersAgreement(transfers, query)),
    isIdempotent: true,
    options,
  });
  return data;
}

/** Whether a list matches the query, within the page size and without repeated records. */
function transfersAgreement(transfers: readonly CryptoTransfer[], query: Query): Agreement {
  const agreement = recordsAgreement(transfers, {
    agreementOf: (transfer) => transferAgreement(transfer, query),
    keyOf: ({ id }) => id,
    key: 'id',
  });
  return transfers.length <= Number(query['pageSize'] ?? transfers.length) && agreement;
}

/** A credit is recorded for the recipient, a debit for the sender (spec: Internal crypto transfer record). */
function transferAgreement(transfer: CryptoTransfer, query: Query): Agreement {
  const { amount, merchantId, fromMerchantId, toMerchantId } = transfer;
  return {
    ...echoes(query, transfer, 'tokenId', 'clientId'),
    amount: /[1-9]/.test(amount),
    merchantId:
      echoes(query, transfer, 'merchantId')['merchantId']! &&
      merchantId === (isUnsigned(amount) ? toMerchantId : fromMerchantId),
  };
}
