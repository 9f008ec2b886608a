import { Client } from 'pg';

/** The sandboxes' connections as the server sees them. */
export interface Backends {
  /** Until so many of them wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  /** Until none is left: whatever they were doing is done, or rolled back. */
  untilGone(): Promise<void>;
  close(): Promise<void>;
}

/** Watches those of the database at `url`. */
export async function watchBackends(url: string): Promise<Backends> {
  const client = new Client(url);
  await client.connect();
  const count = async (which: string): Promise<number> => {
    const sql = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'deposit-slip-sandbox' and ${which}`;
    return (await client.query<{ count: number }>(sql)).rows[0]!.count;
  };
  return {
    untilWaiting: async (many) => {
      while ((await count(`wait_event_type = 'Lock'`)) < many);
    },
    untilGone: async () => {
      while ((await count('true')) > 0);
    },
    close: () => client.end(),
  };
}

/** Holds a merchant's account, so that whoever wants to change it waits, until it is let go. */
export async function holdAccount(url: string, merchant: number, fiat: string): Promise<() => Promise<void>> {
  const client = new Client(url);
  await client.connect();
  await client.query('begin');
  await client.query(
    'select from deposit_slip_sandbox.account where merchant = $1 and currency = $2 for update',
    [merchant, fiat],
  );
  return () => client.end();
}
