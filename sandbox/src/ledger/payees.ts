import type { Method } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import type { Merchant } from './merchants.js';

/** A merchant as a payee. */
export interface Payee extends Merchant {
  /** Whether its account in the method's currency is active. */
  readonly hasAccount: boolean;
  /** Of the virtual account asked for; null where there is none of that alias. */
  readonly aliasStatus: number | null;
}

/** A merchant as a payee of a method, by an alias or (empty) by itself; undefined if there is none. */
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
