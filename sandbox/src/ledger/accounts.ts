import { onlyRow, type Param, type Queries } from '../db/db.js';
import { Params, type Part } from './page.js';

/** An activation to record. */
export interface NewActivation {
  readonly merchant: bigint;
  readonly fiat: string;
  readonly trench: string;
  /** Empty if the channel has no aliases. */
  readonly alias: string;
  readonly fieldList: object | undefined;
  /** Present if an agreement must be accepted: the unguessable id of its page, and the URL that page links back to. */
  readonly agreement?: { readonly secret: string; readonly callbackUri: string } | undefined;
}

/** A recorded activation. */
export interface Activation {
  readonly id: bigint;
  readonly merchant: bigint;
  readonly merchantName: string;
  readonly fiat: string;
  readonly trench: string;
  readonly status: number;
  readonly secret: string | null;
  readonly callbackUri: string | null;
  readonly decision: Decision | null;
}

export type Decision = 'accepted' | 'rejected';

/** Records an activation, or returns the one already recorded for the same channel and alias. */
export async function recordActivation(db: Queries, activation: NewActivation): Promise<Activation> {
  const { merchant, fiat, trench, alias, fieldList, agreement } = activation;
  await db.query(
    `insert into activation (merchant, currency, trench, alias, status, secret, callback_uri, field_list, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::text::json, clock_ms()) on conflict (merchant, currency, trench, alias) do nothing`,
    [
      ...[merchant, fiat, trench, alias, agreement ? 4 : 1],
      ...[agreement?.secret ?? null, agreement?.callbackUri ?? null],
      fieldList ? JSON.stringify(fieldList) : null,
    ],
  );
  const where = 'a.merchant = $1 and a.currency = $2 and a.trench = $3 and a.alias = $4';
  return onlyRow(await readActivations(db, where, [merchant, fiat, trench, alias]));
}

/** Finds an activation by the id of its agreement's page. */
export async function findAgreement(db: Queries, secret: string): Promise<Activation | undefined> {
  return (await readActivations(db, 'a.secret = $1', [secret]))[0];
}

/** Finds an activation by its id. */
export async function findActivation(db: Queries, id: bigint): Promise<Activation | undefined> {
  return (await readActivations(db, 'a.id = $1', [id]))[0];
}

/** Lists activations, newest first. */
export function listActivations(db: Queries, { limit, before }: Part): Promise<Activation[]> {
  const params = new Params();
  const where = params.condition('a.id <', before, 'bigint');
  return readActivations(db, where[0] ?? 'true', params.values, `limit ${params.add(limit, 'bigint')}`);
}

function readActivations(
  db: Queries,
  where: string,
  params: readonly Param[],
  limit = '',
): Promise<Activation[]> {
  return db.query<Activation>(
    `select a.id, a.merchant, m.name as "merchantName", a.currency as fiat, a.trench, a.status, a.secret,
       a.callback_uri as "callbackUri", a.decision
     from activation a join merchant m on m.id = a.merchant where ${where} order by a.id desc ${limit}`,
    params,
  );
}

/** Records the merchant's decision on an agreement. An accepted agreement stays accepted. */
export async function decide(db: Queries, id: bigint, decision: Decision): Promise<void> {
  const sql = `update activation set decision = $2 where id = $1 and decision is distinct from 'accepted'`;
  await db.query(sql, [id, decision]);
}

/** Opens the merchant's accounts in these currencies. Accounts that are already open stay unchanged. */
export async function openAccounts(db: Queries, merchant: bigint, fiats: readonly string[]): Promise<void> {
  await db.query('select open_accounts($1, $2::text[])', [merchant, fiats]);
}

/** The `status` of a virtual account that takes deposits (spec: Virtual account `status`). */
export const NORMAL = 2;

/** A virtual account. `status`: 1 authenticating, 2 normal, 3 authentication failed (spec: Virtual account `status`). */
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

/** Reads one page of a merchant's virtual accounts of one payment id, newest first, and their total number. */
export async function readVirtualAccounts(
  db: Queries,
  { merchant, paymentId, alias }: Omit<VirtualAccountKey, 'alias'> & { readonly alias?: string | undefined },
  page: { readonly current: number; readonly size: number },
): Promise<{ total: bigint; accounts: VirtualAccount[] }> {
  const where =
    'from virtual_account v where merchant = $1 and payment_id = $2 and ($3::text is null or alias = $3)';
  const rows = await db.query<{ count: bigint } & (VirtualAccount | { readonly id: null })>(
    `with found as (select count(*) as count ${where}),
     page as (select ${VIRTUAL_ACCOUNT}, v.at ${where} order by at desc, id desc limit $4 offset $5)
     select found.count, page.* from found left join page on true order by page.at desc, page.id desc`,
    [merchant, paymentId, alias ?? null, page.size, BigInt(page.current - 1) * BigInt(page.size)],
  );
  const accounts = rows.filter((row): row is VirtualAccount & { count: bigint } => row.id !== null);
  return { total: rows[0]?.count ?? 0n, accounts };
}
