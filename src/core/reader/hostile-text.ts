// docs/reading-policy.md R26. A hostile identifier is refused; other text loses the characters that reorder or hide
// text.
const BEYOND_PRINTABLE_ASCII = /[^\x20-\x7e]/;
// The four Hangul fillers are letters without a visible shape.
const BEYOND_LETTERS = /[^\x20-\x7e\p{L}]|[\u115f\u1160\u3164\uffa0]/u;
const REORDERING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Whether an identifier contains anything other than printable ASCII: a control, an invisible or look-alike
 * character.
 */
export function isHostileIdentifier(text: string): boolean {
  return BEYOND_PRINTABLE_ASCII.test(text);
}

/**
 * Whether text contains anything other than printable ASCII and visible letters: a control, an invisible character, a
 * non-ASCII digit.
 */
export function isHostileLetters(text: string): boolean {
  return BEYOND_LETTERS.test(text);
}

/** Removes control characters, bidi controls, line separators and lone surrogates. */
export function cleanText(text: string): string {
  return text.replace(REORDERING, '');
}
