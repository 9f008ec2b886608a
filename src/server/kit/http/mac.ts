import { fromBase64url, toBase64url } from '../../../core/base64url.js';

/** HMAC-SHA-256 as base64url. */
const SIGNATURE = /^[\w-]{43}$/;

/** Signs texts with a secret (HMAC-SHA-256). The first line of a text says what it is for. */
export class Mac {
  readonly #secret: () => Uint8Array;
  #key: Promise<CryptoKey> | undefined;

  /** `secret` is called on the first use: Workers provide no random values before the first request. */
  constructor(secret: () => Uint8Array) {
    this.#secret = secret;
  }

  /** 43 characters of base64url. */
  async sign(text: string): Promise<string> {
    const bytes = await crypto.subtle.sign('HMAC', await this.#getKey(), new TextEncoder().encode(text));
    return toBase64url(new Uint8Array(bytes));
  }

  /** Compares in constant time. */
  async verify(text: string, signature: string): Promise<boolean> {
    if (!SIGNATURE.test(signature)) return false;
    try {
      const [bytes, message] = [fromBase64url(signature), new TextEncoder().encode(text)];
      return await crypto.subtle.verify('HMAC', await this.#getKey(), bytes, message);
    } catch {
      // The unused bits of the last character are set.
      return false;
    }
  }

  #getKey(): Promise<CryptoKey> {
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    this.#key ??= crypto.subtle.importKey('raw', this.#secret().slice(), hmac, false, ['sign', 'verify']);
    return this.#key;
  }
}
