/** A shorter token is a test's: parts of its encodings may stand in any text. */
const MIN_ENCODED = 8;

/**
 * Finds a token in text in any form that carries it on (SECURITY.md P17): as it is, in upper or lower case, with any of its
 * characters encoded for a URL (also twice), or escaped for JSON or HTML, in hexadecimal digits, and inside base64.
 */
export function tokenPattern(token: string): RegExp {
  const encoded = token.length < MIN_ENCODED ? [] : [hexOf(token), ...base64Of(token)];
  return new RegExp([[...token].map(anyFormOf).join(''), ...encoded].join('|'), 'gi');
}

/** A token is ASCII: a character and its code. */
function anyFormOf(char: string): string {
  const code = char.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  return `(?:\\\\*${literal(char)}|%(?:25)*${hex}|\\\\+u00${hex}|&#(?:${code}|x0*${hex});)`;
}

function hexOf(token: string): string {
  return [...token].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

/** What base64 of any text around the token contains: it begins at one of three places in a group of bytes. */
function base64Of(token: string): string[] {
  return [0, 1, 2].map((offset) => {
    const bits = (offset + token.length) * 8;
    // The first and the last character may hold bits of the text around it.
    const own = btoa('\0'.repeat(offset) + token).slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
    return own.replace(/\+/g, '[+-]').replace(/\//g, '[/_]');
  });
}

function literal(char: string): string {
  return char.replace(/[^\w]/, '\\$&');
}
