import { Pool, type PoolClient } from 'pg';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import { sharedServer } from '../../../sandbox/test/postgres.js';

/** A database that a Worker reaches over HTTP, as it does the databases for such platforms. */
interface WorkerDatabase {
  /** The module \`pool\` of the Worker. Its binding DATABASE takes the requests. */
  readonly pool: string;
  /** Answers a request. */
  answer(body: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * A statement. With a `session`, it runs on the connection of that session; without a text, the session ends.
 */
interface Statement {
  readonly session?: string;
  readonly text?: string;
  readonly params?: unknown[];
}

/** Creates a database with the kit's tables. */
export async function createDatabase(): Promise<WorkerDatabase> {
  const connectionString = await (await sharedServer()).createDatabase();
  const pool = new Pool({ connectionString });
  await createPostgresStore(pool).migrate();
  const sessions = new Map<string, PoolClient>();
  async function run({ session, text, params }: Statement): Promise<object> {
    if (session === undefined) return (await pool.query(text!, params)).rows;
    const client = sessions.get(session) ?? (await pool.connect());
    sessions.set(session, client);
    if (text !== undefined) return (await client.query(text, params)).rows;
    sessions.delete(session);
    client.release();
    return [];
  }
  return {
    pool: POOL,
    async answer(body) {
      try {
        return JSON.stringify({ rows: await run(JSON.parse(body) as Statement) });
      } catch (error) {
        const { message, code } = error as Error & { readonly code?: string };
        return JSON.stringify({ error: { message, code } });
      }
    },
    close: () => pool.end(),
  };
}

const POOL = `
  import type { PgPool } from 'deposit-slip/kit/postgres';

  interface Binding { fetch(url: string, init: object): Promise<Response> }

  export function poolOf(env: object): PgPool {
    const { DATABASE } = env as { readonly DATABASE: Binding };
    const send = async (statement: object) => {
      const response = await DATABASE.fetch('http://database/', { method: 'POST', body: JSON.stringify(statement) });
      const { rows, error } = await response.json();
      if (error) throw Object.assign(new Error(error.message), { code: error.code });
      return { rows };
    };
    return {
      query: (text, params) => send({ text, params }),
      async connect() {
        const session = crypto.randomUUID();
        return {
          query: (text, params) => send({ session, text, params }),
          release: () => void send({ session }),
        };
      },
    };
  }`;
