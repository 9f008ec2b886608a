import { Client } from 'pg';

/** Checks the ledger from outside the sandboxes, on a connection of its own. */
export interface LedgerReader {
  /** Reads one snapshot of the ledger and returns a line for each total that is wrong. */
  check(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * Opens a reader of the database at `url`. It queries only tables, not the views and functions of the
 * sandbox's schema.
 */
export async function openLedgerReader(url: string): Promise<LedgerReader> {
  const client = new Client(url);
  await client.connect();
  await client.query('set search_path to deposit_slip_sandbox');
  return {
    check: async () => {
      await client.query('begin isolation level repeatable read read only');
      const wrong: string[] = [];
      for (const sql of [ENTRIES_SUM_TO_ZERO, BALANCE_IS_LAST_TOTAL, ENTRIES_MATCH_OPERATIONS])
        wrong.push(...(await client.query<{ wrong: string }>(sql)).rows.map((row) => row.wrong));
      await client.query('commit');
      return wrong;
    },
    close: () => client.end(),
  };
}

const ENTRIES_SUM_TO_ZERO = `select format('%s: all entries sum to %s', a.currency, sum(e.changed)) as wrong
  from entry e join account a on a.id = e.account group by a.currency having sum(e.changed) <> 0`;

const BALANCE_IS_LAST_TOTAL = `select format('account %s: balance %s after %s, last total %s after %s of %s entries', a.id, a.balance,
    a.seq, last.total, last.seq, booked.entries) as wrong
  from account a
  left join lateral (select e.total, e.seq from entry e where e.account = a.id order by e.seq desc limit 1) last on true
  cross join lateral (select count(*) as entries, coalesce(sum(e.changed), 0) as changed from entry e
    where e.account = a.id) booked
  where a.merchant is not null and (a.balance < 0 or a.balance <> booked.changed or a.seq <> booked.entries
    or (a.balance, a.seq) <> (coalesce(last.total, 0), coalesce(last.seq, 0)))`;

// Compares the money that the rows of deposits, claims and transfers move with the money that the entries
// move. No more of a deposit is returned than arrived. Orders move money too, but this test creates none, and
// the seeded ones are in other currencies.
const ENTRIES_MATCH_OPERATIONS = `with
  claim as (select w.*, 1 as sign from withdrawal w union all select w.*, -1 from withdrawal w
    where exists (select from entry e where e.tx_id = w.tx_id and e.flow_type = 'WITHDRAW_ROLLBACK')),
  kept as (select d.merchant, d.currency, greatest(0, d.amount + coalesce((select sum(e.changed) from entry e
    where e.ext_id = 'D' || d.id and e.flow_type = 'DEPOSIT' and e.total is not null and e.changed < 0), 0)) as amount
    from deposit d where d.entry is not null),
  moved (merchant, role, currency, minor) as (
    select s.merchant, s.role, d.currency, s.minor from kept d
      cross join lateral (values (d.merchant, 'main', d.amount), (null, 'bank', -d.amount)) s (merchant, role, minor)
    union all select s.merchant, s.role, c.currency, c.sign * s.minor from claim c
      cross join lateral (values (c.merchant, 'main', -c.amount - c.fee), (null, 'bank', c.amount),
        (null, 'fees', c.fee)) s (merchant, role, minor)
    union all select s.merchant, s.role, t.currency, s.minor from transfer t
      cross join lateral (values (t.sender, 'main', -t.amount - t.fee), (t.recipient, 'main', t.amount),
        (null, 'fees', t.fee)) s (merchant, role, minor)
    union all select a.merchant, a.role, a.currency, -e.changed from entry e join account a on a.id = e.account)
  select format('%s %s %s: %s more in operations than in entries', merchant, role, currency, sum(minor)) as wrong
  from moved where currency in ('MXN', 'ARS') group by merchant, role, currency having sum(minor) <> 0`;
