import { toMinor, type Method } from 'deposit-slip/core';
import { onlyRow, sqlState, type Queries } from '../db/db.js';
import type { Merchant } from '../ledger/merchants.js';
import { seededRandom } from './random.js';
import { issueFields, type Issued } from './index.js';

/** Issued deposit details. Links in them are paths, without the server's base URL. */
export interface Issuance {
  readonly id: bigint;
  readonly txId: bigint | null;
  readonly fieldList: Readonly<Record<string, string>>;
}

/** The details to issue, and their merchant. */
export interface IssueRequest {
  readonly merchant: Merchant;
  readonly method: Method;
  /** The virtual account the details are for. Default: empty, for the merchant's own account. */
  readonly alias?: string;
  /**
   * Issues details that stay the same, even if the method gives new ones for each call. The list uses this.
   */
  readonly isPersistent?: boolean;
  readonly amount?: string | undefined;
  readonly seed: number;
}

const MAX_ATTEMPTS = 8;

/**
 * Whether a method gives new details for each call: its details contain a txId or are made for an amount. The
 * details of all other methods belong to the merchant and stay the same (sandbox/README.md, Details).
 */
export function isNewPerCall({ hasTxId, amount }: Method): boolean {
  return hasTxId || amount === 'required';
}

/**
 * Issues deposit details, or returns the merchant's existing ones. Values that are already taken are
 * replaced.
 */
export async function issue(db: Queries, request: IssueRequest): Promise<Issuance> {
  const isNew = isNewPerCall(request.method) && !request.isPersistent;
  for (let attempt = 0; ; attempt++) {
    const existing = isNew ? undefined : await findPersistent(db, request);
    if (existing) return existing;
    try {
      return await issueNew(db, request, { attempt, txId: isNew ? await nextTxId(db) : undefined });
    } catch (error) {
      if (sqlState(error) !== '23505' || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

function issueNew(
  db: Queries,
  request: IssueRequest,
  { attempt, txId }: { readonly attempt: number; readonly txId: bigint | undefined },
): Promise<Issuance> {
  const { merchant, method, alias = '', seed } = request;
  const amount = method.amount === 'none' ? undefined : request.amount;
  const scope = [merchant.id, method.id, txId ?? `kept${alias && ` for ${alias}`}`, attempt];
  const fields = issueFields({
    method,
    merchant,
    random: seededRandom(seed, scope.join('|')),
    ...(txId !== undefined && { txId }),
    ...(amount !== undefined && { amount }),
  });
  return insert(db, request, { fields, txId, amount });
}

/** Finds a merchant's persistent details, for a virtual account or (by default) its own account. */
async function findPersistent(
  db: Queries,
  { merchant, method, alias = '' }: { merchant: { readonly id: bigint }; method: Method; alias?: string },
): Promise<Issuance | undefined> {
  const sql = `select id, tx_id as "txId", field_list as "fieldList" from issuance
    where merchant = $1 and payment_id = $2 and alias = $3 and tx_id is null`;
  return (await db.query<Issuance>(sql, [merchant.id, method.id, alias]))[0];
}

/**
 * The persistent details of several virtual accounts, by alias, in one statement; none for accounts without
 * details.
 */
export async function findIssued(
  db: Queries,
  { merchant, method, aliases }: { merchant: Merchant; method: Method; aliases: readonly string[] },
): Promise<ReadonlyMap<string, Issuance['fieldList']>> {
  const sql = `select alias, field_list as "fieldList" from issuance
    where merchant = $1 and payment_id = $2 and alias = any($3::text[]) and tx_id is null`;
  const rows = await db.query<{ alias: string } & Issuance>(sql, [merchant.id, method.id, aliases]);
  return new Map(rows.map(({ alias, fieldList }) => [alias, fieldList]));
}

/** Stores details and the references they are found by, in one statement. */
async function insert(
  db: Queries,
  { merchant, method, alias = '' }: IssueRequest,
  details: { fields: readonly Issued[]; txId: bigint | undefined; amount: string | undefined },
): Promise<Issuance> {
  const { fields, txId = null, amount } = details;
  const references = fields.flatMap(({ reference, folded }) => (reference ? [{ reference, folded }] : []));
  if (txId !== null) references.push({ reference: 'txId', folded: String(txId) });
  const rows = await db.query<Issuance>(
    `with made as (
       insert into issuance (merchant, currency, payment_id, alias, tx_id, amount, field_list, at)
       values ($1, $2, $3, $4, $5, $6, $7::text::json, clock_ms()) returning *),
     found_by as (
       insert into identifier (kind, folded, issuance)
       select kind, folded, made.id from made, unnest($8::text[], $9::text[]) c (kind, folded))
     select id, tx_id as "txId", field_list as "fieldList" from made`,
    [
      ...[merchant.id, method.fiat, method.id, alias, txId],
      (amount && toMinor(amount)) || null,
      JSON.stringify(Object.fromEntries(fields.map(({ key, value }) => [key, value]))),
      references.map(({ reference }) => reference),
      references.map(({ folded }) => folded),
    ],
  );
  return onlyRow(rows);
}

/** The next number of the series that deposits, withdrawals and transfers share. */
async function nextTxId(db: Queries): Promise<bigint> {
  return onlyRow(await db.query<{ id: bigint }>(`select nextval('tx_id') as id`)).id;
}
