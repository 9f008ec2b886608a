import type { Db } from '../db/db.js';
import { decide, openAccounts, type Activation, type Decision } from './accounts.js';

/** An EUR account takes USD too (spec: Activate merchant account). */
const OPENS: ReadonlyMap<string, readonly string[]> = new Map([['EUR', ['EUR', 'USD']]]);

/** Notes a decision; an accepted agreement opens its accounts. All or nothing. */
export async function settle(db: Db, { id, merchant, fiat }: Activation, decision: Decision): Promise<void> {
  await db.transaction(async (tx) => {
    await decide(tx, id, decision);
    if (decision === 'accepted') await openAccounts(tx, merchant, OPENS.get(fiat) ?? [fiat]);
  });
}
