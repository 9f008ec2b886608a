import { fromMinor, toMinor } from 'deposit-slip/core';
import { onlyRow, type Db, type Param, type Queries } from '../db/db.js';
import type { deposit } from '../schemas/control.js';
import type { WireValue } from '../schemas/wire.js';
import { SqlParams, type Part } from './page.js';
import { reconcile, type DepositReferences, type Target, type UnmatchedReason } from './reconcile.js';

/** A bank deposit, as reported by the bank. */
export interface BankDeposit extends DepositReferences {
  readonly fiat: string;
  /** Decimal string, as the bank wrote it. */
  readonly amount: string;
  /** The intended payee. A deposit whose references identify another merchant is not credited. */
  readonly merchantId?: bigint | undefined;
  readonly senderName?: string | undefined;
  /** Milliseconds. */
  readonly at?: bigint | undefined;
}

/** A recorded deposit. Ids are strings of digits, amounts decimal strings, times milliseconds. */
export type DepositRecord = WireValue<typeof deposit>;

/**
 * Receives a bank deposit in one transaction: credits the account its references identify, or records it as
 * unmatched.
 */
export function receiveDeposit(db: Db, deposit: BankDeposit): Promise<DepositRecord> {
  return db.transaction((tx) => bookDeposit(tx, deposit));
}

/** Books a bank deposit within a transaction: see `receiveDeposit`. */
export async function bookDeposit(tx: Queries, deposit: BankDeposit): Promise<DepositRecord> {
  const match = checkTarget(await reconcile(tx, deposit), deposit);
  const id =
    typeof match === 'string'
      ? await insertUnmatched(tx, deposit, match)
      : await creditDeposit(tx, deposit, match);
  return onlyRow(await readDeposits(tx, 'where d.id = $1', [id]));
}

/** The target, or the reason why the deposit cannot be credited to it. */
function checkTarget(
  target: Target | UnmatchedReason,
  { merchantId, fiat }: BankDeposit,
): Target | UnmatchedReason {
  if (typeof target === 'string') return target;
  if (merchantId !== undefined && target.merchant !== merchantId) return 'other merchant';
  if (target.fiat !== fiat) return 'other currency';
  return target.isActive ? target : 'account not active';
}

/** Credits a deposit to the payee's account (`credit_deposit`) and returns the deposit's id. */
async function creditDeposit(tx: Queries, deposit: BankDeposit, to: Payee): Promise<bigint> {
  const rows = await tx.query<{ id: bigint }>(
    'select credit_deposit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as id',
    [
      to.merchant,
      deposit.fiat,
      minorOf(deposit),
      deposit.amount,
      to.txId,
      to.paymentId,
      ...textsOf(deposit),
      deposit.at ?? null,
    ],
  );
  return onlyRow(rows).id;
}

/** The account to credit, and the deposit's txId if its details carry one. */
interface Payee {
  readonly merchant: bigint;
  readonly txId: bigint | null;
  readonly paymentId: number;
}

/** A return of a deposit. */
export interface DepositReturn {
  /** Decimal string. Default: the rest of the deposit. */
  readonly amount?: string | undefined;
  /** Milliseconds. */
  readonly at?: bigint | undefined;
}

/**
 * Sends a credited deposit, or a part of it, back to its sender (`return_deposit`). Must run in a
 * transaction, so that it fails as a whole.
 */
export async function returnDeposit(
  tx: Queries,
  id: bigint,
  { amount, at }: DepositReturn = {},
): Promise<DepositRecord> {
  const minor = amount === undefined ? null : minorOf({ amount });
  await tx.query('select return_deposit($1, $2, $3)', [id, minor, at ?? null]);
  return onlyRow(await readDeposits(tx, 'where d.id = $1', [id]));
}

/** Whether all of a deposit was sent back. */
export function isReturned({ amount, returned }: DepositRecord): boolean {
  return returned === amount;
}

async function insertUnmatched(tx: Queries, deposit: BankDeposit, reason: UnmatchedReason): Promise<bigint> {
  const rows = await tx.query<{ id: bigint }>(
    `insert into deposit (currency, amount, stated, merchant, account, reference, sender_name, unmatched, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9::bigint, clock_ms())) returning id`,
    [
      deposit.fiat,
      minorOf(deposit),
      deposit.amount,
      deposit.merchantId ?? null,
      ...textsOf(deposit),
      reason,
      deposit.at ?? null,
    ],
  );
  return onlyRow(rows).id;
}

/** Lists recorded deposits, newest first: all, or only matched or unmatched ones. */
export function listDeposits(
  db: Queries,
  { matched }: { matched?: boolean },
  { limit, before }: Part,
): Promise<DepositRecord[]> {
  const params = new SqlParams();
  const position = params.condition('(select b.at, b.id from deposit b where b.id =', before, 'bigint');
  const conditions = [
    ...(matched === undefined ? [] : [`d.entry is ${matched ? 'not null' : 'null'}`]),
    ...position.map((row) => `(d.at, d.id) < ${row})`),
  ];
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  return readDeposits(db, where, params.values, `limit ${params.add(limit, 'bigint')}`);
}

/** Finds a recorded deposit; undefined if it does not exist. */
export async function findDeposit(db: Queries, id: bigint): Promise<DepositRecord | undefined> {
  return (await readDeposits(db, 'where d.id = $1', [id]))[0];
}

interface DepositRow {
  readonly id: bigint;
  readonly unmatched: UnmatchedReason | null;
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
  readonly returned: bigint;
  readonly return_flows: readonly bigint[] | null;
  readonly at: bigint;
}

async function readDeposits(db: Queries, where: string, params: readonly Param[], limit = '') {
  const rows = await db.query<DepositRow>(
    `select d.*, m.name, e.total, back.*
     from deposit d left join merchant m on m.id = d.merchant
     left join entry e on e.id = d.entry
     cross join lateral (select -coalesce(sum(r.changed), 0)::bigint as returned, array_agg(r.id order by r.id) as return_flows
       from entry r where r.ext_id = 'D' || d.id and r.seq is not null and r.flow_type = 'DEPOSIT' and r.changed < 0) back
     ${where} order by d.at desc, d.id desc ${limit}`,
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
    returned: fromMinor(row.returned),
    returnFlowIds: (row.return_flows ?? []).map(String),
    createTime: String(row.at),
  };
}

function minorOf({ amount }: Pick<BankDeposit, 'amount'>): bigint {
  const minor = toMinor(amount);
  if (minor === undefined) throw new RangeError('The amount is not a plain decimal.');
  return minor;
}

function textsOf({ account, reference, senderName }: BankDeposit): (string | null)[] {
  return [account ?? null, reference ?? null, senderName ?? null];
}
