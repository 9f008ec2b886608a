import { toBase64url } from '../../core/base64url.js';

/** SHA-256 as 43 characters of base64url. */
export async function digest(text: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
