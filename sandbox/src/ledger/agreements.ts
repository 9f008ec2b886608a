import type { Db } from '../db/db.js';
import { decide, findActivation, openAccounts, type Activation, type Decision } from './accounts.js';

/** The currencies an agreement opens, if more than its own: EUR also opens USD (spec: Activate merchant account). */
const OPENED_FIATS: ReadonlyMap<string, readonly string[]> = new Map([['EUR', ['EUR', 'USD']]]);

/**
 * Records the decision on an agreement and, if it is accepted, opens its accounts, in one transaction. Returns the
 * activation as it is then.
 */
export async function settle(
  db: Db,
  { id, merchant, fiat }: Activation,
  decision: Decision,
): Promise<Activation> {
  return db.transaction(async (tx) => {
    await decide(tx, id, decision);
    if (decision === 'accepted') await openAccounts(tx, merchant, OPENED_FIATS.get(fiat) ?? [fiat]);
    return (await findActivation(tx, id))!;
  });
}
