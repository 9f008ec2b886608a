import { toBase64url } from '../../core/base64url.js';
import { signaturePrefix } from '../../core/signature-prefix.js';
import { bearerOf } from './bearer.js';
import { ED25519, faultOfSigningKey, toPrivateKey, type SigningKey } from './keys.js';

/** Signs a successful answer, over its bytes as they go out and what was asked; the request was found good before. */
export type Sign = (request: Request, answer: Response) => Promise<Response>;

/** Without a key answers go out as they are. */
export function createSigner(signingKey: SigningKey | undefined): Sign {
  if (signingKey === undefined) return (_, answer) => Promise.resolve(answer);
  let key: Promise<CryptoKey> | undefined;
  return async (request, answer) => {
    key ??= toPrivateKey(signingKey, false);
    const { searchParams } = new URL(request.url);
    const body = await answer.arrayBuffer();
    const message = await new Blob([signaturePrefix(searchParams, bearerOf(request)), body]).arrayBuffer();
    const signature = await crypto.subtle.sign(ED25519, await key, message);
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
  const key = await toPrivateKey(signingKey, true);
  if (!key.extractable) throw new Error('The signing key is not extractable.');
  const { x } = await crypto.subtle.exportKey('jwk', key);
  return x!;
}
