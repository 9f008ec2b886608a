import { toBase64url } from '../../../core/base64url.js';
import { signaturePrefix } from '../../../core/signature-prefix.js';
import { listOf, validateEach, type OneOrMore } from '../key-list.js';
import { bearerOf } from './bearer.js';
import { ED25519, toPrivateKey, validateSigningKey, type SigningKey } from './keys.js';

/**
 * Signs a successful response to a valid request. The signature covers the query, the session and the body's
 * bytes.
 */
export type Sign = (request: Request, response: Response) => Promise<Response>;

/** Creates the signer: the first key signs. Without a key, responses are returned unsigned. */
export function createSigner(signingKeys: OneOrMore<SigningKey> | undefined): Sign {
  const [signingKey] = signingKeys === undefined ? [] : listOf(signingKeys);
  if (signingKey === undefined) return (_, response) => Promise.resolve(response);
  let key: Promise<CryptoKey> | undefined;
  return async (request, response) => {
    key ??= toPrivateKey(signingKey, false);
    const { searchParams } = new URL(request.url);
    const body = await response.arrayBuffer();
    const message = await new Blob([signaturePrefix(searchParams, bearerOf(request)), body]).arrayBuffer();
    const signature = await crypto.subtle.sign(ED25519, await key, message);
    const headers = new Headers(response.headers);
    headers.set('Deposit-Signature', toBase64url(new Uint8Array(signature)));
    return new Response(body, { status: response.status, headers });
  };
}

/**
 * Returns the element's `trust-key` for a signing key: the public key as 43 characters of base64url. For a
 * list, the keys are separated by blanks. Rejects if a key is invalid, or if it is a CryptoKey that is not
 * extractable.
 */
export async function trustKeyOf(signingKey: OneOrMore<SigningKey>): Promise<string> {
  const error = signingKey === undefined ? 'is missing' : validateEach(validateSigningKey)(signingKey);
  if (error !== undefined) throw new Error(`The signing key ${error}.`);
  return (await Promise.all(listOf(signingKey).map(publicKeyOf))).join(' ');
}

async function publicKeyOf(signingKey: SigningKey): Promise<string> {
  const key = await toPrivateKey(signingKey, true);
  if (!key.extractable) throw new Error('The signing key must be extractable.');
  const { x } = await crypto.subtle.exportKey('jwk', key);
  return x!;
}
