import { onlyRow, type Queries } from '../db/db.js';
import { fromMinor, toMinor } from 'deposit-slip/core';
import { notFound } from '../http/api-error.js';
import { findMerchant, type Merchant } from './merchants.js';

/** A merchant to add. */
export interface NewMerchant extends Merchant {
  /** The currencies of its accounts, each with the decimal amount of its opening deposit. */
  readonly balances: Readonly<Record<string, string>>;
}

/**
 * Adds a merchant with its accounts and opening deposits. False if a merchant with this id exists, which
 * stays unchanged.
 */
export async function addMerchant(tx: Queries, merchant: NewMerchant): Promise<boolean> {
  const { id, kind, name, email, balances } = merchant;
  const added = await tx.query(
    'insert into merchant (id, kind, name, email) values ($1, $2, $3, $4) on conflict do nothing returning id',
    [id, kind, name, email],
  );
  if (added.length === 0) return false;
  await tx.query('select open_channels($1, $2::text[])', [id, Object.keys(balances)]);
  for (const [fiat, amount] of Object.entries(balances)) {
    const minor = toMinor(amount)!;
    if (minor > 0n)
      await tx.query(
        `select credit_deposit($1, $2, $3, $4, null, null, null, null, 'Opening balance', null)`,
        [id, fiat, minor, amount],
      );
  }
  return true;
}

/** A merchant and its balances, as decimal strings. */
export interface MerchantWithBalances extends Merchant {
  readonly balances: Readonly<Record<string, string>>;
}

/** Lists all merchants by id. */
export async function listMerchants(db: Queries): Promise<MerchantWithBalances[]> {
  const rows = await db.query<Merchant & { fiats: string[]; amounts: bigint[] }>(
    `select m.id, m.kind, m.name, m.email, coalesce(array_agg(a.currency order by a.id) filter (where a.id is not null), '{}') as fiats,
       coalesce(array_agg(a.balance order by a.id) filter (where a.id is not null), '{}') as amounts
     from merchant m left join account a on a.merchant = m.id group by m.id order by m.id`,
  );
  return rows.map(({ fiats, amounts, ...merchant }) => ({
    ...merchant,
    balances: Object.fromEntries(fiats.map((fiat, at) => [fiat, fromMinor(amounts[at]!)])),
  }));
}

/** A stored payment method to add, which claims can be paid to. */
export interface NewPaymentMethod {
  readonly id: bigint;
  readonly merchant: bigint;
  readonly fiat: string;
  readonly name: string;
}

/**
 * Adds a payment method. False if one with this id exists, which stays unchanged. Throws a 404 if the
 * merchant does not exist.
 */
export async function addPaymentMethod(tx: Queries, method: NewPaymentMethod): Promise<boolean> {
  const { id, merchant, fiat, name } = method;
  if (!(await findMerchant(tx, merchant))) throw notFound('Merchant', merchant);
  const added = await tx.query(
    'insert into payment_method (id, merchant, currency, name) values ($1, $2, $3, $4) on conflict do nothing returning id',
    [id, merchant, fiat, name],
  );
  return added.length > 0;
}

/**
 * Gives a token access to merchants, in addition to its existing access. Throws a 404 for a merchant that
 * does not exist.
 */
export async function grantAccess(tx: Queries, token: string, merchants: readonly bigint[]): Promise<void> {
  for (const merchant of merchants) {
    if (!(await findMerchant(tx, merchant))) throw notFound('Merchant', merchant);
    await tx.query('insert into access_token values ($1, $2) on conflict do nothing', [token, merchant]);
  }
}

/** Revokes the access that was given to a token. */
export async function revokeAccess(tx: Queries, token: string): Promise<void> {
  await tx.query('delete from access_token where token = $1', [token]);
}

/** The tokens that were given access. */
export async function addedTokens(db: Queries): Promise<readonly string[]> {
  return (await db.query<{ token: string }>('select distinct token from access_token')).map(
    ({ token }) => token,
  );
}

/** The merchants that a token was given access to. */
export async function merchantsOfToken(db: Queries, token: string): Promise<readonly bigint[]> {
  const sql = 'select merchant from access_token where token = $1 order by merchant';
  return (await db.query<{ merchant: bigint }>(sql, [token])).map(({ merchant }) => merchant);
}

/** The clock. `now` is in milliseconds. */
export interface Clock {
  readonly now: bigint;
  readonly frozen: boolean;
}

/**
 * A change of the clock: first the time is set to `now`, then moved by `advance`; both are in milliseconds.
 */
export interface ClockChange {
  readonly now?: bigint | undefined;
  readonly advance?: bigint | undefined;
  /** Whether the clock stops or runs; undefined leaves it unchanged. */
  readonly freeze?: boolean | undefined;
}

export async function readClock(db: Queries): Promise<Clock> {
  const sql = 'select clock_ms() as now, stopped_at is not null as frozen from clock';
  return onlyRow(await db.query<Clock>(sql));
}

export async function setClock(db: Queries, { now, advance = 0n, freeze }: ClockChange): Promise<void> {
  await db.query('select set_clock($1, $2, $3)', [now ?? null, advance, freeze ?? null]);
}

/** Sets the clock back to the system's time. */
export async function resetClock(db: Queries): Promise<void> {
  await db.query('update clock set ahead = 0, stopped_at = null');
}
