import type { Queries } from '../db/db.js';
import { SqlParams } from './page.js';
import { decimalOf } from './units.js';

/** Selects records. Times are in milliseconds; `startTime` is inclusive, `endTime` exclusive. */
export interface CryptoFilter {
  readonly merchants: readonly bigint[];
  readonly tokenId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly startTime?: bigint | number | undefined;
  readonly endTime?: bigint | number | undefined;
  readonly size: number;
}

/** One side of a transfer; `amount` is a signed decimal string. */
export interface CryptoRecord {
  readonly id: bigint;
  readonly tokenId: string;
  readonly amount: string;
  readonly clientId: string;
  readonly merchantId: bigint;
  readonly fromMerchantId: bigint;
  readonly toMerchantId: bigint;
}

interface Row extends Omit<CryptoRecord, 'amount'> {
  readonly units: bigint;
  readonly decimals: number;
}

const FIELDS = `r.id, r.token as "tokenId", r.amount as units, r.client_id as "clientId", r.merchant as "merchantId",
  r.from_merchant as "fromMerchantId", r.to_merchant as "toMerchantId"`;

/** Reads the newest records; records of the same time are ordered by id. */
export async function readCryptoTransfers(db: Queries, filter: CryptoFilter): Promise<CryptoRecord[]> {
  const { merchants, tokenId, clientId, startTime, endTime, size } = filter;
  const params = new SqlParams();
  const conditions = [
    `r.merchant = any(${params.add(merchants, 'bigint[]')})`,
    ...params.condition('r.token =', tokenId, 'text'),
    ...params.condition('r.client_id =', clientId, 'text'),
    ...params.condition('r.at >=', startTime, 'bigint'),
    ...params.condition('r.at <', endTime, 'bigint'),
  ];
  const rows = await db.query<Row>(
    `select ${FIELDS}, t.decimals from crypto_record r join token t on t.symbol = r.token
     where ${conditions.join(' and ')} order by r.at desc, r.id desc limit ${params.add(size, 'bigint')}`,
    params.values,
  );
  return rows.map(toRecord);
}

/** A transfer to record. `units` is in the token's smallest unit. */
export interface NewCryptoTransfer {
  readonly from: bigint;
  readonly to: bigint;
  readonly tokenId: string;
  readonly units: bigint;
  readonly clientId: string;
  readonly at?: bigint | undefined;
}

/** Records a transfer and returns its two records: the sender's and the recipient's. */
export async function recordCryptoTransfer(
  db: Queries,
  transfer: NewCryptoTransfer,
): Promise<CryptoRecord[]> {
  const { from, to, tokenId, units, clientId, at } = transfer;
  const rows = await db.query<Row>(
    `select ${FIELDS}, t.decimals from transfer_crypto($1, $2, $3, $4, $5, $6) r join token t on t.symbol = r.token`,
    [from, to, tokenId, units, clientId, at ?? null],
  );
  return rows.map(toRecord);
}

/** The number of decimals of a token; undefined for an unknown token. */
export async function decimalsOfToken(db: Queries, symbol: string): Promise<number | undefined> {
  const [token] = await db.query<{ decimals: number }>('select decimals from token where symbol = $1', [
    symbol,
  ]);
  return token?.decimals;
}

function toRecord({ id, tokenId, units, decimals, ...ids }: Row): CryptoRecord {
  return { id, tokenId, amount: decimalOf(units, decimals), ...ids };
}
