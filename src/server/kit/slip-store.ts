import { readClaims, type ArrivalClaims } from './arrival-token.js';
import { cacheKey, getterFor, type Cache } from './cache.js';
import type { Grant } from './grant.js';
import type { SlipQuery } from './query.js';
import type { Settings } from './options.js';
import { isRejection, type Rejection } from './rejection.js';
import { object, text } from './shape.js';
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
   * Makes a slip in place of `previous`, the one shown until now, and stores it. If another copy of the kit is making one,
   * waits for it and returns that.
   */
  replace<Created extends StoredSlip | Rejection>(
    key: string,
    previous: StoredSlip | undefined,
    create: () => Promise<Created>,
  ): Promise<Created | StoredSlip>;
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
/** Milliseconds between two looks at what another copy is making. */
const LOOK_INTERVAL = 50;
/** How many attempts without a slip a copy waits for before it makes a slip itself, whatever the store says. */
const MAX_ATTEMPTS = 10;
/** How many seconds longer than a request to the API may take a slip is waited for. Its copy must have been killed. */
const MARGIN = 2;

const readSlip = object({ id: text, data: (value): unknown => value, claims: readClaims });

/** What a lock says while a slip is being made, and once that has ended. */
type Lock = 'working' | 'ended';

/**
 * Creates the store of the slips. Of several copies of the kit that are asked for a slip at the same moment, the first to add
 * the lock makes it, and the others wait for it. Each slip is followed by one other, so the lock is named after the previous
 * slip, and after the attempt: an attempt may end without a slip, and then another copy makes the next one.
 */
export function createSlipStore(cache: Cache, { timeout }: Pick<Settings, 'timeout'>): SlipStore {
  const lockSeconds = Math.ceil(timeout / 1000) + MARGIN;
  const read = async (key: string, get = cache.get): Promise<StoredSlip | undefined> =>
    readSlip(await get(key));

  /** A slip that was stored after `previous`. */
  async function nextSlip(key: string, previous: StoredSlip | undefined): Promise<StoredSlip | undefined> {
    const slip = await read(key);
    return slip && slip.id !== previous?.id ? slip : undefined;
  }

  /** Stores slips only: an account that becomes payable must not stay unpayable for an hour. */
  async function store<Created extends StoredSlip | Rejection>(
    key: string,
    created: Created,
  ): Promise<Created> {
    if (!isRejection(created) && created.isSlip !== false) await cache.set(key, created, SLIP_SECONDS);
    return created;
  }

  /** The slip that another copy makes; undefined if it makes none. */
  async function othersSlip(
    key: string,
    previous: StoredSlip | undefined,
    lock: string,
  ): Promise<StoredSlip | undefined> {
    for (;;) {
      // Read before the slip, which is stored before the lock is released.
      const state = await cache.get(lock);
      const slip = await nextSlip(key, previous);
      if (slip) return slip;
      if (state !== ('working' satisfies Lock)) return undefined;
      await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL));
    }
  }

  return {
    get: (key, grant) => read(key, getterFor(cache, grant)),
    async replace(key, previous, create) {
      for (let attempt = 0; ; attempt += 1) {
        const lock = lockKey(key, previous, attempt);
        // If the store fails, every copy makes a slip.
        const isOurs = (await cache.add(lock, 'working' satisfies Lock, lockSeconds)) !== false;
        if (isOurs || attempt === MAX_ATTEMPTS) {
          try {
            return (await nextSlip(key, previous)) ?? (await store(key, await create()));
          } finally {
            await cache.set(lock, 'ended' satisfies Lock, 1);
          }
        }
        const slip = await othersSlip(key, previous, lock);
        if (slip) return slip;
      }
    },
  };
}

function lockKey(key: string, previous: StoredSlip | undefined, attempt: number): string {
  return [key.replace(':slip:', ':lock:'), previous?.id ?? '', attempt].join(':');
}
