import type { Db } from '../../../src/db/db.js';
import type { Bench } from './bench.js';
import { listActivations } from './commands/accounts.js';
import { compareFlows, listCrypto, listDeposits, listOrders } from './commands/lists.js';
import { same } from './divergence.js';
import type { Model } from './model/model.js';

const ORDER_KINDS = ['fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat'] as const;
const WHOLE = { currentPage: 1, pageSize: 100 };

/** Holds all the database has against the model, through the API where it shows it; no invariant may be broken. */
export async function compareAll(bench: Bench): Promise<void> {
  await compareBalances(bench);
  await comparePayouts(bench);
  await compareAccounts(bench);
  await compareFlows(bench, 'all');
  await listCrypto(bench, { pageSize: WHOLE.pageSize }, 'all');
  for (const kind of ORDER_KINDS) await listOrders(bench, { kind, ...WHOLE }, 'all');
  await listDeposits(bench);
  await listActivations(bench);
  same('invariants', await bench.broken(), [], 'invariants that are broken');
}

/** Every merchant's balance, and what our own accounts sum to. */
async function compareBalances({ db, model }: Bench): Promise<void> {
  const balances = await db.query<{ name: string; balance: bigint }>(
    `select merchant || ' ' || currency as name, balance from account where merchant is not null`,
  );
  const expected = [...model.accounts].map(([name, { balance }]): [string, bigint] => [name, balance]);
  same('balances', byName(balances), sorted(expected), 'the balances');
  const sums = await db.query<{ name: string; balance: bigint }>(
    `select a.role || ' ' || a.currency as name, sum(e.changed)::bigint as balance
     from entry e join account a on a.id = e.account where a.merchant is null group by 1`,
  );
  same('balances', byName(sums), sorted([...model.ours]), 'what bank, fees and exchange hold');
}

const byName = (rows: readonly { name: string; balance: bigint }[]) =>
  sorted(rows.map(({ name, balance }) => [name, balance]));
const sorted = (pairs: readonly (readonly [string, bigint])[]) =>
  Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Claims and transfers, which the API tells of once, when they are made. */
async function comparePayouts({ db, model }: Bench): Promise<void> {
  const claims = await db.query(
    `select tx_id as "txId", merchant, client_id as "clientId", currency as fiat, amount, fee,
       payment_method as method from withdrawal order by tx_id`,
  );
  const expected = model.claims.map(({ funding, merchant, clientId, fiat, amount, fee, method }) => {
    return { txId: funding.value, merchant, clientId: clientId ?? null, fiat, amount, fee, method };
  });
  same('rows', claims, expected, 'the claims');
  await compareTransfers(db, model);
}

async function compareTransfers(db: Db, { transfers }: Model): Promise<void> {
  const rows = await db.query(
    `select from_id as sent, to_id as received, sender as from, recipient as to, client_id as "clientId",
       currency as fiat, amount, fee from transfer order by from_id`,
  );
  const expected = transfers.map(({ from, to, clientId, fiat, amount, fee, ...ids }) => {
    return { from, to, clientId, fiat, amount, fee, sent: ids.sent.value, received: ids.received.value };
  });
  same('rows', rows, expected, 'the transfers');
}

/** Virtual accounts and fees, which the API shows in parts. */
async function compareAccounts({ db, model }: Bench): Promise<void> {
  const accounts = await db.query(
    `select merchant, payment_id as "paymentId", currency as fiat, alias, status from virtual_account order by id`,
  );
  same('rows', accounts, model.virtualAccounts, 'the virtual accounts');
  const fees = await db.query(
    'select basis_points::bigint as "basisPoints", fixed from fee order by operation',
  );
  same('rows', fees, [model.fees.claim, model.fees.transfer], 'the fees');
}
