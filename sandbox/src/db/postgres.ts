import { randomUUID } from 'node:crypto';
import { Pool, types, type ClientBase, type PoolClient } from 'pg';
import { OutcomeUnknown, sqlState, Unavailable, type Db, type Param, type Queries } from './db.js';
import { migrate } from './migrate.js';
import { retryConflicts } from './retry.js';
import { SCHEMA, SESSION } from './schema.js';
import { checkServer } from './server.js';

/** Default for the maximum number of connections of a process. */
export const CONNECTIONS = 10;

/** How long a request waits for a connection, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 30_000;

/** By this name, the server knows the connections of all sandboxes. */
const APPLICATION = 'deposit-slip-sandbox';

// Key of an advisory lock of exclusive transactions: they run one at a time, even if there are no tables yet.
const EXCLUSIVE_KEY = 7_305_001;

/** All tables, each before those that it refers to, which a statement usually locks later. */
const TABLES = `select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = '${SCHEMA}' and c.relkind = 'r' order by c.oid desc`;

/**
 * Begins an exclusive transaction: locks all tables in one order. A transaction that locks its tables in
 * another order deadlocks with it. Under load there is always one, so this transaction must not be the one
 * that gives way: it waits for less than `deadlock_timeout`, then cancels those that hold the table and wait
 * themselves, and waits again. If the table is used for seconds, this transaction lets everybody go on, and
 * is repeated itself.
 */
const BEGIN_EXCLUSIVE = `begin; select pg_advisory_xact_lock(${EXCLUSIVE_KEY});
do $$
declare
  configured text := current_setting('lock_timeout');
  wanted regclass;
begin
  perform set_config('lock_timeout', least(100, setting::int / 2) || 'ms', true)
    from pg_settings where name = 'deadlock_timeout';
  for wanted in ${TABLES} loop
    for attempt in 1..50 loop
      begin
        execute format('lock table %s in access exclusive mode', wanted);
        exit;
      exception when lock_not_available then
        perform pg_cancel_backend(pid) from pg_stat_activity a
          where application_name = '${APPLICATION}' and usename = session_user and wait_event_type = 'Lock'
            and exists (select from pg_locks l where l.pid = a.pid and l.relation = wanted and l.granted
              and l.database = a.datid);
        if attempt = 50 then
          raise serialization_failure using message = 'A table is used for too long.';
        end if;
      end;
    end loop;
  end loop;
  perform set_config('lock_timeout', configured, true);
end $$`;

/**
 * Begins the second attempt of a canceled transaction: it waits for the exclusive transaction that canceled
 * it, and makes the next one wait. So a transaction is canceled once, however many resets follow each other.
 */
const BEGIN_BETWEEN_EXCLUSIVE = `begin; select pg_advisory_xact_lock_shared(${EXCLUSIVE_KEY})`;

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
    application_name: APPLICATION,
    max,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
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

/**
 * The statements that begin a transaction whose statements all see the same rows. They first lock the tables:
 * if one were truncated after that moment, its rows would be gone for this transaction too.
 */
async function readBeginAtOneMoment(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  const names = rows.map(({ name }) => name).join(', ');
  return `begin isolation level repeatable read; lock table ${names} in access share mode`;
}

/** Creates a table of 128 KiB, which makes the server find space for it, and rolls it back. */
function tryToWrite(): string {
  const table = `room_${randomUUID().replaceAll('-', '')}`;
  return `begin; create table ${table} (content text);
    insert into ${table} select repeat('x', 1900) from generate_series(1, 64); rollback`;
}

function dbOf(pool: Pool): Db {
  let closed: Promise<void> | undefined;
  const connected = <Result>(use: (client: PoolClient) => Promise<Result>, Broken: Failure = Unavailable) =>
    withConnection(pool, use, Broken);
  const between = <Result>(work: Work<Result>) =>
    connected((client) => inTransaction(client, BEGIN_BETWEEN_EXCLUSIVE, work));
  // A single statement commits itself.
  const single = <Result>(work: Work<Result>) =>
    retryConflicts(
      () => connected((client) => work(queriesOf(client)), OutcomeUnknown),
      () => between(work),
    );
  const repeat = <Result>(run: () => Promise<Result>) => retryConflicts(run, run);
  const db: Db = {
    query: (sql, params) => single((queries) => queries.query(sql, params)),
    script: (sql) => single((queries) => queries.script(sql)),
    transaction: (work) =>
      retryConflicts(
        () => connected((client) => inTransaction(client, 'begin', work)),
        () => between(work),
      ),
    exclusive: (work) => repeat(() => connected((client) => inTransaction(client, BEGIN_EXCLUSIVE, work))),
    atOneMoment: (work) =>
      repeat(() =>
        connected(async (client) => inTransaction(client, await readBeginAtOneMoment(client), work)),
      ),
    checkWritable: () => connected(async (client) => void (await client.query(tryToWrite()))),
    // Statements of all requests run at once.
    forRequest: () => db,
    close: () => (closed ??= pool.end()),
  };
  return db;
}

type Work<Result> = (queries: Queries) => Promise<Result>;
type Failure = typeof Unavailable | typeof OutcomeUnknown;

/**
 * Takes a connection from the pool and returns it. After an error, rolls back the open transaction. If the
 * connection broke, throws `Broken`, because only the caller knows whether something may have been committed.
 */
async function withConnection<Result>(
  pool: Pool,
  use: (client: PoolClient) => Promise<Result>,
  Broken: Failure,
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

async function inTransaction<Result>(client: PoolClient, begin: string, work: Work<Result>): Promise<Result> {
  await client.query(begin);
  const result = await work(queriesOf(client));
  await commit(client);
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
    // These errors mean that the transaction was rolled back: integrity, serialization, canceled.
    if (/^(?:23|40|57014)/.test(sqlState(error) ?? '')) throw error;
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
