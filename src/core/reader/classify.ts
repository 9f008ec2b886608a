import { isBeyondAscii } from './hostile-text.js';
import type { Kind } from '../kinds.js';
import type { Role } from '../methods.js';
import { isPixKey, looksLikePixKey } from '../schemes/pix-key.js';

/** The type of a QR-like value. */
export interface Classified {
  readonly role: Role;
  readonly kind: Kind;
  readonly raw: string;
}

// Any URL scheme, and anything that browsers treat like one. `guardLink` checks the value; it is never shown
// as text.
const URL_LIKE = /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i;

/**
 * Determines what a value under a QR-like key is (docs/reading-policy.md R19). The API specification names
 * these keys but not their types, so only the content counts, in this order: a code, an image, a code in
 * base64, a link, a Pix key, plain text. Undefined for an image: its content cannot be checked, so no value
 * is read from it.
 */
export function classify(raw: string): Classified | undefined {
  const text = raw.trim();
  if (text.startsWith('000201')) return code(raw);
  if (/^data:/i.test(text) || /^(iVBORw0KGgo|\/9j\/)/.test(text)) return undefined;
  // `atob` ignores white space; a value with hidden line breaks must not be repaired by decoding it.
  const isEncoded = text.startsWith('MDAwMjAx') && !isBeyondAscii(raw);
  const decoded = isEncoded ? fromBase64(text) : undefined;
  if (decoded !== undefined) return code(decoded);
  if (URL_LIKE.test(text)) return { role: 'qr', kind: 'qr-link', raw };
  if (looksLikePixKey(text) || isPixKey(text)) return { role: 'pixKey', kind: 'pix-key', raw };
  return { role: 'qr', kind: 'text', raw };
}

function code(raw: string): Classified {
  const isPix = /br\.gov\.bcb\.pix/i.test(raw);
  return isPix ? { role: 'pixCode', kind: 'pix-code', raw } : { role: 'emvCode', kind: 'emv-code', raw };
}

function fromBase64(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
