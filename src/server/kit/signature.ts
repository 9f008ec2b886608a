import { toBase64url } from '../../core/base64url.js';
import { signedHead } from '../../core/signed-head.js';

/** A private Ed25519 key: as the platform holds it, or as PKCS#8 in PEM (`openssl genpkey -algorithm ed25519`). */
export type SigningKey = CryptoKey | string;

/** Signs a successful answer, over its bytes as they go out and what was asked; the request was found good before. */
export type Sign = (request: Request, answer: Response) => Promise<Response>;

const ALGORITHM = 'Ed25519';

/** RFC 8410: the 16 bytes every such key begins with and the 32 of the key itself are one line of 64 characters. */
const PEM =
  /^\s*-----BEGIN PRIVATE KEY-----\s+(MC4CAQAwBQYDK2VwBCIEI[A-P][A-Za-z0-9+/]{42})\s+-----END PRIVATE KEY-----\s*$/;

/** What is wrong with a signing key, without a word of it. */
export function faultOfSigningKey(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  // A private Ed25519 key can do nothing but sign.
  const isGood =
    value instanceof CryptoKey
      ? value.type === 'private' && value.algorithm.name === ALGORITHM
      : typeof value === 'string' && PEM.test(value);
  return isGood ? undefined : 'is no private Ed25519 key (a CryptoKey, or PKCS#8 in PEM)';
}

/** Without a key answers go out as they are. */
export function createSigner(signingKey: SigningKey | undefined): Sign {
  if (signingKey === undefined) return (_, answer) => Promise.resolve(answer);
  let key: Promise<CryptoKey> | undefined;
  return async (request, answer) => {
    key ??= toKey(signingKey, false);
    const { searchParams } = new URL(request.url);
    const body = await answer.arrayBuffer();
    const message = await new Blob([signedHead(searchParams, sessionOf(request)), body]).arrayBuffer();
    const signature = await crypto.subtle.sign(ALGORITHM, await key, message);
    const headers = new Headers(answer.headers);
    headers.set('Deposit-Signature', toBase64url(new Uint8Array(signature)));
    return new Response(body, { status: answer.status, headers });
  };
}

/**
 * The value of the element's `trust-key` for a signing key: its public half, 43 characters. Rejects where the key is none,
 * or is a CryptoKey that cannot be exported.
 */
export async function trustKeyOf(signingKey: SigningKey): Promise<string> {
  const fault = signingKey === undefined ? 'is missing' : faultOfSigningKey(signingKey);
  if (fault !== undefined) throw new Error(`The signing key ${fault}.`);
  const key = await toKey(signingKey, true);
  if (!key.extractable) throw new Error('The signing key is not extractable.');
  const { x } = await crypto.subtle.exportKey('jwk', key);
  return x!;
}

async function toKey(signingKey: SigningKey, extractable: boolean): Promise<CryptoKey> {
  if (typeof signingKey !== 'string') return signingKey;
  const pkcs8 = Uint8Array.from(atob(PEM.exec(signingKey)![1]!), (sign) => sign.charCodeAt(0));
  return crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, extractable, ['sign']);
}

/** The bearer string, as the element sent it. */
function sessionOf(request: Request): string | undefined {
  return /^Bearer (.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}
