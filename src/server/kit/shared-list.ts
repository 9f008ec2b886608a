import type { Cache } from './cache.js';
import { InTurn } from './in-turn.js';
import { list, object, text, type Read } from './shape.js';

/** How long a copy may take to write a list, in seconds, before another one writes it. */
const WRITE_SECONDS = 2;
/** Milliseconds between two looks at a list that another copy is writing. */
const LOOK_INTERVAL = 50;
/** How often a copy looks, at most, before it writes whatever the store says. */
const MAX_LOOKS = 60;

interface Stored<Entry> {
  /** Random; changes with every write. */
  readonly version: string;
  readonly entries: readonly Entry[];
}

/** What a lock says. After a write that failed, nobody needs to wait for it. */
type Lock = 'writing' | 'failed';

/** Reads a value of the store: `Cache.get`, or `Cache.getOrFail` if a store that fails must not pass for an empty one. */
type Get = (key: string) => Promise<unknown>;

/**
 * A list in the store that several copies of the kit change at the same moment, without losing what another one wrote. Within
 * this copy of the kit, changes are made in turn. Of several copies, the one that adds the lock named after the version
 * of the list replaces it.
 */
export class SharedList<Entry> {
  readonly #cache: Cache;
  readonly #read: Read<Stored<Entry>>;
  readonly #ttlOf: (entries: readonly Entry[]) => number;
  readonly #inTurn = new InTurn();

  /** `ttlOf` returns for how many seconds a list is kept after it is written. */
  constructor(cache: Cache, readEntry: Read<Entry>, ttlOf: (entries: readonly Entry[]) => number) {
    this.#cache = cache;
    this.#read = object({ version: text, entries: list(readEntry) });
    this.#ttlOf = ttlOf;
  }

  /** The entries. Rejects if `get` does. */
  async get(key: string, get: Get): Promise<readonly Entry[]> {
    return (await this.#stored(key, get)).entries;
  }

  /**
   * Replaces the entries by what `change` returns, or leaves them if it returns `undefined`. It may be called several times,
   * the last time with the entries that are replaced. Rejects if `get` does.
   */
  update(
    key: string,
    get: Get,
    change: (entries: readonly Entry[]) => readonly Entry[] | undefined,
  ): Promise<void> {
    return this.#inTurn.run(key, async () => {
      for (let looks = 0; ; looks += 1) {
        const { version, entries } = await this.#stored(key, get);
        const changed = change(entries);
        if (!changed) return;
        const lock = lockKey(key, version);
        if ((await this.#take(lock)) || looks === MAX_LOOKS) return this.#write(key, lock, changed);
        await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL));
      }
    });
  }

  /** Whether this copy may write. If the store fails, every copy may. */
  async #take(lock: string): Promise<boolean> {
    const isAdded = await this.#cache.add(lock, 'writing' satisfies Lock, WRITE_SECONDS);
    return isAdded !== false || (await this.#cache.get(lock)) === ('failed' satisfies Lock);
  }

  async #write(key: string, lock: string, entries: readonly Entry[]): Promise<void> {
    const stored: Stored<Entry> = { version: crypto.randomUUID(), entries };
    const isStored = await this.#cache.set(key, stored, this.#ttlOf(entries));
    if (!isStored) await this.#cache.set(lock, 'failed' satisfies Lock, WRITE_SECONDS);
  }

  async #stored(key: string, get: Get): Promise<Stored<Entry>> {
    return this.#read(await get(key)) ?? { version: '', entries: [] };
  }
}

/** Of a purpose of its own: many locks would push out another list of the visit, or the lock of a slip. */
function lockKey(key: string, version: string): string {
  const [prefix, purpose, visit, ...parts] = key.split(':');
  return [prefix, 'list-lock', visit, purpose, ...parts, version].join(':');
}
