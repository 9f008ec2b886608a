import { toMinor, type Method } from 'deposit-slip/core';
import { only, sqlState, type Queries } from '../db/db.js';
import type { Merchant } from '../ledger/merchants.js';
import { drawFrom } from './draw.js';
import { issueFields, type Issued } from './index.js';

/** Deposit details given out: paths in them are still without the server's address. */
export interface Issuance {
  readonly id: bigint;
  readonly txId: bigint | null;
  readonly fieldList: Readonly<Record<string, string>>;
}

/** What is issued, and for whom. */
export interface IssueAsk {
  readonly merchant: Merchant;
  readonly method: Method;
  /** The virtual account they are for; empty, the default: the merchant's own. */
  readonly alias?: string;
  /** Whether details that stay are wanted of a method that gives new ones per call, as a listing shows them. */
  readonly isStanding?: boolean;
  readonly amount?: string | undefined;
  readonly seed: number;
}

const MAX_ATTEMPTS = 8;

/**
 * Whether a method gives new details per call: where an answer names its funding, or is made for an amount.
 * All others belong to the merchant and stay (sandbox.md, operation 8).
 */
export function isNewPerCall({ hasTxId, amount }: Method): boolean {
  return hasTxId || amount === 'required';
}

/** Issues deposit details, or gives those the merchant has. A value that is taken already is drawn again. */
export async function issue(db: Queries, ask: IssueAsk): Promise<Issuance> {
  const isNew = isNewPerCall(ask.method) && !ask.isStanding;
  for (let attempt = 0; ; attempt++) {
    const kept = isNew ? undefined : await findKept(db, ask);
    if (kept) return kept;
    try {
      return await issueNew(db, ask, { attempt, txId: isNew ? await nextTxId(db) : undefined });
    } catch (error) {
      if (sqlState(error) !== '23505' || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

function issueNew(
  db: Queries,
  ask: IssueAsk,
  { attempt, txId }: { readonly attempt: number; readonly txId: bigint | undefined },
): Promise<Issuance> {
  const { merchant, method, alias = '', seed } = ask;
  const amount = method.amount === 'none' ? undefined : ask.amount;
  const scope = [merchant.id, method.id, txId ?? `kept${alias && ` for ${alias}`}`, attempt];
  const fields = issueFields({
    method,
    merchant,
    draw: drawFrom(seed, scope.join('|')),
    ...(txId !== undefined && { txId }),
    ...(amount !== undefined && { amount }),
  });
  return insert(db, ask, { fields, txId, amount });
}

/** Details a merchant has, under an alias or (by default) its own. */
export async function findKept(
  db: Queries,
  { merchant, method, alias = '' }: { merchant: { readonly id: bigint }; method: Method; alias?: string },
): Promise<Issuance | undefined> {
  const sql = `select id, tx_id as "txId", field_list as "fieldList" from issuance
    where merchant = $1 and payment_id = $2 and alias = $3 and tx_id is null`;
  return (await db.query<Issuance>(sql, [merchant.id, method.id, alias]))[0];
}

/** Details and everything they are found by, in one statement: both or neither. */
async function insert(
  db: Queries,
  { merchant, method, alias = '' }: IssueAsk,
  made: { fields: readonly Issued[]; txId: bigint | undefined; amount: string | undefined },
): Promise<Issuance> {
  const { fields, txId = null, amount } = made;
  const clues = fields.flatMap(({ clue, folded }) => (clue ? [{ clue, folded }] : []));
  if (txId !== null) clues.push({ clue: 'txId', folded: String(txId) });
  const rows = await db.query<Issuance>(
    `with made as (
       insert into issuance (merchant, currency, payment_id, alias, tx_id, amount, field_list, at)
       values ($1, $2, $3, $4, $5, $6, $7::text::json, clock_ms()) returning *),
     found_by as (
       insert into identifier (clue, folded, issuance)
       select clue, folded, made.id from made, unnest($8::text[], $9::text[]) c (clue, folded))
     select id, tx_id as "txId", field_list as "fieldList" from made`,
    [
      ...[merchant.id, method.fiat, method.id, alias, txId],
      (amount && toMinor(amount)) || null,
      JSON.stringify(Object.fromEntries(fields.map(({ key, value }) => [key, value]))),
      clues.map(({ clue }) => clue),
      clues.map(({ folded }) => folded),
    ],
  );
  return only(rows);
}

/** The next number of the series fundings, withdrawals and transfers share. */
async function nextTxId(db: Queries): Promise<bigint> {
  return only(await db.query<{ id: bigint }>(`select nextval('tx_id') as id`)).id;
}
