import type { Deferred } from './app-context.js';
import { onlyRow, type Db, type Queries } from './db/db.js';
import { ApiError } from './http/api-error.js';
import { mapDatabaseErrors } from './http/database-errors.js';
import { bookDeposit, returnDeposit, type BankDeposit } from './ledger/deposits.js';

/** A deposit that arrives later: like one reported by the bank, but without a time. */
export type ScheduledDeposit = Omit<BankDeposit, 'merchantId' | 'at'>;

/** The context of the scheduler. */
export interface ScheduleContext {
  readonly db: Db;
  readonly later: Deferred;
  /** Receives the errors of deposits that could not be booked or returned. Default: the console. */
  readonly logger?: { error(error: Error): void };
}

/** Identifies the row to book: ids of rows begin at 1 again after a reset, so the time is part of the key. */
export interface ScheduledRow {
  readonly id: bigint;
  readonly due: bigint;
}

/** Schedules a bank deposit. It survives the end of this process: see `resumeDeposits`. */
export async function scheduleDeposit(
  context: ScheduleContext,
  deposit: ScheduledDeposit,
  milliseconds: number,
): Promise<void> {
  bookAfter(milliseconds, context, await storeDeposit(context.db, deposit, milliseconds));
}

/**
 * Stores a deposit that is due after a number of milliseconds. Nothing books it until `bookAfter` is called.
 */
export function storeDeposit(
  db: Queries,
  deposit: ScheduledDeposit,
  milliseconds: number,
): Promise<ScheduledRow> {
  return store(db, milliseconds, { deposit, returned: null });
}

/** Stores that a credited deposit will be sent back after a number of milliseconds, like `storeDeposit`. */
export function storeReturn(db: Queries, id: bigint, milliseconds: number): Promise<ScheduledRow> {
  return store(db, milliseconds, { deposit: null, returned: id });
}

/** The pending work: a deposit that arrives, or the id of one that is sent back. */
type Scheduled =
  | { readonly deposit: ScheduledDeposit; readonly returned: null }
  | { readonly deposit: null; readonly returned: bigint };

async function store(
  db: Queries,
  milliseconds: number,
  { deposit, returned }: Scheduled,
): Promise<ScheduledRow> {
  const due = BigInt(Date.now() + milliseconds);
  const sql = `insert into scheduled_deposit (due, deposit, returned) values ($1, $2::text::json, $3)
    returning id, due`;
  return onlyRow(await db.query<ScheduledRow>(sql, [due, deposit && JSON.stringify(deposit), returned]));
}

/** Schedules the deposits in the database, and books or returns those that are due. Called on every start. */
export async function resumeDeposits(context: ScheduleContext): Promise<void> {
  const sql = 'select id, due from scheduled_deposit where failure is null order by due, id';
  for (const row of await context.db.query<ScheduledRow>(sql))
    bookAfter(Math.max(0, Number(row.due) - Date.now()), context, row);
}

/**
 * Books or returns a stored deposit after a number of milliseconds. The transaction that stored it must be
 * committed.
 */
export function bookAfter(milliseconds: number, context: ScheduleContext, row: ScheduledRow): void {
  const { db, later, logger = console } = context;
  later(milliseconds, () => void book(db, row).catch((error: Error) => logger.error(error)));
}

/** How often a process looks for deposits of other, ended processes, in milliseconds. */
export const TAKEOVER_MS = 60_000;

/** Books or returns all deposits that are due. */
export async function bookDueDeposits(db: Db): Promise<void> {
  const sql = 'select id, due from scheduled_deposit where due <= $1 and failure is null order by due, id';
  for (const row of await db.query<ScheduledRow>(sql, [BigInt(Date.now())])) await book(db, row);
}

/**
 * Books or returns one deposit, unless another process does. A deposit that the ledger refuses keeps its row,
 * with the reason.
 */
async function book(db: Db, row: ScheduledRow): Promise<void> {
  try {
    await mapDatabaseErrors(() => db.transaction((tx) => take(tx, row)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const sql = 'update scheduled_deposit set failure = $3 where id = $1 and due = $2';
    await db.query(sql, [row.id, row.due, error.message]);
  }
}

async function take(tx: Queries, { id, due }: ScheduledRow): Promise<void> {
  const rows = await tx.query<Scheduled>(
    `delete from scheduled_deposit where id = (
       select id from scheduled_deposit where id = $1 and due = $2 and failure is null for update skip locked)
     returning deposit, returned`,
    [id, due],
  );
  for (const { deposit, returned } of rows)
    await (deposit ? bookDeposit(tx, deposit) : returnDeposit(tx, returned));
}
