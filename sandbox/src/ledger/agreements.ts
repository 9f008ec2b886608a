import type { Db } from '../db/db.js';
import { decide, openAccounts, type Activation, type Decision } from './accounts.js';

/** The currencies an agreement opens, if more than its own: EUR also opens USD (spec: Activate merchant account). */
const OPENED_FIATS: ReadonlyMap<string, readonly string[]> = new Map([['EUR', ['EUR', 'USD']]]);

/** Records the decision on an agreement and, if it is accepted, opens its accounts, in one transaction. */
export async function settle(db: Db, { id, merchant, fiat }: Activation, decision: Decision): Promise<void> {
  await db.transaction(async (tx) => {
    await decide(tx, id, decision);
    if (decision === 'accepted') await openAccounts(tx, merchant, OPENED_FIATS.get(fiat) ?? [fiat]);
  });
}
