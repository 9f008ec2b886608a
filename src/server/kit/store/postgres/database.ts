import { StoreError } from '../store.js';

/** The query methods that a connection of `pg` and a PGlite share. */
export interface PgQueries {
  query(text: string, params?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** A connection taken from a `pg` pool. */
export interface PgClient extends PgQueries {
  release(error?: Error | boolean): void;
  on?(event: 'error', listener: () => void): unknown;
  off?(event: 'error', listener: () => void): unknown;
}

/** A `Pool` of `pg`, or one with the same methods. */
export interface PgPool extends PgQueries {
  connect(): Promise<PgClient>;
}

/** A `PGlite`. */
export interface PgliteDatabase extends PgQueries {
  transaction<Result>(work: (tx: PgQueries) => Promise<Result>): Promise<Result>;
}

/**
 * A parameter of a statement. Amounts are decimal strings; lists and objects are JSON, because drivers
 * represent them differently otherwise.
 */
export type Param = string | number | boolean | null;

export interface Queries {
  /**
   * Runs one statement. Returns the value of the only column of its first row, a JSON object or array;
   * undefined if there is no row.
   */
  run<Json = unknown>(sql: string, params?: readonly Param[]): Promise<Json | undefined>;
}

/** A database. Rejects with a `StoreError` only. */
export interface Database extends Queries {
  /**
   * Runs `work` in one transaction, and repeats it after a conflict with another transaction. If it rejects,
   * nothing is changed.
   */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
}

/** SQLSTATEs of a transaction that was rolled back in favor of another: serialization failure, deadlock. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 5;

/**
 * States the isolation level: a merchant's database may have a different default, with which a transaction
 * would not see the rows it waited for.
 */
const BEGIN = 'begin isolation level read committed read write';

/** Throws a TypeError if `db` is neither a pool nor a PGlite. */
export function databaseOf(db: PgPool | PgliteDatabase): Database {
  const begin = transactionOf(db);
  return {
    run: (sql, params) => guard(() => queriesOf(db).run(sql, params)),
    transaction: (work) => guard(() => begin((connection) => complete(connection, work))),
  };
}

type Begin = <Result>(work: (connection: PgQueries) => Promise<Result>) => Promise<Result>;

function transactionOf(db: PgPool | PgliteDatabase): Begin {
  const has = (name: string): boolean =>
    typeof (db as unknown as Record<string, unknown>)?.[name] === 'function';
  if (has('query') && has('transaction')) return (work) => (db as PgliteDatabase).transaction(work);
  if (has('query') && has('connect')) return (work) => onClient(db as PgPool, work);
  throw new TypeError('Cannot create a PostgreSQL store: db must be a Pool of pg or a PGlite.');
}

async function onClient<Result>(pool: PgPool, work: (client: PgClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  // Without a listener, a connection that breaks between two statements would end the process. The next
  // statement reports the error.
  const ignore = (): void => undefined;
  client.on?.('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query(BEGIN);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: unknown) => {
      broken = cause instanceof Error ? cause : new Error('The rollback failed', { cause });
    });
    throw error;
  } finally {
    client.release(broken);
    client.off?.('error', ignore);
  }
}

/**
 * Rejects if a statement failed, even if `work` ignored the failure: the commit would silently be a rollback.
 */
async function complete<Result>(
  connection: PgQueries,
  work: (tx: Queries) => Promise<Result>,
): Promise<Result> {
  const queries = queriesOf(connection);
  const failures: unknown[] = [];
  const result = await work({
    run: async (sql, params) => {
      try {
        return await queries.run(sql, params);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  });
  if (failures.length > 0) throw failures[0];
  return result;
}

function queriesOf(connection: PgQueries): Queries {
  return {
    async run<Json>(sql: string, params: readonly Param[] = []) {
      if (params.some(isUnstorable))
        throw new StoreError('PostgreSQL cannot store text that is not valid Unicode');
      const { rows } = await connection.query(sql, [...params]);
      return valueOf(rows[0]) as Json | undefined;
    },
  };
}

/**
 * Drivers replace unpaired surrogates, so two different ids could become one. PostgreSQL cannot store NUL.
 */
function isUnstorable(param: Param): boolean {
  return typeof param === 'string' && /[\0\p{Cs}]/u.test(param);
}

/** A driver may be configured not to parse JSON. */
function valueOf(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return undefined;
  const [value] = Object.values(row) as unknown[];
  return typeof value === 'string' ? JSON.parse(value) : value;
}

async function guard<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await withRetries(run);
  } catch (cause) {
    throw cause instanceof StoreError ? cause : new StoreError('The database failed', { cause });
  }
}

async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !CONFLICTS.has(sqlStateOf(error))) throw error;
    }
    // Random, so that the same transactions do not conflict again.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * 2 ** attempt));
  }
}

/** The SQLSTATE of an error of the database. */
export function sqlStateOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
