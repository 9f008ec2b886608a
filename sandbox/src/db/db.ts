/** A parameter of a statement. Amounts and ids are bigint, never number. */
export type Param = string | number | bigint | boolean | null | readonly bigint[] | readonly string[];

/** Runs statements, inside or outside a transaction. `int8` values are always returned as bigint. */
export interface Queries {
  /** Runs one statement with `$1` parameters. */
  query<Row>(sql: string, params?: readonly Param[]): Promise<Row[]>;
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>;
}

/** The few database functions that the sandbox uses, implemented for PGlite and for a PostgreSQL server. */
export interface Db extends Queries {
  /**
   * Runs `work` in one transaction. If `work` throws, the transaction is rolled back and the error rethrown.
   * `work` runs again after a conflict with another transaction, so it must have no effects outside the
   * database.
   */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` in a transaction that holds every table. All other transactions and statements that read or
   * write a row run entirely before it or entirely after it, also those of other processes.
   */
  exclusive<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  /** Runs `work`, which only reads, in a transaction whose statements all see the same rows. */
  atOneMoment<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  /**
   * The same database for a single request. If only one statement can run at a time, requests that arrived
   * earlier go first.
   */
  forRequest(): Db;
  /**
   * Rejects unless a write would succeed now, which fails with a full disk, a read-only database or a lost
   * lock.
   */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The sandbox refuses this storage because it is unreachable, belongs to something else, or could lose
 * acknowledged data. The message is one sentence with the reason.
 */
export class StorageRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageRefused';
  }
}

/**
 * The connection to the database broke during a commit, or a single statement, which may or may not have
 * taken effect.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection to the database broke during a commit, which may have taken effect.', { cause });
    this.name = 'OutcomeUnknown';
  }
}

/** There is no connection to the database, or it broke before the commit; nothing took effect. */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached. Nothing was changed.', { cause });
    this.name = 'Unavailable';
  }
}

/** For a statement that only reads, which has no unknown outcome: `db.query(…).catch(nothingWasDone)`. */
export function nothingWasDone(error: unknown): never {
  throw error instanceof OutcomeUnknown ? new Unavailable(error) : error;
}

/** The SQLSTATE of a database error; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The only row of a result. Throws if there is not exactly one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}.`);
  return row;
}
