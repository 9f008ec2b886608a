import { FIATS, VIRTUAL_ACCOUNT_FIATS } from 'deposit-slip/contract';
import type { Queries } from './db/db.js';

/** Token -> merchants, as seeded. */
export const SEEDED_MERCHANTS = { own: [1001n, 1002n], other: [2001n] } as const;

/** Everything seeded happened then: long before any deposit to come, and the same on every start. */
const OPENED_AT = BigInt(Date.UTC(2025, 0, 1));

/** The opening balance of every account, in minor units. */
const OPENING = 100_000_000n;

/** Fills an empty schema: the merchants and everything that is theirs. */
export async function fill(tx: Queries): Promise<void> {
  await fillMerchants(tx);
  await fillBalances(tx, OPENED_AT);
  await fillAccounts(tx);
  await fillOrders(tx);
  await fillCryptoTransfers(tx);
  // What the orders took comes back, so that every balance is the opening one.
  await fillBalances(tx, OPENED_AT + 1n);
}

async function fillMerchants(tx: Queries): Promise<void> {
  await tx.script(`insert into merchant (id, kind, name, email) values
    (1001, 'individual', 'Tienda Sol', 'sol@merchant.example'),
    (1002, 'business', 'Mercado Luna', 'luna@merchant.example'),
    (2001, 'individual', 'Otra Tienda', null)`);
  const { own, other } = SEEDED_MERCHANTS;
  for (const merchant of own) await tx.query('select open_accounts($1, $2::text[])', [merchant, FIATS]);
  // One account without a balance, so that tests of access have something foreign to find.
  for (const merchant of other) await tx.query('select open_accounts($1, $2::text[])', [merchant, ['MXN']]);
}

/** Deposits like any other, so that the ledger is whole. */
async function fillBalances(tx: Queries, at: bigint): Promise<void> {
  await tx.query(
    `select credit_deposit(merchant, currency, missing, to_char(missing / 100.0, 'FM9999999990.00'), null, null, null,
       null, 'Opening balance', $2)
     from (select merchant, currency, $1 - balance as missing from account where merchant = any($3::bigint[]) order by id) a
     where missing > 0`,
    [OPENING, at, SEEDED_MERCHANTS.own],
  );
}

/** Stored payment methods, and a virtual account in each status for each payment id that has some. */
async function fillAccounts(tx: Queries): Promise<void> {
  await tx.script(`insert into payment_method (id, merchant, currency, name) values
    (501, 1001, 'MXN', 'Tienda Sol, MXN'), (502, 1001, 'ARS', 'Tienda Sol, ARS'),
    (503, 1002, 'MXN', 'Mercado Luna, MXN'), (504, 1002, 'ARS', 'Mercado Luna, ARS')`);
  const listed = Object.entries(VIRTUAL_ACCOUNT_FIATS);
  await tx.query(
    `insert into virtual_account (merchant, payment_id, currency, alias, status, at)
     select merchant, payment_id, currency, alias, status, $1 from unnest($2::bigint[]) merchant
     cross join unnest($3::int[], $4::text[]) m (payment_id, currency)
     cross join (values (1, 'norte'), (2, 'centro'), (3, 'sur')) a (status, alias)
     order by merchant, payment_id, status`,
    [OPENED_AT, SEEDED_MERCHANTS.own, listed.map(([id]) => BigInt(id)), listed.map(([, fiat]) => fiat)],
  );
}

/** An order of each kind and status for each merchant. Purchases are paid from the PEN account. */
async function fillOrders(tx: Queries): Promise<void> {
  const seeds = `unnest($2::bigint[]) merchant cross join order_status s`;
  const params = [OPENED_AT, SEEDED_MERCHANTS.own];
  await tx.query(
    `insert into crypto_order (kind, client_id, merchant, payment_id, crypto, currency, price, crypto_amount, amount, fee,
       status, at)
     select s.kind, 'seed-' || s.kind || '-' || s.status, merchant, 95, 'USDT', 'PEN', '3.75', '100.00', 37500, 188, 10, $1
     from ${seeds} where s.kind <> 'fiat_to_fiat' order by merchant, s.kind, s.status`,
    params,
  );
  await tx.query(
    `insert into fiat_order (client_id, merchant, price, in_currency, in_payment_id, in_amount, in_fee, out_currency,
       out_payment_id, out_amount, out_fee, status, at)
     select 'seed-' || s.kind || '-' || s.status, merchant, '79.20', 'MXN', 105, 100000, 500, 'ARS', 63, 7920000, 39600, 10, $1
     from ${seeds} where s.kind = 'fiat_to_fiat' order by merchant, s.status`,
    params,
  );
  await tx.query(
    `select move_order(o.id, s.status, $1) from (select id, kind, client_id from crypto_order
       union all select id, kind, client_id from fiat_order) o
     join order_status s on o.client_id = 'seed-' || s.kind || '-' || s.status where s.status > 10 order by o.id`,
    [OPENED_AT],
  );
}

async function fillCryptoTransfers(tx: Queries): Promise<void> {
  await tx.query(
    `select transfer_crypto(sender, recipient, symbol, units, 'seed-' || place, $1)
     from (values (1, 1001, 1002, 'USDT', 250500000), (2, 1002, 1001, 'BTC', 1500000), (3, 1001, 2001, 'USDC', 40000000))
       t (place, sender, recipient, symbol, units) order by place`,
    [OPENED_AT],
  );
}
