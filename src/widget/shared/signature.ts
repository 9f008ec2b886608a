import { fromBase64url, toBase64url } from '../../core/base64url.js';
import { signaturePrefix } from '../../core/signature-prefix.js';

/** The one algorithm: no answer names another, so none can be talked into a weaker one. */
const ALGORITHM = 'Ed25519';
const NONCE_BYTES = 16;

/** Nobody could have known it before, so an answer signed with it is no earlier one. */
export function freshNonce(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
}

/** What a signature must be for: the bytes of an answer, and what was asked, by whom. */
export interface Signed {
  /** Absent where they could not be read to their end. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  readonly asked: URLSearchParams;
  readonly session: string | undefined;
}

/** Whether a signature is the trusted key's for this. Not where it, or the key, is malformed or cannot be looked at here. */
export async function isSigned(
  { bytes, asked, session }: Signed,
  signature: string | null,
  trustKey: string,
): Promise<boolean> {
  if (!bytes || !signature) return false;
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64url(trustKey), ALGORITHM, false, ['verify']);
    const message = await new Blob([signaturePrefix(asked, session), bytes]).arrayBuffer();
    return await crypto.subtle.verify(ALGORITHM, key, fromBase64url(signature), message);
  } catch {
    // No key of 32 bytes, no base64url, no Ed25519 in this browser, no secure context.
    return false;
  }
}
