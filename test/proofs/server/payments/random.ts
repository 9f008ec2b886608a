import { createHash, createHmac, KeyObject, timingSafeEqual } from 'node:crypto';
import { randomOf } from '../../../fixtures/grammar.js';

/** A sequence of random numbers that a seed determines. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomOf(seed);
  }

  /** An integer from 0 to `below` - 1. */
  below(below: number): number {
    return (this.#next() * 2 ** 32) % below;
  }

  /** True once in this many times, on average. */
  once(inTimes: number): boolean {
    return this.below(inTimes) === 0;
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  uuid(): `${string}-${string}-${string}-${string}-${string}` {
    const hex = Array.from({ length: 4 }, () =>
      this.below(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

/**
 * Makes the ids and the cryptography of this process a function of a seed. It uses no threads, which end in
 * any order, so a schedule runs the same way each time.
 */
export function installRandom(current: () => Random): void {
  crypto.randomUUID = () => current().uuid();
  Object.assign(crypto.subtle, {
    digest: async (_: string, data: Uint8Array) =>
      toBuffer(createHash('sha256').update(new Uint8Array(data)).digest()),
    sign: async (_: unknown, key: CryptoKey, data: Uint8Array) => toBuffer(hmac(key, data)),
    verify: async (_: unknown, key: CryptoKey, signature: Uint8Array, data: Uint8Array) => {
      const [expected, given] = [hmac(key, data), new Uint8Array(signature)];
      return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
    },
  });
}

function hmac(key: CryptoKey, data: Uint8Array): Buffer {
  return createHmac('sha256', KeyObject.from(key)).update(data).digest();
}

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
