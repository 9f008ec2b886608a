import type { Method } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import type { Issuance } from '../issuing/issuance.js';
import type { Merchant } from './merchants.js';

/** Everything the pending-fund query has to know of a merchant. */
export interface Payee {
  readonly merchant: Merchant;
  /** Whether its account in the method's currency is active. */
  readonly hasAccount: boolean;
  /** Of the virtual account asked for; null where there is none of that alias. */
  readonly aliasStatus: number | null;
  /** Details given out before that stay. */
  readonly kept: Issuance | undefined;
}

type Row = Merchant & {
  readonly hasAccount: boolean;
  readonly aliasStatus: number | null;
  readonly kept: bigint | null;
  readonly fieldList: Issuance['fieldList'];
};

/** A merchant as a payee of a method, under an alias or (empty) its own; undefined if there is none. One statement. */
export async function findPayee(
  db: Queries,
  { merchant, method, alias }: { readonly merchant: bigint; readonly method: Method; readonly alias: string },
): Promise<Payee | undefined> {
  const [row] = await db.query<Row>(
    `select id, kind, name, email, has_account as "hasAccount", alias_status as "aliasStatus", kept,
       field_list as "fieldList" from find_payee($1, $2, $3, $4)`,
    [merchant, method.id, method.fiat, alias],
  );
  if (!row) return undefined;
  const { hasAccount, aliasStatus, kept, fieldList, ...rest } = row;
  return {
    merchant: rest,
    hasAccount,
    aliasStatus,
    kept: kept === null ? undefined : { id: kept, txId: null, fieldList },
  };
}
