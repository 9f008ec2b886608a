import { ownerOf } from './cache.js';

/**
 * A key-value store for slips and arrivals. Several copies of the kit must share one, so that a payer keeps their slip
 * whichever copy responds. If it fails, the kit responds as if the store were empty. `deposit-slip/kit/redis` is one.
 */
export interface Store {
  /** The value; null or undefined if there is none or it has expired. */
  get(key: string): Promise<string | null | undefined> | string | null | undefined;
  /** Stores `value` for `ttlSeconds`, in place of any earlier value. */
  set(key: string, value: string, ttlSeconds: number): unknown;
  /**
   * Stores `value` if there is no value, or it has expired; returns whether it did. Of several callers at the same moment,
   * only one may get `true`. Without this method, copies of the kit that get a request at the same moment can make two slips
   * for one payer, or tell an arrival twice.
   */
  add?(key: string, value: string, ttlSeconds: number): Promise<boolean> | boolean;
}

/** Limits of a memory store. */
export interface MemoryStoreOptions {
  /** Default: 100,000, about those of 10,000 visits in an hour. */
  readonly maxEntries?: number;
  /** Total length of all keys and values. Default: 32 Mi characters, which take at most 64 MiB. */
  readonly maxCharacters?: number;
}

/**
 * Creates a store in the memory of this process, for a single copy of the kit. No visit can push out what another stored:
 *
 * - Each visit keeps its 20 latest slips, and 20 values of every other kind. A further one replaces the oldest of its kind.
 * - When the whole store is full, a value replaces what has expired and the oldest of its kind of its own visit. If there are
 *   none, `set` throws: the kit serves the slip without storing it, and logs that.
 * - The last tenth of the store is kept for deposits that arrived, and half of it for the count of refreshes as well. The owner of a funding id is recorded only while less than 45 % is in use, and a history while less than 30 % is.
 *
 * Throws an Error that names an invalid option.
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const { maxEntries = 100_000, maxCharacters = 32 * 1024 * 1024 } = options;
  for (const [name, value] of Object.entries({ maxEntries, maxCharacters }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw new Error(`Cannot create a memory store: ${name} must be a positive whole number.`);
  return new MemoryStore(maxEntries, maxCharacters);
}

/** How many entries of one purpose a visit keeps, such as slips. */
const MAX_PER_PURPOSE = 20;
/** The part of the store that is open to everything. */
const OPEN_PART = 0.9;
/**
 * Deposits may use more, because they cannot be made up, and so may refreshes, which are counted while the rest is full. A visit
 * may make any number of codes; whose they are is recorded only while there is ample room for the slips of others. What a visit was
 * issued is kept for days, so it must leave room for both.
 */
const PARTS: Readonly<Record<string, number>> = { deposits: 1, refreshes: 0.95, codes: 0.45, history: 0.3 };
/** Milliseconds between two searches of the whole store for what has expired. */
const SWEEP_INTERVAL = 1000;

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly expires: number;
  readonly purpose: string;
}

class MemoryStore implements Store {
  readonly #maxEntries: number;
  readonly #maxCharacters: number;
  /** The entries of each visit by their keys. A Map iterates in insertion order: the first entry is the oldest. */
  readonly #visits = new Map<string, Map<string, Entry>>();
  #count = 0;
  #characters = 0;
  #swept = -Infinity;

  constructor(maxEntries: number, maxCharacters: number) {
    this.#maxEntries = maxEntries;
    this.#maxCharacters = maxCharacters;
  }

  get(key: string): string | undefined {
    const { visit } = ownerOf(key);
    const entry = this.#visits.get(visit)?.get(key);
    if (!entry) return undefined;
    if (entry.expires > Date.now()) return entry.value;
    this.#drop(visit, entry);
    return undefined;
  }

  set(key: string, value: string, ttlSeconds: number): void {
    const { visit, purpose } = ownerOf(key);
    const entry = { key, value, purpose, expires: Date.now() + ttlSeconds * 1000 };
    const ownEntries = (): readonly Entry[] => [...(this.#visits.get(visit)?.values() ?? [])];
    const replaced = ownEntries().filter((each) => each.key === key);
    if (!this.#hasRoom(entry, replaced)) this.#dropExpired();
    const entries = ownEntries();
    const previous = entries.filter((each) => each.key === key);
    const own = entries.filter((each) => each.key !== key && each.purpose === purpose);
    const excess: Entry[] = [];
    for (const oldest of own) {
      const fits = own.length - excess.length < MAX_PER_PURPOSE;
      if (fits && this.#hasRoom(entry, [...previous, ...excess])) break;
      excess.push(oldest);
    }
    const dropped = [...previous, ...excess];
    // Before anything is dropped: a value that cannot be stored must not cost the visit another.
    if (!this.#hasRoom(entry, dropped)) throw new RangeError('The memory store is full');
    for (const each of dropped) this.#drop(visit, each);
    this.#add(visit, entry);
  }

  add(key: string, value: string, ttlSeconds: number): boolean {
    if (this.get(key) !== undefined) return false;
    this.set(key, value, ttlSeconds);
    return true;
  }

  /** Whether an entry has room once others are dropped. */
  #hasRoom(entry: Entry, dropped: readonly Entry[] = []): boolean {
    const part = PARTS[entry.purpose] ?? OPEN_PART;
    const characters =
      this.#characters + sizeOf(entry) - dropped.reduce((sum, each) => sum + sizeOf(each), 0);
    const count = this.#count + 1 - dropped.length;
    return count <= this.#maxEntries * part && characters <= this.#maxCharacters * part;
  }

  /** A search takes milliseconds in a large store, so that one for every value would slow down all requests. */
  #dropExpired(): void {
    const now = Date.now();
    if (Math.abs(now - this.#swept) < SWEEP_INTERVAL) return;
    this.#swept = now;
    for (const [visit, entries] of this.#visits)
      for (const entry of entries.values()) if (entry.expires <= now) this.#drop(visit, entry);
  }

  #add(visit: string, entry: Entry): void {
    const entries = this.#visits.get(visit) ?? new Map<string, Entry>();
    this.#visits.set(visit, entries.set(entry.key, entry));
    this.#count += 1;
    this.#characters += sizeOf(entry);
  }

  #drop(visit: string, entry: Entry): void {
    const entries = this.#visits.get(visit);
    entries?.delete(entry.key);
    if (entries?.size === 0) this.#visits.delete(visit);
    this.#count -= 1;
    this.#characters -= sizeOf(entry);
  }
}

function sizeOf({ key, value }: Entry): number {
  return key.length + value.length;
}
