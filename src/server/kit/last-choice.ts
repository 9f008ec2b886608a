import type { Offer } from '../../core/reader/answer.js';
import { cacheKey, type Cache } from './cache.js';
import type { Grant } from './grant.js';
import { resolveQuery, type SlipQuery } from './query.js';
import { isRejection } from './rejection.js';
import { number, object, text } from './shape.js';
import { slipKeyOf, SLIP_SECONDS } from './slip-store.js';
import { visitDigestOf } from './visit-digest.js';

/** What the payer chose from the list of methods. */
export interface LastChoice {
  readonly paymentId: number;
  /** Only if the grant leaves the amount to the payer; decimal string. */
  readonly amount?: string;
}

/** The last choice of each visit, so that a page can show the same slip again without storing anything in the browser. */
export interface LastChoices {
  /** The last choice among these methods, while its slip is still in the store. */
  get(grant: Grant, offers: readonly Offer[]): Promise<LastChoice | undefined>;
  set(grant: Grant, query: SlipQuery): Promise<void>;
}

const readChoice = object({ paymentId: number, fiat: text }, { amount: text });

/** Creates the list of last choices. */
export function createLastChoices(cache: Cache): LastChoices {
  const keyOf = async (grant: Grant): Promise<string> => cacheKey('last', await visitDigestOf(grant));
  return {
    async get(grant, offers) {
      const stored = readChoice(await cache.get(await keyOf(grant)));
      if (!stored) return undefined;
      const { paymentId, fiat, amount } = stored;
      const [offer, ...others] = offers.filter((each) => each.paymentId === paymentId);
      // With two currencies, the id alone does not say which was chosen.
      if (offer?.fiat !== fiat || others.length > 0) return undefined;
      const choice = { paymentId, ...(amount !== undefined && { amount }) };
      const query = resolveQuery(grant, { ...choice, fiat, refresh: false });
      if (isRejection(query) || 'methods' in query) return undefined;
      return (await cache.get(await slipKeyOf(grant, query))) === undefined ? undefined : choice;
    },
    async set(grant, { paymentId, fiat, amount, takesAmount }) {
      if (!hasChoice(grant)) return;
      const isChosen = takesAmount && grant.amount === undefined && amount !== undefined;
      await cache.set(await keyOf(grant), { paymentId, fiat, ...(isChosen && { amount }) }, SLIP_SECONDS);
    },
  };
}

/** Whether a request without parameters gets the list of methods. Otherwise nobody is told of the last choice. */
function hasChoice(grant: Grant): boolean {
  return 'methods' in resolveQuery(grant, { refresh: false });
}
