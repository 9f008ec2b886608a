import { toMinor, type Method } from 'deposit-slip/core';
import { only, sqlState, type Db, type Queries } from '../db/db.js';
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
const SELECT = 'select id, tx_id as "txId", field_list as "fieldList" from issuance';

/**
 * Whether a method gives new details per call: where an answer names its funding, or is made for an amount.
 * All others belong to the merchant and stay (sandbox.md, operation 8).
 */
export function isNewPerCall({ hasTxId, amount }: Method): boolean {
  return hasTxId || amount === 'required';
}

/** Issues deposit details, or gives those the merchant has. A value that is taken already is drawn again. */
export async function issue(db: Db, ask: IssueAsk): Promise<Issuance> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction((tx) => issueOnce(tx, ask, attempt));
    } catch (error) {
      if (sqlState(error) !== '23505' || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

async function issueOnce(tx: Queries, ask: IssueAsk, attempt: number): Promise<Issuance> {
  const { merchant, method, alias = '', seed } = ask;
  const isNew = isNewPerCall(method) && !ask.isStanding;
  const [kept] = isNew ? [] : await findKept(tx, ask);
  if (kept) return kept;
  const txId = isNew ? await nextTxId(tx) : undefined;
  const amount = method.amount === 'none' ? undefined : ask.amount;
  const scope = [merchant.id, method.id, txId ?? `kept${alias && ` for ${alias}`}`, attempt];
  const fields = issueFields({
    method,
    merchant,
    draw: drawFrom(seed, scope.join('|')),
    ...(txId !== undefined && { txId }),
    ...(amount !== undefined && { amount }),
  });
  const row = await insertIssuance(tx, ask, { fields, txId, amount });
  await insertIdentifiers(tx, row, fields);
  return row;
}

function findKept(tx: Queries, { merchant, method, alias = '' }: IssueAsk): Promise<Issuance[]> {
  const sql = `${SELECT} where merchant = $1 and payment_id = $2 and alias = $3 and tx_id is null`;
  return tx.query<Issuance>(sql, [merchant.id, method.id, alias]);
}

async function insertIssuance(
  tx: Queries,
  { merchant, method, alias = '' }: IssueAsk,
  made: { fields: readonly Issued[]; txId: bigint | undefined; amount: string | undefined },
): Promise<Issuance> {
  const fieldList = JSON.stringify(Object.fromEntries(made.fields.map(({ key, value }) => [key, value])));
  const rows = await tx.query<Issuance>(
    `insert into issuance (merchant, currency, payment_id, alias, tx_id, amount, field_list, at)
     values ($1, $2, $3, $4, $5, $6, $7::text::json, clock_ms())
     returning id, tx_id as "txId", field_list as "fieldList"`,
    [
      merchant.id,
      method.fiat,
      method.id,
      alias,
      made.txId ?? null,
      (made.amount && toMinor(made.amount)) || null,
      fieldList,
    ],
  );
  return only(rows);
}

async function insertIdentifiers(
  tx: Queries,
  { id, txId }: Issuance,
  fields: readonly Issued[],
): Promise<void> {
  const found = fields.flatMap(({ clue, folded }) => (clue ? [{ clue, folded }] : []));
  if (txId !== null) found.push({ clue: 'txId', folded: String(txId) });
  for (const { clue, folded } of found)
    await tx.query('insert into identifier (clue, folded, issuance) values ($1, $2, $3)', [clue, folded, id]);
}

/** The next number of the series fundings, withdrawals and transfers share. */
async function nextTxId(tx: Queries): Promise<bigint> {
  return only(await tx.query<{ id: bigint }>(`select nextval('tx_id') as id`)).id;
}
