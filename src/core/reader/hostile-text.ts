// reading.md, "Hostile text". Identifiers are refused whole; other text loses what could reorder or hide it.
const BEYOND_PRINTABLE_ASCII = /[^\x20-\x7e]/;
// The four Hangul fillers are letters that cannot be seen.
const BEYOND_LETTERS = /[^\x20-\x7e\p{L}]|[\u115f\u1160\u3164\uffa0]/u;
const REORDERING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Whether an identifier holds anything but printable ASCII: a control, an invisible sign, a look-alike. */
export function isHostileIdentifier(text: string): boolean {
  return BEYOND_PRINTABLE_ASCII.test(text);
}

/** Whether text holds anything but printable ASCII and visible letters: a control, an invisible sign, a foreign digit. */
export function isHostileLetters(text: string): boolean {
  return BEYOND_LETTERS.test(text);
}

/** The text without controls and bidi controls. */
export function cleanText(text: string): string {
  return text.replace(REORDERING, '');
}
