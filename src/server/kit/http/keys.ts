// jose's type, because the types of Node alone have no global `CryptoKey`.
import type { CryptoKey } from 'jose';

/** A private Ed25519 key: a CryptoKey, or PKCS#8 in PEM (`openssl genpkey -algorithm ed25519`). */
type PrivateKey = CryptoKey | string;

const ED25519 = 'Ed25519';

/**
 * RFC 8410: 16 bytes that all Ed25519 keys share, then the 32 bytes of the key, as one line of 64 characters.
 */
const PRIVATE_PEM =
  /^\s*-----BEGIN PRIVATE KEY-----\s+(MC4CAQAwBQYDK2VwBCIEI[A-P][A-Za-z0-9+/]{42})\s+-----END PRIVATE KEY-----\s*$/;
/** The same for a public key: 12 shared bytes, then the 32 bytes of the key. */
const PUBLIC_PEM =
  /^\s*-----BEGIN PUBLIC KEY-----\s+(MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=)\s+-----END PUBLIC KEY-----\s*$/;

/** Whether a value is a private Ed25519 key. */
export function isPrivateKey(value: unknown): value is PrivateKey {
  if (typeof value === 'string') return PRIVATE_PEM.test(value);
  return value instanceof CryptoKey && value.type === 'private' && value.algorithm.name === ED25519;
}

/** Whether a value is a public Ed25519 key: a CryptoKey that can verify, or SPKI in PEM. */
export function isPublicKey(value: unknown): value is CryptoKey | string {
  if (typeof value === 'string') return PUBLIC_PEM.test(value);
  const isPublic = value instanceof CryptoKey && value.type === 'public';
  return isPublic && value.algorithm.name === ED25519 && value.usages.includes('verify');
}

/** Imports a valid private key. `extractable` applies to PEM only; a CryptoKey is returned as it is. */
export async function toPrivateKey(key: PrivateKey, extractable: boolean): Promise<CryptoKey> {
  if (typeof key !== 'string') return key;
  return crypto.subtle.importKey('pkcs8', bytesOf(PRIVATE_PEM, key), ED25519, extractable, ['sign']);
}

/** The public key of a valid key. A private CryptoKey must be extractable. */
export async function toPublicKey(key: CryptoKey | string): Promise<CryptoKey> {
  const use = ['verify'] as const;
  if (!isPrivateKey(key)) {
    if (typeof key !== 'string') return key;
    return crypto.subtle.importKey('spki', bytesOf(PUBLIC_PEM, key), ED25519, false, use);
  }
  const { kty, crv, x } = await crypto.subtle.exportKey('jwk', await toPrivateKey(key, true));
  return crypto.subtle.importKey('jwk', { kty: kty!, crv: crv!, x: x! }, ED25519, false, use);
}

function bytesOf(pem: RegExp, text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(pem.exec(text)![1]!), (character) => character.charCodeAt(0));
}
