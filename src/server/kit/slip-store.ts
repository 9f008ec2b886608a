import { z } from 'zod';
import { ARRIVAL_CLAIMS, type ArrivalClaims } from './arrival-token.js';
import { cacheKey, getterFor, type Cache } from './cache.js';
import type { Grant } from './grant.js';
import type { SlipQuery } from './query.js';
import { visitDigestOf } from './visit-digest.js';

/** The cleaned data of a slip, as it is sent to the page and stored. */
export interface StoredSlip {
  /** Random; distinguishes this slip from any other. */
  readonly id: string;
  /** The `data` of the response. */
  readonly data: unknown;
  /** What identifies its deposit. */
  readonly claims: ArrivalClaims;
  /** False if the element will show a problem in its place. Such a response is never stored. */
  readonly isSlip?: boolean;
}

/** The slips shown to payers, by their store keys. */
export interface SlipStore {
  /** The slip of a grant that is shown now; undefined if there is none. */
  get(key: string, grant: Grant): Promise<StoredSlip | undefined>;
  /**
   * Stores a new slip in place of `previous`, the one shown until now. Returns the slip to show from now on: the new one,
   * or one that another copy of the kit stored in the meantime.
   */
  replace(key: string, previous: StoredSlip | undefined, created: StoredSlip): Promise<StoredSlip>;
}

/** The store key of a slip. */
export async function slipKeyOf(
  grant: Grant,
  { paymentId, fiat, amount = '', takesAmount }: SlipQuery,
): Promise<string> {
  // A method without amounts has one slip for every choice of the payer, but not for every amount of the order.
  const chosen = takesAmount ? amount : (grant.amount ?? '');
  return cacheKey('slip', await visitDigestOf(grant), paymentId, fiat, chosen);
}

/** No response says when its code expires (docs/reading-policy.md R23). An hour outlasts a visit to the bank's app. */
export const SLIP_SECONDS = 3600;
/** Milliseconds; more than any copy takes between reading the store and writing to it. Added to a slip's first response. */
const SETTLE_TIME = 100;

/** Waits until every copy that has already read the store must have written to it. */
export const waitForOtherCopies = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, SETTLE_TIME));

const STORED_SLIP = z.object({ id: z.string(), data: z.unknown(), claims: ARRIVAL_CLAIMS });

/**
 * Makes several copies of the kit on one store show the same slip. `isShared` says that there may be other copies.
 *
 * The store can only get and set, so it offers no lock: copies that get a request at the same moment all create a slip. A copy
 * that read nothing newer than `previous` stores its own slip. Every copy that reads an unsettled slip waits until the
 * others must have finished writing, and then reads again. The last slip written wins for all of them; it is marked as
 * settled, so that later requests need not wait. (After Fischer's mutual exclusion algorithm.)
 */
export function createSlipStore(cache: Cache, isShared: boolean): SlipStore {
  const read = async (key: string, get = cache.get): Promise<StoredSlip | undefined> =>
    STORED_SLIP.safeParse(await get(key)).data;

  /** Where the id of the settled slip is stored. A late write may leave an older id there, which costs only a wait. */
  const settledKey = (key: string): string => key.replace(':slip:', ':settled:');

  /** The slip all copies agree on, once a slip was read. */
  async function settle(key: string, slip: StoredSlip): Promise<StoredSlip> {
    if (!isShared || (await cache.get(settledKey(key))) === slip.id) return slip;
    await waitForOtherCopies();
    return (await read(key)) ?? slip;
  }

  return {
    async get(key, grant) {
      const slip = await read(key, getterFor(cache, grant));
      return slip && settle(key, slip);
    },
    async replace(key, previous, created) {
      const current = await read(key);
      if (current && current.id !== previous?.id) return settle(key, current);
      await cache.set(key, created, SLIP_SECONDS);
      const slip = await settle(key, created);
      if (isShared) await cache.set(settledKey(key), slip.id, SLIP_SECONDS);
      return slip;
    },
  };
}
