import { toBase64url } from '../../core/base64url.js';
import type { Logger } from './hooks.js';
import type { Store } from './store.js';
import { createTimeout } from './timeout.js';

/** Thrown when the merchant's store fails where that must not pass for an empty one. */
export class StoreError extends Error {}

/** JSON values in the merchant's store. Only `getOrFail` rejects: for the rest, a store that is down is an empty one. */
export interface Cache {
  /** The cached value; undefined if there is none or the store fails. */
  get(key: string): Promise<unknown>;
  /** The cached value; undefined if there is none. Rejects with a `StoreError` if the store fails. */
  getOrFail(key: string): Promise<unknown>;
  set(key: string, value: unknown, ttlSeconds: number): Promise<void>;
}

/** Wraps a store. While it is down payers still get a slip, but not the same one for the same visit. */
export function createCache(store: Store, logger: Logger): Cache {
  const withTimeout = createTimeout();

  async function getOrFail(key: string): Promise<unknown> {
    try {
      const text = await withTimeout(() => store.get(key));
      if (text === undefined || text === null) return undefined;
      if (typeof text !== 'string') throw new TypeError('A store must return text');
      return JSON.parse(text) as unknown;
    } catch {
      logger.error('Reading the store of the deposit kit failed');
      throw new StoreError();
    }
  }

  return {
    getOrFail,
    get: (key) => getOrFail(key).catch(() => undefined),
    async set(key, value, ttlSeconds) {
      try {
        await withTimeout(() => store.set(key, JSON.stringify(value), ttlSeconds));
      } catch {
        logger.error('Writing to the store of the deposit kit failed');
      }
    },
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
