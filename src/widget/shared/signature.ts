import { fromBase64url, toBase64url } from '../../core/base64url.js';
import { signaturePrefix } from '../../core/signature-prefix.js';

/** The only algorithm. Answers name none, so no answer can choose a weaker one. */
const ALGORITHM = 'Ed25519';
const NONCE_BYTES = 16;

/** A random nonce for one request: an answer that is signed with it cannot be an earlier one. */
export function freshNonce(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
}

/** What a signature must cover: the bytes of the answer, the request's parameters, and its session. */
export interface Signed {
  /** Undefined if the body could not be read to its end. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  readonly params: URLSearchParams;
  readonly session: string | undefined;
}

/** Whether the trusted key made this signature. False if the signature or the key is malformed or cannot be verified here. */
export async function isSigned(
  { bytes, params, session }: Signed,
  signature: string | null,
  trustKey: string,
): Promise<boolean> {
  if (!bytes || !signature) return false;
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64url(trustKey), ALGORITHM, false, ['verify']);
    const message = await new Blob([signaturePrefix(params, session), bytes]).arrayBuffer();
    return await crypto.subtle.verify(ALGORITHM, key, fromBase64url(signature), message);
  } catch {
    // Not a key of 32 bytes, not base64url, no Ed25519 in this browser, or no secure context.
    return false;
  }
}
