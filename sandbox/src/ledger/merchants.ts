import { nothingWasDone, type Queries } from '../db/db.js';

/** A merchant: the holder of accounts. */
export interface Merchant {
  readonly id: bigint;
  readonly kind: 'individual' | 'business';
  readonly name: string;
  /** Null if the merchant has no e-mail address on record. */
  readonly email: string | null;
}

/** Finds a merchant; undefined if it does not exist. */
export async function findMerchant(db: Queries, id: bigint): Promise<Merchant | undefined> {
  const sql = 'select id, kind, name, email from merchant where id = $1';
  const [merchant] = await db.query<Merchant>(sql, [id]).catch(nothingWasDone);
  return merchant;
}

/** Whether a merchant has an active account in a currency. */
export async function hasAccount(db: Queries, merchant: bigint, fiat: string): Promise<boolean> {
  const sql = `select 1 from account where merchant = $1 and currency = $2 and role = 'main'`;
  return (await db.query(sql, [merchant, fiat])).length > 0;
}
