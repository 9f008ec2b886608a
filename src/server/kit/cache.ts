import { toBase64url } from '../../core/base64url.js';
import type { Grant } from './grant.js';
import type { Settings } from './options.js';
import type { Store } from './store.js';
import { createTimeout } from './timeout.js';

/** Thrown when the merchant's store fails where that must not pass for an empty one. */
export class StoreError extends Error {}

const MINUTE = 60_000;
/** Characters of base64url, six bits each. */
const SCOPE_LENGTH = 11;

type CacheSettings = Pick<Settings, 'store' | 'logger' | 'baseUrl' | 'test'>;

/**
 * JSON values in the merchant's store. Only `getOrFail` rejects: for the rest, a store that is down is an empty one. `visit` is
 * the one that waits for a call, unless it is the key's own: a store that hangs delays it once.
 */
export interface Cache {
  /** The cached value; undefined if there is none or the store fails. */
  get(key: string, visit?: string): Promise<unknown>;
  /** The cached value; undefined if there is none. Rejects with a `StoreError` if the store fails. */
  getOrFail(key: string, visit?: string): Promise<unknown>;
  /** Stores a value. Returns whether it did. */
  set(key: string, value: unknown, ttlSeconds: number, visit?: string): Promise<boolean>;
  /** Stores a value if there is none. Returns whether it did; undefined if the store fails. */
  add(key: string, value: unknown, ttlSeconds: number, visit?: string): Promise<boolean | undefined>;
}

/** Wraps a store. While it is down payers still get a slip, but not the same one for the same visit. */
export function createCache({ store, logger, baseUrl, test }: CacheSettings): Cache {
  const withTimeout = createTimeout();
  const add = adderOf(store);
  const logReading = oncePerMinute(() => logger.error('Reading the store of the deposit kit failed'));
  const logWriting = oncePerMinute(() => logger.error('Writing to the store of the deposit kit failed'));
  let scope: Promise<string> | undefined;

  /** Kits of another API, and test kits, may use the same store. Their slips are not ours. */
  async function scoped(key: string): Promise<string> {
    const api = baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '');
    // Computed on first use: some platforms allow no cryptography before the first request.
    scope ??= digest(JSON.stringify([api, test])).then((text) => text.slice(0, SCOPE_LENGTH));
    const [prefix, purpose, visit, ...parts] = key.split(':');
    return [prefix, purpose, `${visit}.${await scope}`, ...parts].join(':');
  }

  async function getOrFail(key: string, visit = ownerOf(key).visit): Promise<unknown> {
    const scopedKey = await scoped(key);
    try {
      const text = await withTimeout(visit, () => store.get(scopedKey));
      if (text === undefined || text === null) return undefined;
      if (typeof text !== 'string') throw new TypeError('A store must return text');
      return JSON.parse(text) as unknown;
    } catch {
      logReading();
      throw new StoreError();
    }
  }

  const get: Cache['get'] = (key, visit) => getOrFail(key, visit).catch(() => undefined);

  /** Runs a call that writes. Returns what it returns; undefined if the store fails. */
  async function write<Result>(
    key: string,
    visit: string,
    call: (scopedKey: string) => Result,
  ): Promise<{ readonly result: Awaited<Result> } | undefined> {
    const scopedKey = await scoped(key);
    try {
      return { result: await withTimeout(visit, () => call(scopedKey)) };
    } catch {
      logWriting();
      return undefined;
    }
  }

  return {
    getOrFail,
    get,
    async set(key, value, ttlSeconds, visit = ownerOf(key).visit) {
      const call = (scopedKey: string) => store.set(scopedKey, JSON.stringify(value), ttlSeconds);
      return (await write(key, visit, call)) !== undefined;
    },
    async add(key, value, ttlSeconds, visit = ownerOf(key).visit) {
      const call = (scopedKey: string) => add(scopedKey, JSON.stringify(value), ttlSeconds);
      return (await write(key, visit, call))?.result;
    },
  };
}

/** The store's own `add`. Without one, what is enough for a single copy of the kit, which works on each key in turn. */
function adderOf(store: Store): Required<Store>['add'] {
  if (store.add) return (...entry) => store.add!(...entry);
  return async (key, ...entry) => {
    const value = await store.get(key);
    if (value !== undefined && value !== null) return false;
    await store.set(key, ...entry);
    return true;
  };
}

/**
 * How to read what is stored for a grant. One with a fixed amount may be paid already, so a store that fails must not make it
 * look unpaid: it would get another code.
 */
export function getterFor(cache: Cache, { amount }: Grant): (key: string) => Promise<unknown> {
  return amount === undefined ? cache.get : cache.getOrFail;
}

/** Logs at most once a minute: a store that is down or full fails with every call, and the log must not fill too. */
export function oncePerMinute(log: () => void): () => void {
  let next = -Infinity;
  return () => {
    // Monotonic, so that a clock that is set back does not silence the log.
    const now = performance.now();
    if (now < next) return;
    next = now + MINUTE;
    log();
  };
}

/** A store key: its purpose, an anonymous digest of the visit, and further parts that contain no colon. */
export function cacheKey(purpose: string, visit: string, ...parts: readonly (string | number)[]): string {
  return ['deposit-slip', purpose, visit, ...parts].join(':');
}

/** The visit and the purpose of a store key. A key that the kit did not make belongs to nobody else. */
export function ownerOf(key: string): { readonly visit: string; readonly purpose: string } {
  const [prefix, purpose, visit] = key.split(':');
  return prefix === 'deposit-slip' && purpose && visit ? { visit, purpose } : { visit: key, purpose: '' };
}

/** SHA-256 as 43 characters of base64url. */
export async function digest(text: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
