import { toBase64url } from '../../core/base64url.js';
import { createPatience } from './deadline.js';
import type { Logger } from './hooks.js';
import type { Store } from './store.js';

/** The merchant's store as the kit uses it: JSON values, and a store that is down is a store that is empty. */
export interface Memory {
  /** The value as it was kept; undefined if there is none. */
  recall(key: string): Promise<unknown>;
  keep(key: string, value: unknown, ttlSeconds: number): Promise<void>;
}

/** Wraps a store. A payer gets a slip even while it is down; what is lost is "same visit, same slip". */
export function createMemory(store: Store, logger: Logger): Memory {
  const patiently = createPatience();
  return {
    async recall(key) {
      try {
        const text = await patiently(() => store.get(key));
        if (text === undefined || text === null) return undefined;
        if (typeof text !== 'string') throw new TypeError('A store gives text');
        return JSON.parse(text) as unknown;
      } catch {
        logger.error('The store of the deposit kit could not be read');
        return undefined;
      }
    },
    async keep(key, value, ttlSeconds) {
      try {
        await patiently(() => store.set(key, JSON.stringify(value), ttlSeconds));
      } catch {
        logger.error('The store of the deposit kit could not be written');
      }
    },
  };
}

/** A key for the store: what it is for, a digest that names somebody to nobody, and plain parts without a colon. */
export function keyOf(purpose: string, digested: string, ...parts: readonly (string | number)[]): string {
  return ['deposit-slip', purpose, digested, ...parts].join(':');
}

/** SHA-256 as 43 characters of base64url. */
export async function digest(text: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
