import { Pool, types, type ClientBase, type PoolClient } from 'pg';
import { sqlState, type Db, type Param, type Queries } from './db.js';
import { migrate } from './migrate.js';
import { retried, retriedStatement } from './retry.js';
import { SESSION } from './schema.js';
import { checkServer } from './server.js';

/** Connections a process opens at most: as many as a few cores can serve. */
export const CONNECTIONS = 10;

/** How long a request waits for a connection, milliseconds: far longer than a busy server needs. */
const PATIENCE = 30_000;

// Any constant: everyone takes it for every transaction, shared or alone.
const GATE = 7_305_001;
const BEGIN = `begin; select pg_advisory_xact_lock_shared(${GATE})`;
const BEGIN_EXCLUSIVE = `begin; select pg_advisory_xact_lock(${GATE})`;

/** The connection broke while the database was asked to commit: nobody here knows whether it did. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection to the database broke during a commit; what was asked may have been done.', {
      cause,
    });
    this.name = 'OutcomeUnknown';
  }
}

/**
 * Opens a database of a PostgreSQL server, by its `postgres://` address, with the newest schema.
 * @throws {StorageRefused} Its storage is not safe, not ours, or not there.
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

/** The database as it is. */
export async function connectPostgres(url: string, connections = CONNECTIONS): Promise<Db> {
  await checkServer(url);
  return dbOf(poolOf(url, connections));
}

function poolOf(url: string, max: number): Pool {
  const options = {
    connectionString: url,
    application_name: 'deposit-slip-sandbox',
    max,
    connectionTimeoutMillis: PATIENCE,
    keepAlive: true,
    types: { getTypeParser: parserOf },
    // The pool waits for it, though its types do not say so.
    onConnect: enter,
  };
  const pool = new Pool(options);
  pool.on('error', () => undefined);
  return pool;
}

/** After the settings of the address, the role and the database, so that none of theirs is in force. */
async function enter(client: ClientBase): Promise<void> {
  // A connection may break at any time. Whoever uses it is told by the statement that fails.
  client.on('error', () => undefined);
  await client.query(SESSION);
}

// Ids of these types in every PostgreSQL.
const INT8 = 20;
const INT8_ARRAY = 1016;

// int8 as bigint; `pg` gives digits.
function parserOf(oid: number): (text: string) => unknown {
  const parse = types.getTypeParser(oid) as (text: string) => unknown;
  if (oid === INT8) return BigInt;
  if (oid !== INT8_ARRAY) return parse;
  return (text) => (parse(text) as (string | null)[]).map((item) => (item === null ? null : BigInt(item)));
}

function dbOf(pool: Pool): Db {
  let closed: Promise<void> | undefined;
  return {
    query: (sql, params) =>
      retriedStatement(() => borrowed(pool, (client) => queriesOf(client).query(sql, params))),
    script: (sql) => retried(() => borrowed(pool, (client) => queriesOf(client).script(sql))),
    transaction: (work) => retried(() => borrowed(pool, (client) => within(client, BEGIN, work))),
    exclusive: (work) => retried(() => borrowed(pool, (client) => within(client, BEGIN_EXCLUSIVE, work))),
    close: () => (closed ??= pool.end()),
  };
}

/** Uses a connection and gives it back, as it was: whatever an error left under way on it is ended. */
async function borrowed<Result>(pool: Pool, use: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await use(client);
    client.release();
    return result;
  } catch (error) {
    // Where this fails too the connection is broken: the pool closes it, and the server rolls back by itself.
    await client.query('rollback').catch(() => undefined);
    client.release();
    throw error;
  }
}

async function within<Result>(
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
 * A connection lost here leaves open whether the transaction took effect. It is never run again: that could make one
 * payment two. The caller is told that the outcome is unknown; one who asked with a clientId can ask again.
 */
async function commit(client: PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query('commit'));
  } catch (error) {
    // These two classes of answer say that it was rolled back: integrity, serialization.
    if (/^(?:23|40)/.test(sqlState(error) ?? '')) throw error;
    throw new OutcomeUnknown(error);
  }
  // The commit of a transaction in which a statement failed is no error to PostgreSQL: it rolls back and says so here.
  if (command !== 'COMMIT') throw new Error('A statement of the transaction failed: nothing was kept.');
}

function queriesOf(client: PoolClient): Queries {
  return {
    query: async <Row>(text: string, params: readonly Param[] = []) => {
      // Always the extended protocol, as PGlite does: it takes one statement alone.
      const statement = { text, values: [...params], queryMode: 'extended' };
      return (await client.query(statement)).rows as Row[];
    },
    script: async (sql) => {
      await client.query(sql);
    },
  };
}
