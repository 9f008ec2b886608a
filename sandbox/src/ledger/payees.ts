import type { Method } from 'deposit-slip/core';
import { channelServing } from '../channels.js';
import { nothingWasDone, type Queries } from '../db/db.js';
import type { Merchant } from './merchants.js';

/** A merchant that can be paid by a deposit method. */
export interface Payee extends Merchant {
  /** The channel that serves the method. */
  readonly channel: string;
  /** Whether the merchant's account on that channel is active. */
  readonly isActive: boolean;
  /** Status of the requested virtual account; null if the merchant has none with that alias. */
  readonly aliasStatus: number | null;
  /** The values of the persistent details; null if none have been issued. */
  readonly keptFields: Readonly<Record<string, string>> | null;
}

/**
 * Finds a merchant as the payee of a method. `alias` names a virtual account; empty means the merchant's own
 * account.
 */
export async function findPayee(
  db: Queries,
  { merchant, method, alias }: { readonly merchant: bigint; readonly method: Method; readonly alias: string },
): Promise<Payee | undefined> {
  const sql = `select $1::bigint as id, kind, name, email, $5::text as channel, is_active as "isActive",
    alias_status as "aliasStatus", kept_fields as "keptFields" from find_payee($1, $2, $3, $4, $5)`;
  const params = [merchant, method.id, alias, method.fiat, channelServing(method)];
  const [payee] = await db.query<Payee>(sql, params).catch(nothingWasDone);
  return payee;
}
