/** A shorter token must be a test token: parts of its encodings may appear in any text. */
const MIN_ENCODED = 8;

/**
 * Separators of bytes, such as a line break with an indentation between strings in JSON, even if it is
 * escaped twice. Never begins with a digit, and matches in one way only.
 */
const SIGN = String.raw`\\{0,3}[nrt"]|[\s:;,'-]`;
const HEX_GAP = `(?:${SIGN}){0,32}(?:0x)?`;
const LIST_GAP = `(?:${SIGN}){1,32}`;

const FLAGS = 'gi';

/** The characters that HTML writes by name. */
const NAMES: Readonly<Record<string, string>> = { '"': 'quot', '&': 'amp', '<': 'lt', '>': 'gt' };

/** Finds a token in text: `text.search(pattern)`, `text.replace(pattern, '[token]')`. */
export interface TokenPattern {
  readonly expressions: readonly RegExp[];
  [Symbol.search](text: string): number;
  [Symbol.replace](text: string, by: string): string;
}

/**
 * Finds a token in text, in upper or lower case, even if each character has a different form
 * (SECURITY.md P17):
 * - unchanged
 * - encoded for a URL, once or several times: `%6c`, `%256c`, `%u006c`
 * - escaped for JSON, JavaScript or a shell, also twice: `\u006c`, `\x6c`, `\u{6c}`, `\154`
 * - as an HTML reference, with zeros and without a semicolon: `&#108;`, `&#x6c;`, `&quot;`
 *
 * Finds a whole token of at least eight characters in base64 and base64url too, and in hexadecimal digits and
 * decimal bytes, separated by up to 32 blanks, line breaks, commas, semicolons, colons, hyphens or quotes,
 * also escaped. Takes linear time, because the text comes from an API.
 */
export function tokenPattern(token: string): TokenPattern {
  const encoded = token.length < MIN_ENCODED ? [] : [...bytesOf(token), ...base64Of(token)];
  const whole = new RegExp(encoded.join('|') || '(?!)', FLAGS);
  const [first, ...others] = piecesOf(token).map((piece) => [...piece].map(anyFormOf).join(''));
  const start = new RegExp(first!, FLAGS);
  const rest = others.map((source) => new RegExp(source, `${FLAGS}y`));
  const find = (text: string, from: number) => findInPieces(text, from, start, rest);
  return {
    expressions: [whole, start, ...rest],
    [Symbol.search]: (text) => find(text, 0)?.start ?? text.search(whole),
    [Symbol.replace](text, by) {
      const plain = text.replace(whole, by);
      let result = '';
      let end = 0;
      for (let found = find(plain, 0); found; found = find(plain, end)) {
        result += plain.slice(end, found.start) + by;
        end = found.end;
      }
      return result + plain.slice(end);
    },
  };
}

/** Longer patterns take seconds to compile, which happens at the first search. */
const MAX_PIECE = 32;

/**
 * Splits a token into pieces whose forms can be read in only one way, which is possible for ordinary tokens.
 */
function piecesOf(token: string): readonly string[] {
  return /^[^\\%&;]+$/.test(token) ? token.match(new RegExp(`.{1,${MAX_PIECE}}`, 'g'))! : [token];
}

/** The position of a token whose pieces follow one another. */
function findInPieces(text: string, from: number, start: RegExp, rest: readonly RegExp[]) {
  start.lastIndex = from;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    let end = start.lastIndex;
    const isWhole = rest.every((piece) => {
      piece.lastIndex = end;
      const isNext = piece.test(text);
      end = piece.lastIndex;
      return isNext;
    });
    if (isWhole) return { start: match.index, end };
    start.lastIndex = match.index + 1;
  }
  return undefined;
}

/** The token is ASCII. Matches a character, escaped or not. */
function anyFormOf(char: string): string {
  const code = char.charCodeAt(0);
  const hex = hexOf(char);
  const escape = String.raw`u00${hex}|x${hex}|u\{0*${hex}\}|0{0,2}${code.toString(8)}`;
  const name = Object.hasOwn(NAMES, char) ? `|${NAMES[char]};` : '';
  // JSON in JSON doubles backslashes. The pattern may enter a run only at its beginning: otherwise each
  // backslash would start another search of the rest.
  const slashes = String.raw`(?<!\\)\\+`;
  return (
    // Text that could be read in two ways is read as an escape: `\66` is a 6. Otherwise a run could be read
    // in any number of ways.
    String.raw`(?:(?:${slashes}(?!${escape}))?${literal(char)}|(?:${slashes})?(?<=\\)(?:${escape})` +
    `|%(?:25)*(?:u00)?${hex}|&(?:amp;)*(?:#(?:0*${code}|x0*${hex})(?:;|(?!;))${name}))`
  );
}

/** All bytes as hexadecimal digits, and as a list of decimal numbers. */
function bytesOf(token: string): string[] {
  const chars = [...token];
  return [chars.map(hexOf).join(HEX_GAP), chars.map((char) => char.charCodeAt(0)).join(LIST_GAP)];
}

function hexOf(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(2, '0');
}

/**
 * The base64 that any text around the token produces: the token begins at one of three positions in a group
 * of bytes.
 */
function base64Of(token: string): string[] {
  return [0, 1, 2].map((offset) => {
    const bits = (offset + token.length) * 8;
    // The first and the last character may contain bits of the text around the token.
    const own = btoa('\0'.repeat(offset) + token).slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
    return own.replace(/\+/g, '(?:[+-]|%2b)').replace(/\//g, '(?:[/_]|%2f)');
  });
}

function literal(char: string): string {
  return char.replace(/[^\w]/, '\\$&');
}
