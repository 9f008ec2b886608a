import type { PgClient, PgliteDatabase, PgPool, PgQueries } from 'deposit-slip/kit/postgres';

/** Stops the clock of a database at a given time. */
export async function setClock(db: PgQueries, now: number): Promise<void> {
  await db.query(
    `create or replace function deposit_slip.clock() returns bigint language sql volatile as $$ select ${now}::bigint $$`,
  );
}

/** Called before each statement. If it throws, the statement throws that error. */
export type Spy = (sql: string) => void;

function spied<Connection extends PgQueries>(connection: Connection, spy: Spy): Connection['query'] {
  return async (text, params) => {
    spy(text);
    return connection.query(text, params);
  };
}

/** A pool whose statements a test can observe. */
export function spyOnPool(pool: PgPool, spy: Spy): PgPool {
  return {
    query: spied(pool, spy),
    async connect(): Promise<PgClient> {
      const client = await pool.connect();
      return { query: spied(client, spy), release: (error) => client.release(error) };
    },
  };
}

/** A PGlite whose statements a test can observe, in the form of a pool with one connection. */
export function spyOnPglite(db: PgliteDatabase, spy: Spy): PgliteDatabase {
  return {
    query: spied(db, spy),
    transaction: (work) => db.transaction((tx) => work({ query: spied(tx, spy) })),
  };
}
