/** A private Ed25519 key: as the platform holds it, or as PKCS#8 in PEM (`openssl genpkey -algorithm ed25519`). */
export type SigningKey = CryptoKey | string;

export const ED25519 = 'Ed25519';

/** RFC 8410: the 16 bytes every such key begins with and the 32 of the key itself are one line of 64 characters. */
const PRIVATE_PEM =
  /^\s*-----BEGIN PRIVATE KEY-----\s+(MC4CAQAwBQYDK2VwBCIEI[A-P][A-Za-z0-9+/]{42})\s+-----END PRIVATE KEY-----\s*$/;
/** The same for its public half: 12 bytes and 32. */
const PUBLIC_PEM =
  /^\s*-----BEGIN PUBLIC KEY-----\s+(MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=)\s+-----END PUBLIC KEY-----\s*$/;

/** Whether it is a private Ed25519 key, which can do nothing but sign. */
export function isPrivateKey(value: unknown): value is SigningKey {
  if (typeof value === 'string') return PRIVATE_PEM.test(value);
  return value instanceof CryptoKey && value.type === 'private' && value.algorithm.name === ED25519;
}

/** Whether it is a public Ed25519 key: a CryptoKey that verifies, or SPKI in PEM. */
export function isPublicKey(value: unknown): value is CryptoKey | string {
  if (typeof value === 'string') return PUBLIC_PEM.test(value);
  const isPublic = value instanceof CryptoKey && value.type === 'public';
  return isPublic && value.algorithm.name === ED25519 && value.usages.includes('verify');
}

/** What is wrong with a signing key, without a word of it. */
export function faultOfSigningKey(value: unknown): string | undefined {
  if (value === undefined || isPrivateKey(value)) return undefined;
  return 'is no private Ed25519 key (a CryptoKey, or PKCS#8 in PEM)';
}

/** The platform's form of a private key that was found good. A CryptoKey stays as extractable as it is. */
export async function toPrivateKey(key: SigningKey, extractable: boolean): Promise<CryptoKey> {
  if (typeof key !== 'string') return key;
  return crypto.subtle.importKey('pkcs8', bytesOf(PRIVATE_PEM, key), ED25519, extractable, ['sign']);
}

/** The key that verifies: a public one as it is, of a private one its public half, for which it must be extractable. */
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
  return Uint8Array.from(atob(pem.exec(text)![1]!), (sign) => sign.charCodeAt(0));
}
