import { fromMinor, toMinor } from 'deposit-slip/core';
import { only, type Db, type Queries } from '../db/db.js';
import { reconcile, type Clues, type Target, type Unmatched } from './reconcile.js';

/** A bank deposit, as the bank tells of it. */
export interface BankDeposit extends Clues {
  readonly fiat: string;
  /** Decimal string, as stated. */
  readonly amount: string;
  /** Whom it is said to be for; a deposit that leads to another merchant is not credited. */
  readonly merchantId?: bigint | undefined;
  readonly senderName?: string | undefined;
  /** Milliseconds. */
  readonly at?: bigint | undefined;
}

/** A deposit on record. Ids are digits, amounts decimal strings, times milliseconds. */
export interface DepositRecord {
  readonly id: string;
  readonly matched: boolean;
  readonly unmatched: Unmatched | null;
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly fiat: string;
  readonly amount: string;
  readonly account: string | null;
  readonly reference: string | null;
  readonly senderName: string | null;
  readonly paymentId: number | null;
  readonly txId: string | null;
  /** The fiat flow that credited it. */
  readonly flowId: string | null;
  /** The account's balance after it. */
  readonly total: string | null;
  readonly createTime: string;
}

/** Takes a deposit in: credits the account its clues lead to, or keeps it unmatched. All or nothing. */
export function takeDeposit(db: Db, deposit: BankDeposit): Promise<DepositRecord> {
  return db.transaction(async (tx) => {
    const found = judge(await reconcile(tx, deposit), deposit);
    const id = typeof found === 'string' ? await keep(tx, deposit, found) : await credit(tx, deposit, found);
    return only(await readDeposits(tx, 'where d.id = $1', [id]));
  });
}

function judge(found: Target | Unmatched, { merchantId, fiat }: BankDeposit): Target | Unmatched {
  if (typeof found === 'string') return found;
  if (merchantId !== undefined && found.merchant !== merchantId) return 'other merchant';
  if (found.fiat !== fiat) return 'other currency';
  return found.isActive ? found : 'account not active';
}

/** Credits a payee; the schema's own function does it (db/migrations). */
async function credit(tx: Queries, deposit: BankDeposit, to: Payee): Promise<bigint> {
  const rows = await tx.query<{ id: bigint }>(
    'select credit_deposit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as id',
    [
      to.merchant,
      deposit.fiat,
      minorOf(deposit),
      deposit.amount,
      to.txId,
      to.paymentId,
      ...statedOf(deposit),
      deposit.at ?? null,
    ],
  );
  return only(rows).id;
}

/** A deposit to details given out, without a clue to read. */
export function depositTo(db: Db, issuance: bigint, deposit: BankDeposit): Promise<DepositRecord> {
  return db.transaction(async (tx) => {
    const payee = only(
      await tx.query<Payee>(
        'select merchant, tx_id as "txId", payment_id as "paymentId" from issuance where id = $1',
        [issuance],
      ),
    );
    const id = await credit(tx, deposit, payee);
    return only(await readDeposits(tx, 'where d.id = $1', [id]));
  });
}

/** Whose account is credited, and for which funding. */
interface Payee {
  readonly merchant: bigint;
  readonly txId: bigint | null;
  readonly paymentId: number;
}

async function keep(tx: Queries, deposit: BankDeposit, why: Unmatched): Promise<bigint> {
  const rows = await tx.query<{ id: bigint }>(
    `insert into deposit (currency, amount, stated, merchant, account, reference, sender_name, unmatched, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9::bigint, clock_ms())) returning id`,
    [
      deposit.fiat,
      minorOf(deposit),
      deposit.amount,
      deposit.merchantId ?? null,
      ...statedOf(deposit),
      why,
      deposit.at ?? null,
    ],
  );
  return only(rows).id;
}

/** Deposits on record, newest first. */
export function listDeposits(db: Queries, filter: { matched?: boolean }): Promise<DepositRecord[]> {
  const { matched } = filter;
  if (matched === undefined) return readDeposits(db, '', []);
  return readDeposits(db, 'where (d.entry is not null) = $1', [matched]);
}

/** One deposit on record. */
export async function findDeposit(db: Queries, id: bigint): Promise<DepositRecord | undefined> {
  return (await readDeposits(db, 'where d.id = $1', [id]))[0];
}

interface DepositRow {
  readonly id: bigint;
  readonly unmatched: Unmatched | null;
  readonly merchant: bigint | null;
  readonly name: string | null;
  readonly currency: string;
  readonly amount: bigint;
  readonly account: string | null;
  readonly reference: string | null;
  readonly sender_name: string | null;
  readonly payment_id: number | null;
  readonly tx_id: bigint | null;
  readonly entry: bigint | null;
  readonly total: bigint | null;
  readonly at: bigint;
}

async function readDeposits(db: Queries, where: string, params: readonly (bigint | boolean)[]) {
  const rows = await db.query<DepositRow>(
    `select d.*, m.name, e.total from deposit d left join merchant m on m.id = d.merchant
     left join entry e on e.id = d.entry ${where} order by d.at desc, d.id desc`,
    params,
  );
  return rows.map(toRecord);
}

function toRecord(row: DepositRow): DepositRecord {
  const digits = (value: bigint | null): string | null => (value === null ? null : String(value));
  return {
    id: String(row.id),
    matched: row.entry !== null,
    unmatched: row.unmatched,
    merchantId: digits(row.merchant),
    merchantName: row.name,
    fiat: row.currency,
    amount: fromMinor(row.amount),
    account: row.account,
    reference: row.reference,
    senderName: row.sender_name,
    paymentId: row.payment_id,
    txId: digits(row.tx_id),
    flowId: digits(row.entry),
    total: row.total === null ? null : fromMinor(row.total),
    createTime: String(row.at),
  };
}

function minorOf({ amount }: BankDeposit): bigint {
  const minor = toMinor(amount);
  if (minor === undefined) throw new RangeError('an amount that is no plain decimal reached the ledger');
  return minor;
}

function statedOf({ account, reference, senderName }: BankDeposit): (string | null)[] {
  return [account ?? null, reference ?? null, senderName ?? null];
}
