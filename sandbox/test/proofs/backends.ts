import { Client } from 'pg';

/** The sandboxes' connections as the server sees them. */
export interface Backends {
  /** Their process ids. */
  list(): Promise<readonly number[]>;
  /** Until so many of them wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  /** Until none of them is at work: each waits for its next command. */
  untilStill(): Promise<void>;
  /** Until none of these is left, or none at all: what they were doing is done, or rolled back. */
  untilGone(pids?: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

/** Watches those of the database at `url`. */
export async function watchBackends(url: string): Promise<Backends> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  const list = async (which = 'true'): Promise<readonly number[]> => {
    const sql = `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'deposit-slip-sandbox' and ${which}`;
    return (await client.query<{ pid: number }>(sql)).rows.map(({ pid }) => pid);
  };
  return {
    list,
    untilWaiting: async (count) => {
      while ((await list(`wait_event_type = 'Lock'`)).length < count);
    },
    untilStill: async () => {
      while ((await list(`state = 'active'`)).length > 0);
    },
    untilGone: async (pids) => {
      while ((await list()).some((pid) => pids?.includes(pid) ?? true));
    },
    close: () => client.end(),
  };
}

/** Holds a merchant's account, so that whoever wants to change it waits until it is let go. */
export async function holdAccount(url: string, merchant: number, fiat: string): Promise<() => Promise<void>> {
  const client = new Client(url);
  // Whoever stops the server meanwhile ends it too.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query(
    'select from deposit_slip_sandbox.account where merchant = $1 and currency = $2 for update',
    [merchant, fiat],
  );
  return () => client.end();
}
