/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function toBase64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes base64url without padding. Throws a `TypeError` or a `DOMException` for any text that is not the
 * canonical encoding of its bytes, so that two different texts never decode to the same bytes.
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  if (toBase64url(bytes) !== text) throw new TypeError('The text is not canonical base64url.');
  return bytes;
}
