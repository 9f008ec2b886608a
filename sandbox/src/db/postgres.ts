import { randomUUID } from 'node:crypto';
import { Pool, types, type ClientBase, type PoolClient } from 'pg';
import {
  OutcomeUnknown,
  sqlState,
  Unavailable,
  type Db,
  type Param,
  type Queries,
  type StateCopies,
} from './db.js';
import { migrate } from './migrate.js';
import { retryConflicts } from './retry.js';
import { SESSION } from './schema.js';
import { checkServer } from './server.js';
import { deleteCopy, listCopies, restoreCopy, takeCopy, validateKeys } from './table-copies.js';

/** Default for the maximum number of connections of a process. */
export const CONNECTIONS = 10;

/** How long a request waits for a connection, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 30_000;

// Key of an advisory lock that every transaction and every single statement takes: shared, or exclusively for
// an exclusive transaction.
const LOCK_KEY = 7_305_001;
const BEGIN = `begin; select pg_advisory_xact_lock_shared(${LOCK_KEY})`;
const STOP_OTHERS = `select pg_advisory_xact_lock(${LOCK_KEY})`;

// Key of an advisory lock for everything that must not happen while a copy is taken or restored. It is taken
// before the other lock, so that work waiting for a copy does not make others wait too.
const COPY_KEY = 7_305_002;
const BEGIN_COPY = `begin; select pg_advisory_xact_lock(${COPY_KEY})`;
const BEGIN_EXCLUSIVE = `${BEGIN_COPY}; ${STOP_OTHERS}`;

/**
 * Connects to the database of a `postgres://` URL and migrates it to the newest schema.
 * @throws {StorageRefused} The server is unreachable or unsafe, or the schema belongs to something else.
 */
export async function openPostgres(url: string, connections = CONNECTIONS): Promise<Db> {
  const db = await connectPostgres(url, connections);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Connects to a database without changing it. */
export async function connectPostgres(url: string, connections = CONNECTIONS): Promise<Db> {
  await checkServer(url);
  return dbOf(poolOf(url, connections));
}

function poolOf(url: string, max: number): Pool {
  const options = {
    connectionString: url,
    application_name: 'deposit-slip-sandbox',
    max,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    // For `inOneTrip`. Everything else waits for each response.
    pipeline: true,
    types: { getTypeParser: parserOf },
    // The pool awaits this function, although its types do not say so.
    onConnect: prepareConnection,
  };
  const pool = new Pool(options);
  pool.on('error', () => undefined);
  return pool;
}

/** Applies the session's settings last, so that they override those of the URL, the role and the database. */
async function prepareConnection(client: ClientBase): Promise<void> {
  // A broken connection makes the next statement fail, which reports the error.
  client.on('error', () => undefined);
  await client.query(SESSION);
}

// The object ids of these types, the same in every PostgreSQL version.
const INT8 = 20;
const INT8_ARRAY = 1016;

// Returns int8 as bigint; `pg` returns it as a string.
function parserOf(oid: number): (text: string) => unknown {
  const parse = types.getTypeParser(oid) as (text: string) => unknown;
  if (oid === INT8) return BigInt;
  if (oid !== INT8_ARRAY) return parse;
  return (text) => (parse(text) as (string | null)[]).map((item) => (item === null ? null : BigInt(item)));
}

/** Copies and restores the tables, one copy at a time across all processes. */
function stateCopies(pool: Pool): StateCopies {
  const transaction = <Result>(work: (tx: Queries, client: PoolClient) => Promise<Result>) =>
    retryConflicts(() =>
      withConnection(
        pool,
        (client) => inTransaction(client, BEGIN_COPY, (tx) => work(tx, client)),
        Unavailable,
      ),
    );
  return {
    list: () => withConnection(pool, (client) => listCopies(queriesOf(client)), Unavailable),
    take: (name, describe) =>
      retryConflicts(() =>
        withConnection(
          pool,
          (client) =>
            inSnapshot(client, async (tx) => {
              const about = { name, ...(await describe(tx)) };
              await takeCopy(tx, about);
              return about;
            }),
          Unavailable,
        ),
      ),
    restore: async (name) => {
      const isRestored = await transaction((tx, client) =>
        restoreCopy(tx, name, async () => void (await client.query(STOP_OTHERS))),
      );
      // The state is restored even if this fails. The next restore does it again.
      if (isRestored) await transaction(validateKeys).catch(() => undefined);
      return isRestored;
    },
    delete: (name) => transaction((tx) => deleteCopy(tx, name)),
  };
}

/**
 * Runs `work` in a transaction whose statements all see the same rows. The lock belongs to the session: the
 * statement that takes a transaction lock would fix the visible rows before the lock is held.
 */
async function inSnapshot<Result>(
  client: PoolClient,
  work: (tx: Queries) => Promise<Result>,
): Promise<Result> {
  await client.query(`select pg_advisory_lock(${COPY_KEY})`);
  try {
    return await inTransaction(client, 'begin isolation level repeatable read', work);
  } finally {
    // If the connection is broken, the lock is released too.
    await client.query(`rollback; select pg_advisory_unlock(${COPY_KEY})`).catch(() => undefined);
  }
}

/** Creates a table of 128 KiB, which makes the server find space for it, and rolls it back. */
function tryToWrite(): string {
  const table = `room_${randomUUID().replaceAll('-', '')}`;
  return `begin; create table ${table} (content text);
    insert into ${table} select repeat('x', 1900) from generate_series(1, 64); rollback`;
}

function dbOf(pool: Pool): Db {
  let closed: Promise<void> | undefined;
  const single = <Result>(run: (queries: Queries) => Promise<Result>) =>
    retryConflicts(() => withConnection(pool, (client) => inOneTrip(client, run), OutcomeUnknown));
  const db: Db = {
    query: (sql, params) => single((queries) => queries.query(sql, params)),
    script: (sql) => single((queries) => queries.script(sql)),
    transaction: (work) =>
      retryConflicts(() => withConnection(pool, (client) => inTransaction(client, BEGIN, work), Unavailable)),
    exclusive: (work) =>
      retryConflicts(() =>
        withConnection(pool, (client) => inTransaction(client, BEGIN_EXCLUSIVE, work), Unavailable),
      ),
    atOneMoment: (work) =>
      retryConflicts(() => withConnection(pool, (client) => inSnapshot(client, work), Unavailable)),
    copies: stateCopies(pool),
    checkWritable: () =>
      withConnection(pool, async (client) => void (await client.query(tryToWrite())), Unavailable),
    // Statements of all requests run at once.
    forRequest: () => db,
    close: () => (closed ??= pool.end()),
  };
  return db;
}

/**
 * Takes a connection from the pool and returns it. After an error, rolls back the open transaction. If the
 * connection broke, throws `Broken`, because only the caller knows whether something may have been committed.
 */
async function withConnection<Result>(
  pool: Pool,
  use: (client: PoolClient) => Promise<Result>,
  Broken: typeof Unavailable | typeof OutcomeUnknown,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new Unavailable(error);
  });
  try {
    const result = await use(client);
    client.release();
    return result;
  } catch (error) {
    // If this fails too, the connection is broken: the pool closes it, and the server rolls back.
    const isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    client.release();
    throw isBroken && !isConclusive(error) ? new Broken(error) : error;
  }
}

/**
 * Whether an error already states the outcome of the statement: the server rejected it, or its outcome is
 * unknown.
 */
function isConclusive(error: unknown): boolean {
  return (
    error instanceof OutcomeUnknown ||
    (error instanceof Error && 'severity' in error && error.severity === 'ERROR')
  );
}

async function inTransaction<Result>(
  client: PoolClient,
  begin: string,
  work: (tx: Queries) => Promise<Result>,
): Promise<Result> {
  await client.query(begin);
  const result = await work(queriesOf(client));
  await commit(client);
  return result;
}

/**
 * Runs one statement in a transaction, because a statement must take the lock too: it may lock several tables
 * and so deadlock with a restore. Sends everything at once, so that this takes one round trip. If the
 * statement fails, the commit that follows it rolls back.
 */
async function inOneTrip<Result>(
  client: PoolClient,
  run: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const [, result] = await Promise.all([client.query(BEGIN), run(queriesOf(client)), commit(client)]);
  return result;
}

/**
 * Commits. If the connection is lost here, it is unknown whether the transaction took effect. The transaction
 * is not retried, because that could make two payments of one; a caller can safely repeat a request that has
 * a clientId.
 */
async function commit(client: PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query('commit'));
  } catch (error) {
    // These two error classes mean that the transaction was rolled back: integrity, serialization.
    if (/^(?:23|40)/.test(sqlState(error) ?? '')) throw error;
    throw new OutcomeUnknown(error);
  }
  // After a failed statement, PostgreSQL answers a commit with ROLLBACK instead of an error.
  if (command !== 'COMMIT')
    throw new Error('A statement of the transaction failed, so the transaction was rolled back.');
}

function queriesOf(client: PoolClient): Queries {
  return {
    query: async <Row>(text: string, params: readonly Param[] = []) => {
      // Always the extended protocol, as PGlite does: it accepts a single statement only.
      const statement = { text, values: [...params], queryMode: 'extended' };
      return (await client.query(statement)).rows as Row[];
    },
    script: async (sql) => {
      await client.query(sql);
    },
  };
}
