import { isTrackable, type ArrivalClaims } from './arrival-token.js';
import type { FindArrival } from './arrivals.js';
import type { Grant } from './grant.js';
import { receiptOf, type KnownDeposits, type Receipt } from './known-deposits.js';
import { withinSecond } from './timeout.js';

/**
 * The receipt of a grant with a fixed amount that is paid; undefined for any other. With the claims of a slip, also looks
 * up whether its deposit arrived while no page was open to poll for it.
 */
export type GetReceipt = (
  grant: Grant,
  requestId: string,
  claims: ArrivalClaims | undefined,
) => Promise<Receipt | undefined>;

/**
 * Creates the look-up. It delays a slip by a second at most if the API does not respond. It rejects with a `StoreError` if
 * the store cannot say what arrived.
 */
export function createGetReceipt(known: KnownDeposits, findArrival: FindArrival): GetReceipt {
  async function knownReceipt(grant: Grant): Promise<Receipt | undefined> {
    const fiats = [...new Set(grant.methods.map(({ fiat }) => fiat))];
    const deposits = await Promise.all(fiats.map((fiat) => known.get(grant, fiat)));
    return receiptOf(grant, deposits.flat());
  }

  async function foundReceipt(
    grant: Grant,
    requestId: string,
    claims: ArrivalClaims,
  ): Promise<Receipt | undefined> {
    const answer = await withinSecond(findArrival(grant, claims, requestId)).catch(() => undefined);
    if (!answer || !('deposits' in answer)) return undefined;
    const { paymentId } = claims;
    // Not read from the store, which may be down.
    return receiptOf(
      grant,
      answer.deposits.map((deposit) => ({ key: '', paymentId, deposit })),
    );
  }

  return async (grant, requestId, claims) => {
    if (grant.amount === undefined) return undefined;
    const receipt = await knownReceipt(grant);
    if (receipt || !claims || !isTrackable(grant, claims)) return receipt;
    return foundReceipt(grant, requestId, claims);
  };
}
