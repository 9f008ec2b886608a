// reading.md, "Hostile text". Identifiers are refused whole; other text loses what could reorder or hide it.
const BEYOND_PRINTABLE_ASCII = /[^\x20-\x7e]/;
const HIDING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u00a0\u3164\u115f\u1160\uffa0\u034f]/u;
const REORDERING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Whether an identifier holds anything but printable ASCII: a control, an invisible sign, a look-alike. */
export function isHostileIdentifier(text: string): boolean {
  return BEYOND_PRINTABLE_ASCII.test(text);
}

/** Whether text holds a control, a bidi control or an invisible sign (letters beyond ASCII are fine). */
export function isHidingText(text: string): boolean {
  return HIDING.test(text);
}

/** The text without controls and bidi controls. */
export function cleanText(text: string): string {
  return text.replace(REORDERING, '');
}
