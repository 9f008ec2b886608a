import type { Queries } from '../db/db.js';

/** Who has accounts here. */
export interface Merchant {
  readonly id: bigint;
  readonly kind: 'individual' | 'business';
  readonly name: string;
  /** Null: none on record. */
  readonly email: string | null;
}

/** A merchant; undefined if there is none. */
export async function findMerchant(db: Queries, id: bigint): Promise<Merchant | undefined> {
  const [merchant] = await db.query<Merchant>('select id, kind, name, email from merchant where id = $1', [
    id,
  ]);
  return merchant;
}

/** Whether a merchant's account in a currency is active. */
export async function hasAccount(db: Queries, merchant: bigint, fiat: string): Promise<boolean> {
  const sql = `select 1 from account where merchant = $1 and currency = $2 and role = 'main'`;
  return (await db.query(sql, [merchant, fiat])).length > 0;
}
