/** The address for contacting the merchant: an https, mailto or tel URL. Undefined for any other text. */
export function contactAddress(text: string | undefined): string | undefined {
  if (!text) return undefined;
  try {
    const { protocol, href } = new URL(text);
    return /^(?:https|mailto|tel):$/.test(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}
