import { createMemoryStore } from 'deposit-slip/kit';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import { Pool } from 'pg';

function postgres(connectionString: string) {
  const pool = new Pool({ connectionString });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', ({ message }) => console.error('The database closed a connection:', message));
  return createPostgresStore(pool);
}

const url = process.env['DATABASE_URL'];

/** Where payments are kept. `npx deposit-slip-migrate` creates the tables. */
export const store = url ? postgres(url) : createMemoryStore();
