/**
 * A key-value store for slips and arrivals. Several copies of the kit must share one, so that a payer keeps their slip
 * whichever copy responds. If it fails, the kit responds as if the store were empty.
 */
export interface Store {
  /** The value; null or undefined if there is none or it has expired. */
  get(key: string): Promise<string | null | undefined> | string | null | undefined;
  /** Stores `value` for `ttlSeconds`, in place of any earlier value. */
  set(key: string, value: string, ttlSeconds: number): unknown;
}

/** Limits of a memory store. */
export interface MemoryStoreOptions {
  /** Default: 10,000. */
  readonly maxEntries?: number;
  /** Total length of all keys and values. Default: 32 Mi characters, which take at most 64 MiB. */
  readonly maxCharacters?: number;
}

/** Creates a store in the memory of this process, for a single copy of the kit. When full, it drops its oldest entries. */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  return new MemoryStore(options.maxEntries ?? 10_000, options.maxCharacters ?? 32 * 1024 * 1024);
}

interface Entry {
  readonly value: string;
  readonly expires: number;
}

class MemoryStore implements Store {
  readonly #maxEntries: number;
  readonly #maxCharacters: number;
  /** A Map iterates in insertion order: the first entry is the oldest. */
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  constructor(maxEntries: number, maxCharacters: number) {
    this.#maxEntries = maxEntries;
    this.#maxCharacters = maxCharacters;
  }

  get(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expires > Date.now()) return entry.value;
    this.#drop(key, entry);
    return undefined;
  }

  set(key: string, value: string, ttlSeconds: number): void {
    const previous = this.#entries.get(key);
    if (previous) this.#drop(key, previous);
    this.#entries.set(key, { value, expires: Date.now() + ttlSeconds * 1000 });
    this.#characters += key.length + value.length;
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= this.#maxEntries && this.#characters <= this.#maxCharacters) return;
      this.#drop(oldest, entry);
    }
  }

  #drop(key: string, { value }: Entry): void {
    this.#entries.delete(key);
    this.#characters -= key.length + value.length;
  }
}
