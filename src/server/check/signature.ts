import { fromBase64url, toBase64url } from '../../core/base64url.js';
import { signaturePrefix } from '../../core/signature-prefix.js';

/** As the kit signs and the element verifies (docs/adr/005-signed-answers.md). */
const ALGORITHM = 'Ed25519';
const NONCE_BYTES = 16;

/** A nonce as the element sends one where it has a `trust-key`. */
export function freshNonce(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
}

/** What a signature must be for: an answer's bytes, what was asked, and by whom. */
export interface Signed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly asked: URLSearchParams;
  readonly session: string | undefined;
}

/** Whether the trusted key signed this. Not where it, or the signature, is malformed. */
export async function isSigned(
  { bytes, asked, session }: Signed,
  signature: string | null,
  trustKey: string,
): Promise<boolean> {
  if (!signature) return false;
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64url(trustKey), ALGORITHM, false, ['verify']);
    const message = await new Blob([signaturePrefix(asked, session), bytes]).arrayBuffer();
    return await crypto.subtle.verify(ALGORITHM, key, fromBase64url(signature), message);
  } catch {
    return false;
  }
}
