import { fromBase64url, toBase64url } from './base64url.js';
import { signaturePrefix } from './signature-prefix.js';

/** The only algorithm. Responses name none, so no response can choose a weaker one. */
const ALGORITHM = 'Ed25519';
const NONCE_BYTES = 16;

/** A random nonce for one request: a response signed with it cannot be an earlier one. */
export function freshNonce(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
}

/** The data that a signature must cover: the bytes of the response, the request's parameters, its session. */
export interface Signed {
  /** Undefined if the body could not be read to its end. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  readonly params: URLSearchParams;
  readonly session: string | undefined;
}

/**
 * Whether one of the trusted keys made this signature. False if the signature or one of the keys is malformed
 * or cannot be verified here.
 */
export async function isSigned(
  { bytes, params, session }: Signed,
  signature: string | null,
  trustKeys: string,
): Promise<boolean> {
  if (!bytes || !signature) return false;
  try {
    const { subtle } = crypto;
    const keys = await Promise.all(
      trustKeys
        .split(/\s+/)
        .map((key) => subtle.importKey('raw', fromBase64url(key), ALGORITHM, false, ['verify'])),
    );
    const message = await new Blob([signaturePrefix(params, session), bytes]).arrayBuffer();
    const verified = keys.map((key) => subtle.verify(ALGORITHM, key, fromBase64url(signature), message));
    return (await Promise.all(verified)).includes(true);
  } catch {
    // Not a key of 32 bytes, not base64url, no Ed25519 on this platform, or no secure context.
    return false;
  }
}
