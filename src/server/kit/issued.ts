import { z } from 'zod';
import { cacheKey, digest, type Cache } from './cache.js';
import { readGrant, type Grant } from './grant.js';
import { InTurn } from './in-turn.js';
import { visitDigestOf } from './visit-digest.js';

/** A slip that was issued, as far as it takes to find whose a deposit is. */
export interface IssuedRecord {
  readonly grant: Grant;
  readonly paymentId: number;
  readonly fiat: string;
  /** Milliseconds: earlier deposits are not for this slip. */
  readonly since: number;
}

/** What was issued today and yesterday. All copies of the kit share it through the store. */
export interface Issued {
  /** Records a slip by its funding id or, without one, by the account of the payer's own. */
  add(record: IssuedRecord, txId: string | undefined): Promise<void>;
  /** The slip that a funding id was issued for. Rejects with a `StoreError` if the store fails. */
  ofCode(merchantId: Grant['merchantId'], txId: string): Promise<IssuedRecord | undefined>;
  /** The merchants that slips were issued for, and when the first of these was, in milliseconds. */
  merchants(): Promise<ReadonlyMap<string, number>>;
  /** The slips without a funding id, for accounts of the payers' own, oldest first. */
  withoutCode(merchantId: string): Promise<readonly IssuedRecord[]>;
}

const DAY = 86_400_000;
/** Until the end of the next day, at least. */
export const ISSUED_SECONDS = 2 * 86_400;

/** Entries of a list and day that are read. A store that returns something for every key must not be read forever. */
const MAX_ENTRIES = 2 ** 17;
/** How many numbers that other copies take at the same moment are passed over. */
const MAX_TRIES = 100;

const RECORD = z
  .object({ grant: z.unknown(), paymentId: z.number(), fiat: z.string(), since: z.number() })
  .transform(({ grant, ...record }) => ({ ...record, grant: readGrant(grant) }));
const MERCHANT = z.object({ merchantId: z.string(), since: z.number() });

const recordOf = (value: unknown): IssuedRecord | undefined => {
  const { data } = RECORD.safeParse(value);
  return data && !('invalid' in data.grant) ? (data as IssuedRecord) : undefined;
};

/** Creates the record of what was issued. */
export function createIssued(cache: Cache): Issued {
  const merchants = new DailyList(cache, 'merchants');
  const lists = new Map<string, DailyList>();
  /** The merchants this copy has added, and on which day. */
  const added = new Map<string, number>();

  function listOf(merchantId: string): DailyList {
    const list = lists.get(merchantId) ?? new DailyList(cache, `slips of ${merchantId}`);
    lists.set(merchantId, list);
    return list;
  }

  async function addMerchant(merchantId: string, since: number, visit: string): Promise<void> {
    const today = dayOf(Date.now());
    if (added.get(merchantId) === today) return;
    added.set(merchantId, today);
    await merchants.append({ merchantId, since }, visit);
  }

  return {
    async add(record, txId) {
      const { grant, since } = record;
      const merchantId = String(grant.merchantId);
      const visit = await visitDigestOf(grant);
      if (txId !== undefined) await cache.set(await codeKey(merchantId, txId), record, ISSUED_SECONDS, visit);
      else if (grant.ownAccount === true) await listOf(merchantId).append(record, visit);
      else return;
      await addMerchant(merchantId, since, visit);
    },
    ofCode: async (merchantId, txId) =>
      recordOf(await cache.getOrFail(await codeKey(String(merchantId), txId))),
    async merchants() {
      const found = new Map<string, number>();
      for (const value of await merchants.read()) {
        const { merchantId, since } = MERCHANT.safeParse(value).data ?? {};
        if (merchantId !== undefined && since !== undefined && !found.has(merchantId))
          found.set(merchantId, since);
      }
      return found;
    },
    async withoutCode(merchantId) {
      const values = await listOf(merchantId).read();
      return values.flatMap((value) => recordOf(value) ?? []);
    },
  };
}

/** Each code counts as a visit of its own, so that a visit with many codes pushes out none of them. */
async function codeKey(merchantId: string, txId: string): Promise<string> {
  return cacheKey('codes', await digest(JSON.stringify([merchantId, txId])), 'owner');
}

/**
 * A list that several copies of the kit append to at the same moment, kept until the end of the next day. Each entry is added
 * under its number; a number that another copy has taken is passed over.
 */
class DailyList {
  readonly #cache: Cache;
  readonly #name: string;
  /** What was read of each day. */
  readonly #read = new Map<number, unknown[]>();
  readonly #inTurn = new InTurn();
  #next = { day: 0, number: 0 };

  constructor(cache: Cache, name: string) {
    this.#cache = cache;
    this.#name = name;
  }

  /** Appends an entry. `visit` is the one that waits for it. */
  append(value: unknown, visit: string): Promise<void> {
    return this.#inTurn.run('append', async () => {
      const day = dayOf(Date.now());
      if (this.#next.day !== day) this.#next = { day, number: await this.#lengthOf(day, visit) };
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const key = await this.#keyOf(day, this.#next.number++);
        if ((await this.#cache.add(key, value, ISSUED_SECONDS, visit)) !== false) return;
      }
    });
  }

  /** How many entries a day has, by a binary search: other copies may have added thousands. */
  async #lengthOf(day: number, visit: string): Promise<number> {
    const has = async (number: number): Promise<boolean> =>
      (await this.#cache.get(await this.#keyOf(day, number), visit)) !== undefined;
    let [low, high] = [0, 1];
    while (high < MAX_ENTRIES && (await has(high - 1))) [low, high] = [high, high * 2];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await has(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** All entries of yesterday and today, the oldest first. */
  async read(): Promise<readonly unknown[]> {
    const today = dayOf(Date.now());
    const days = [today - 1, today];
    for (const day of this.#read.keys()) if (!days.includes(day)) this.#read.delete(day);
    return (await Promise.all(days.map((day) => this.#readDay(day)))).flat();
  }

  async #readDay(day: number): Promise<readonly unknown[]> {
    const entries = this.#read.get(day) ?? [];
    this.#read.set(day, entries);
    while (entries.length < MAX_ENTRIES) {
      const at = entries.length;
      const value = await this.#cache.get(await this.#keyOf(day, at));
      if (value === undefined) break;
      // Two calls may read at the same moment.
      entries[at] ??= value;
    }
    return entries;
  }

  /** Each entry counts as a visit of its own, so that a memory store drops none for another. */
  async #keyOf(day: number, number: number): Promise<string> {
    return cacheKey('issued', await digest(JSON.stringify([this.#name, day, number])), 'entry');
  }
}

function dayOf(time: number): number {
  return Math.floor(time / DAY);
}
