import { isHostileIdentifier } from './hostile-text.js';
import type { Kind } from '../kinds.js';
import type { Role } from '../methods.js';
import { looksLikePixKey } from '../schemes/pix-key.js';

/** What a QR-like value turned out to be; `image` cannot be told from what it shows, so nothing is read from it. */
export type Classified =
  { readonly role: Role; readonly kind: Kind; readonly raw: string } | { readonly image: true };

// Any scheme, and what browsers take for one: the guard judges it, and it is never shown as text.
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i;

/**
 * Says what a value under a QR-like key is, by its content alone and in this order: a code, an image, a code in
 * base64, an address, a key, plain text (instruments.md, 5: the spec names the keys and not their types).
 */
export function classify(raw: string): Classified {
  const text = raw.trim();
  if (text.startsWith('000201')) return code(raw);
  if (/^data:/i.test(text) || /^(iVBORw0KGgo|\/9j\/)/.test(text)) return { image: true };
  // Decoding would drop a line break that hides in it, and nothing is repaired.
  const isEncoded = text.startsWith('MDAwMjAx') && !isHostileIdentifier(raw);
  const decoded = isEncoded ? fromBase64(text) : undefined;
  if (decoded !== undefined) return code(decoded);
  if (ADDRESS.test(text)) return { role: 'qr', kind: 'qr-link', raw };
  if (looksLikePixKey(text)) return { role: 'pixKey', kind: 'pix-key', raw };
  return { role: 'qr', kind: 'text', raw };
}

function code(raw: string): Classified {
  const isPix = /br\.gov\.bcb\.pix/i.test(raw);
  return isPix ? { role: 'pixCode', kind: 'pix-code', raw } : { role: 'emvCode', kind: 'emv-code', raw };
}

function fromBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}
