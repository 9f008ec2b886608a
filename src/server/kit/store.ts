/**
 * Where the kit remembers slips and arrivals for a while, as text under a key. Several copies of the kit must share one
 * for a payer to keep their slip whichever copy answers. An error thrown here costs that memory, never the answer.
 */
export interface Store {
  /** The value, or nothing once its time is over. */
  get(key: string): Promise<string | null | undefined> | string | null | undefined;
  /** Keeps `value` for `ttlSeconds`, in place of what was there. */
  set(key: string, value: string, ttlSeconds: number): unknown;
}

/** How much a memory store holds. */
export interface MemoryStoreOptions {
  /** Default 10,000. */
  readonly maxEntries?: number;
  /** Over all keys and values; default 32 Mi, 64 MiB of memory at worst. */
  readonly maxCharacters?: number;
}

/** A store in this process: enough for one copy of the kit. When it is full the oldest entries go first. */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  return new MemoryStore(options.maxEntries ?? 10_000, options.maxCharacters ?? 32 * 1024 * 1024);
}

interface Entry {
  readonly value: string;
  readonly until: number;
}

class MemoryStore implements Store {
  readonly #maxEntries: number;
  readonly #maxCharacters: number;
  /** A Map keeps the order of insertion: the first is the oldest. */
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  constructor(maxEntries: number, maxCharacters: number) {
    this.#maxEntries = maxEntries;
    this.#maxCharacters = maxCharacters;
  }

  get(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.until > Date.now()) return entry.value;
    this.#drop(key, entry);
    return undefined;
  }

  set(key: string, value: string, ttlSeconds: number): void {
    const before = this.#entries.get(key);
    if (before) this.#drop(key, before);
    this.#entries.set(key, { value, until: Date.now() + ttlSeconds * 1000 });
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
