/** The attributes of an element as HTML, each with a blank before it. A property without a value has none. */
export function attributesOf(
  { observedAttributes }: { readonly observedAttributes: readonly string[] },
  values: object,
): string {
  return Object.entries(values)
    .map(([name, value]) => [kebabCase(name), value] as const)
    .filter(([name]) => observedAttributes.includes(name))
    .map(([name, value]) => attributeOf(name, value))
    .join('');
}

function attributeOf(name: string, value: unknown): string {
  if (value === true) return ` ${name}`;
  return typeof value === 'string' || typeof value === 'number'
    ? ` ${name}="${escapeHtml(String(value))}"`
    : '';
}

/** `payment-id` for `paymentId`. */
function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Escapes text for an attribute or between tags. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * Escapes JSON for a `<script>`: no `<` in it can end the element or begin a comment, and the Unicode line
 * separators are escaped because some script parsers treat them as line breaks.
 */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
