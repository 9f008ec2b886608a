import type { Method } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import type { Merchant } from './merchants.js';

/** A merchant that can be paid by a deposit method. */
export interface Payee extends Merchant {
  /** Whether the merchant has an active account in the method's currency. */
  readonly hasAccount: boolean;
  /** Status of the requested virtual account; null if the merchant has none with that alias. */
  readonly aliasStatus: number | null;
}

/** Finds a merchant as the payee of a method. `alias` names a virtual account; empty means the merchant's own account. */
export async function findPayee(
  db: Queries,
  { merchant, method, alias }: { readonly merchant: bigint; readonly method: Method; readonly alias: string },
): Promise<Payee | undefined> {
  const [payee] = await db.query<Payee>(
    `select m.id, m.kind, m.name, m.email, a.id is not null as "hasAccount", v.status as "aliasStatus"
     from merchant m
     left join account a on a.merchant = m.id and a.currency = $3 and a.role = 'main'
     left join virtual_account v on v.merchant = m.id and v.payment_id = $2 and v.alias = $4
     where m.id = $1`,
    [merchant, method.id, method.fiat, alias],
  );
  return payee;
}
