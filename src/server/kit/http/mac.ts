import { fromBase64url, toBase64url } from '../../../core/base64url.js';

/** HMAC-SHA-256 as base64url. */
const SIGNATURE = /^[\w-]{43}$/;

/**
 * Signs texts (HMAC-SHA-256) with the first of its secrets, and verifies them with any. The first line of a
 * text states its purpose.
 */
export class Mac {
  readonly #secrets: () => readonly Uint8Array[];
  #keys: Promise<CryptoKey[]> | undefined;

  /** `secrets` is called on first use, because Workers provide no random values before the first request. */
  constructor(secrets: () => readonly Uint8Array[]) {
    this.#secrets = secrets;
  }

  /** 43 characters of base64url. */
  async sign(text: string): Promise<string> {
    const [key] = await this.#getKeys();
    const bytes = await crypto.subtle.sign('HMAC', key!, new TextEncoder().encode(text));
    return toBase64url(new Uint8Array(bytes));
  }

  /** Compares in constant time. */
  async verify(text: string, signature: string): Promise<boolean> {
    if (!SIGNATURE.test(signature)) return false;
    try {
      const [bytes, message] = [fromBase64url(signature), new TextEncoder().encode(text)];
      const keys = await this.#getKeys();
      const verified = keys.map((key) => crypto.subtle.verify('HMAC', key, bytes, message));
      return (await Promise.all(verified)).includes(true);
    } catch {
      // Rejects a signature with set unused bits in its last character.
      return false;
    }
  }

  #getKeys(): Promise<CryptoKey[]> {
    this.#keys ??= Promise.all(this.#secrets().map(hmacKey));
    return this.#keys;
  }
}

/** Imports a secret as a key for HMAC-SHA-256. */
export function hmacKey(secret: Uint8Array): Promise<CryptoKey> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', secret.slice(), hmac, false, ['sign', 'verify']);
}
