import type { PgClient, PgliteDatabase, PgPool, PgQueries } from 'deposit-slip/kit/postgres';

/** Lets the clock of a database stand still at a time. */
export async function setClock(db: PgQueries, now: number): Promise<void> {
  await db.query(
    `create or replace function deposit_slip.clock() returns bigint language sql volatile as $$ select ${now}::bigint $$`,
  );
}

/** Called before each statement. What it throws is thrown by the statement. */
export type Spy = (sql: string) => void;

function spied<Connection extends PgQueries>(connection: Connection, spy: Spy): Connection['query'] {
  return async (text, params) => {
    spy(text);
    return connection.query(text, params);
  };
}

/** A pool whose statements are seen. */
export function spyOnPool(pool: PgPool, spy: Spy): PgPool {
  return {
    query: spied(pool, spy),
    async connect(): Promise<PgClient> {
      const client = await pool.connect();
      return { query: spied(client, spy), release: (error) => client.release(error) };
    },
  };
}

/** A PGlite whose statements are seen, as if it were a pool of one. */
export function spyOnPglite(db: PgliteDatabase, spy: Spy): PgliteDatabase {
  return {
    query: spied(db, spy),
    transaction: (work) => db.transaction((tx) => work({ query: spied(tx, spy) })),
  };
}
