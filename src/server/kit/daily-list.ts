import { cacheKey, digest, StoreError, type Cache } from './cache.js';
import { InTurn } from './in-turn.js';

const DAY = 86_400_000;
/** Entries are kept until the end of the next day, at least. */
export const LIST_SECONDS = 2 * 86_400;
/** Entries of a day that are read. A store that returns something for every key must not be read forever. */
const MAX_ENTRIES = 2 ** 17;
/** How many numbers that other copies take at the same moment are passed over. */
const MAX_TRIES = 100;

/** The number of the UTC day. */
export function today(): number {
  return Math.floor(Date.now() / DAY);
}

/**
 * A list in the store that several copies of the kit append to at the same moment. Each entry is added under its number; a
 * number that another copy has taken is passed over.
 */
export class DailyList {
  readonly #cache: Cache;
  readonly #name: string;
  /** What was read of each day. */
  readonly #read = new Map<number, unknown[]>();
  readonly #inTurn = new InTurn();
  #next: { readonly day: number; number: number } | undefined;

  constructor(cache: Cache, name: string) {
    this.#cache = cache;
    this.#name = name;
  }

  /** Appends an entry. `visit` is the one that waits for it. Returns whether it was stored: the store may fail. */
  append(value: unknown, visit: string): Promise<boolean> {
    return this.#inTurn.run('append', async () => {
      try {
        return await this.#append(value, visit);
      } catch (error) {
        if (error instanceof StoreError) return false;
        throw error;
      }
    });
  }

  async #append(value: unknown, visit: string): Promise<boolean> {
    const day = today();
    if (this.#next?.day !== day) this.#next = { day, number: await this.#lengthOf(day, visit) };
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const key = await this.#keyOf(day, this.#next.number);
      const isAdded = await this.#cache.add(key, value, LIST_SECONDS, visit);
      // The number stays free: nothing behind a gap would be read.
      if (isAdded === undefined) return false;
      this.#next.number += 1;
      if (isAdded) return true;
    }
    return false;
  }

  /** How many entries a day has, by a binary search: other copies may have added thousands. */
  async #lengthOf(day: number, visit: string): Promise<number> {
    const has = async (number: number): Promise<boolean> =>
      (await this.#cache.getOrFail(await this.#keyOf(day, number), visit)) !== undefined;
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
    const days = [today() - 1, today()];
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
