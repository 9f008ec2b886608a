import type { Method } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import type { Merchant } from './merchants.js';

/** A merchant that can be paid by a deposit method. */
export interface Payee extends Merchant {
  /** The channel that serves the method. */
  readonly channel: string;
  /** Whether the merchant's account on that channel is active. */
  readonly isActive: boolean;
  /** Status of the requested virtual account; null if the merchant has none with that alias. */
  readonly aliasStatus: number | null;
}

/** Finds a merchant as the payee of a method. `alias` names a virtual account; empty means the merchant's own account. */
export async function findPayee(
  db: Queries,
  { merchant, method, alias }: { readonly merchant: bigint; readonly method: Method; readonly alias: string },
): Promise<Payee | undefined> {
  const [payee] = await db.query<Payee>(
    `select m.id, m.kind, m.name, m.email, d.trench as channel, v.status as "aliasStatus",
       coalesce(c.status = 'active', false) as "isActive"
     from merchant m
     join deposit_method d on d.payment_id = $2
     left join channel c on c.merchant = m.id and c.currency = d.currency and c.trench = d.trench
     left join virtual_account v on v.merchant = m.id and v.payment_id = $2 and v.alias = $3
     where m.id = $1`,
    [merchant, method.id, alias],
  );
  return payee;
}
