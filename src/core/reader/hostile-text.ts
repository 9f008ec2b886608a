// docs/reading-policy.md R26. A hostile identifier is refused; other text loses the characters that reorder
// or hide text.
const BEYOND_PRINTABLE_ASCII = /[^\x20-\x7e]/;
// Some letters are invisible, such as the Hangul fillers. Phones write an apostrophe as a quotation mark.
const BEYOND_LETTERS = /[^\x20-\x7e\p{L}\u2018\u2019]|\p{Default_Ignorable_Code_Point}/u;
/** A page shows consecutive spaces as one, and no spaces at either end. A value of spaces only is absent. */
const UNSEEN_SPACE = /^ +\S|\S {2,}\S|\S +$/;
/** A text without the ASCII white space (Infra Standard) at its ends. */
const UNPADDED = /[^\t\n\f\r ](?:.*[^\t\n\f\r ])?/s;
/** White space other than the ASCII space: tabs, line breaks, and spaces of other widths. */
const SPACE = /[\t-\r\u2800\p{Z}]/gu;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
/** Maximum characters of an order's reference; an emoji counts as one. */
const MAX_REFERENCE = 64;
/** Controls (including bidi controls), lone surrogates, and line separators. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Whether text contains anything other than printable ASCII: a control, an invisible or look-alike character.
 */
export function isBeyondAscii(text: string): boolean {
  return BEYOND_PRINTABLE_ASCII.test(text);
}

/**
 * Whether an identifier contains anything invisible: characters other than printable ASCII, or a space beside
 * a space.
 */
export function isHostileIdentifier(text: string): boolean {
  return isBeyondAscii(text) || UNSEEN_SPACE.test(text);
}

/**
 * Whether text contains anything other than printable ASCII and visible letters: a control, an invisible
 * character, a non-ASCII digit.
 */
export function isHostileLetters(text: string): boolean {
  return BEYOND_LETTERS.test(text);
}

/** Removes ASCII white space at both ends. */
export function withoutPadding(text: string): string {
  return UNPADDED.exec(text)?.[0] ?? '';
}

/**
 * Removes everything invisible: controls, bidi controls, lone surrogates and every other code point that
 * Unicode calls default ignorable. Any other white space becomes an ASCII space.
 */
export function cleanText(text: string): string {
  return text.replace(SPACE, ' ').replace(HIDDEN, '');
}

/**
 * Whether text can be shown as the reference of an order, unchanged: at most 64 characters, and no controls.
 */
export function isReference(text: string): boolean {
  return text.trim() !== '' && [...text].length <= MAX_REFERENCE && !CONTROL.test(text);
}
