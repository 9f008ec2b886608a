import type { Queries } from '../db/db.js';
import { readPage, SqlParams, type PageNumber } from './page.js';

/** The `status` of a virtual account that takes deposits (spec: Virtual account `status`). */
export const NORMAL = 2;

/**
 * A virtual account. `status`: 1 authenticating, 2 normal, 3 authentication failed (spec: Virtual account
 * `status`).
 */
export interface VirtualAccount {
  readonly id: bigint;
  readonly merchant: bigint;
  readonly paymentId: number;
  readonly fiat: string;
  readonly alias: string;
  readonly status: number;
}

const VIRTUAL_ACCOUNT =
  'v.id, v.merchant, v.payment_id as "paymentId", v.currency as fiat, v.alias, v.status';

/** Opens a virtual account in status 1, authenticating. If the alias already has one, it stays unchanged. */
export async function openVirtualAccount(
  db: Queries,
  { merchant, paymentId, fiat, alias }: Omit<VirtualAccount, 'id' | 'status'>,
): Promise<void> {
  await db.query(
    `insert into virtual_account (merchant, payment_id, currency, alias, at) values ($1, $2, $3, $4, clock_ms())
     on conflict (merchant, payment_id, alias) do nothing`,
    [merchant, paymentId, fiat, alias],
  );
}

/** Identifies a virtual account: an alias is unique per merchant and payment id. */
export interface VirtualAccountKey {
  readonly merchant: bigint;
  readonly paymentId: number;
  readonly alias: string;
}

/** Sets the status of a virtual account; undefined if the merchant has none with this alias. */
export async function setVirtualAccountStatus(
  db: Queries,
  { merchant, paymentId, alias }: VirtualAccountKey,
  status: number,
): Promise<VirtualAccount | undefined> {
  const rows = await db.query<VirtualAccount>(
    `update virtual_account v set status = $4 where merchant = $1 and payment_id = $2 and alias = $3
     returning ${VIRTUAL_ACCOUNT}`,
    [merchant, paymentId, alias, status],
  );
  return rows[0];
}

/** Selects virtual accounts: those of every alias, or of one. */
export interface VirtualAccountFilter extends Omit<VirtualAccountKey, 'alias'> {
  readonly alias?: string | undefined;
}

/**
 * Reads one page of a merchant's virtual accounts of one payment id, newest first, and their total number.
 */
export async function readVirtualAccounts(
  db: Queries,
  { merchant, paymentId, alias }: VirtualAccountFilter,
  page: PageNumber,
): Promise<{ total: bigint; accounts: VirtualAccount[] }> {
  const params = new SqlParams();
  const query = {
    params,
    parts: 'select',
    items: 'virtual_account i',
    where: [
      ...params.condition('i.merchant =', merchant, 'bigint'),
      ...params.condition('i.payment_id =', paymentId, 'integer'),
      ...params.condition('i.alias =', alias, 'text'),
    ],
    columns: `${VIRTUAL_ACCOUNT}, v.at`,
    rows: 'virtual_account v on v.id = key.id',
  };
  const { total, rows } = await readPage<VirtualAccount>(db, query, page);
  return { total, accounts: rows };
}
