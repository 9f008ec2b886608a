import { Client } from 'pg';

/** The sandboxes' connections, as the PostgreSQL server sees them. */
export interface Backends {
  /** Their process ids. */
  list(): Promise<readonly number[]>;
  /** Waits until at least `count` of them wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  /** Waits until none of them runs a statement. */
  untilIdle(): Promise<void>;
  /**
   * Waits until these connections, or all of them, have exited. Their transactions are then committed or
   * rolled back.
   */
  untilGone(pids?: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

/** Watches the connections to the database at `url`. */
export async function watchBackends(url: string): Promise<Backends> {
  const client = await connect(url);
  const list = async (condition = 'true'): Promise<readonly number[]> => {
    const sql = `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'deposit-slip-sandbox' and ${condition}`;
    return (await client.query<{ pid: number }>(sql)).rows.map(({ pid }) => pid);
  };
  return {
    list,
    untilWaiting: async (count) => {
      while ((await list(`wait_event_type = 'Lock'`)).length < count);
    },
    untilIdle: async () => {
      while ((await list(`state = 'active'`)).length > 0);
    },
    untilGone: async (pids) => {
      while ((await list()).some((pid) => pids?.includes(pid) ?? true));
    },
    close: () => client.end(),
  };
}

/** Locks a merchant's account, so that every change to it waits until the returned function is called. */
export async function holdAccount(url: string, merchant: number, fiat: string): Promise<() => Promise<void>> {
  const client = await connect(url);
  await client.query('begin');
  await client.query(
    'select from deposit_slip_sandbox.account where merchant = $1 and currency = $2 for update',
    [merchant, fiat],
  );
  return () => client.end();
}

/** Locks a table, so that every statement on it waits until the returned function is called. */
export async function holdTable(
  url: string,
  table: string,
  mode = 'access exclusive',
): Promise<() => Promise<void>> {
  const client = await connect(url);
  await client.query(`begin; lock table deposit_slip_sandbox.${table} in ${mode} mode`);
  return () => client.end();
}

async function connect(url: string): Promise<Client> {
  const client = new Client(url);
  // Stopping the server also ends this connection.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
