import { fromBase64url, toBase64url } from '../../core/base64url.js';
import { signaturePrefix } from '../../core/signature-prefix.js';

/** The algorithm of the kit and the element (docs/adr/005-signed-answers.md). */
const ALGORITHM = 'Ed25519';
const NONCE_BYTES = 16;

/** A nonce like the one the element sends if it has a `trust-key`. */
export function freshNonce(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
}

/** The signed text: the bytes of the response, the query, and the session. */
export interface Signed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly query: URLSearchParams;
  readonly session: string | undefined;
}

/** Whether one of the trusted keys signed the text. False if a key or the signature is malformed. */
export async function isSigned(
  { bytes, query, session }: Signed,
  signature: string | null,
  trustKeys: string,
): Promise<boolean> {
  if (!signature) return false;
  try {
    const { subtle } = crypto;
    const keys = await Promise.all(
      trustKeys
        .split(/\s+/)
        .map((key) => subtle.importKey('raw', fromBase64url(key), ALGORITHM, false, ['verify'])),
    );
    const message = await new Blob([signaturePrefix(query, session), bytes]).arrayBuffer();
    const verified = keys.map((key) => subtle.verify(ALGORITHM, key, fromBase64url(signature), message));
    return (await Promise.all(verified)).includes(true);
  } catch {
    return false;
  }
}
