import type { Db } from '../../../src/db/db.js';
import { listActivations } from './commands/accounts.js';
import { compareFlows, listCrypto, listDeposits, listOrders } from './commands/lists.js';
import { assertSame } from './divergence.js';
import type { Harness } from './harness.js';
import type { MerchantChannel, Model } from './model/model.js';

const ORDER_KINDS = ['fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat'] as const;
const EVERYTHING = { currentPage: 1, pageSize: 100 };

/**
 * Compares the whole database with the model, through the API where it exposes the data, and checks every
 * invariant.
 */
export async function compareAll(harness: Harness): Promise<void> {
  await compareBalances(harness);
  await compareRows(harness);
  await compareFlows(harness, 'all');
  await listCrypto(harness, { pageSize: EVERYTHING.pageSize }, 'all');
  for (const orderType of ORDER_KINDS) await listOrders(harness, { orderType, ...EVERYTHING }, 'all');
  await listDeposits(harness);
  await listActivations(harness);
  assertSame('invariants', await harness.violations(), [], 'the violated invariants');
}

/** Compares the balances of merchants and the sums of the system accounts. */
async function compareBalances({ db, model }: Harness): Promise<void> {
  const merchants = `select merchant || ' ' || currency as name, balance from account where merchant is not null`;
  const expected = [...model.accounts].map(([name, { balance }]): [string, bigint] => [name, balance]);
  assertSame('balances', await balancesOf(db, merchants), sorted(expected), 'the balances');
  const system = `select a.role || ' ' || a.currency as name, sum(e.changed)::bigint as balance
     from entry e join account a on a.id = e.account where a.merchant is null group by 1`;
  const sums = await balancesOf(db, system);
  assertSame('balances', sums, sorted([...model.systemBalances]), 'the system accounts');
}

async function balancesOf(db: Db, sql: string): Promise<Readonly<Record<string, bigint>>> {
  const rows = await db.query<{ name: string; balance: bigint }>(sql);
  return sorted(rows.map(({ name, balance }) => [name, balance]));
}

const sorted = (pairs: readonly (readonly [string, bigint])[]) =>
  Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Compares the tables that the API exposes only in part, or only when a row is created. */
async function compareRows({ db, model }: Harness): Promise<void> {
  for (const [name, { sql, expected }] of Object.entries(TABLES))
    assertSame('rows', await db.query(sql), expected(model), `the ${name}`);
}

const TABLES: Readonly<Record<string, { sql: string; expected(model: Model): readonly unknown[] }>> = {
  claims: {
    sql: `select tx_id as "txId", merchant, client_id as "clientId", currency as fiat, amount, fee,
       payment_method as method from withdrawal order by tx_id`,
    expected: ({ claims }) =>
      claims.map(({ funding, merchant, clientId, fiat, amount, fee, method }) => {
        return { txId: funding.value, merchant, clientId: clientId ?? null, fiat, amount, fee, method };
      }),
  },
  transfers: {
    sql: `select from_id as sent, to_id as received, sender as from, recipient as to, client_id as "clientId",
       currency as fiat, amount, fee from transfer order by from_id`,
    expected: ({ transfers }) =>
      transfers.map(({ from, to, clientId, fiat, amount, fee, sent, received }) => {
        return { from, to, clientId, fiat, amount, fee, sent: sent.value, received: received.value };
      }),
  },
  'virtual accounts': {
    sql: `select merchant, payment_id as "paymentId", currency as fiat, alias, status
       from virtual_account order by id`,
    expected: ({ virtualAccounts }) => virtualAccounts,
  },
  channels: {
    sql: `select merchant, currency as fiat, trench, status, coalesce(fail_reason, '') as "failReason"
       from channel order by merchant, currency, trench collate "C"`,
    expected: ({ channels }) => {
      const key = ({ merchant, fiat, trench }: MerchantChannel) => `${merchant} ${fiat} ${trench}`;
      return channels.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
    },
  },
  fees: {
    sql: 'select basis_points::bigint as "basisPoints", fixed from fee order by operation',
    expected: ({ fees }) => [fees.claim, fees.transfer],
  },
};
