import { weightedSum } from './weights.js';

const FORM = /^(?:20|23|24|27|30|33|34|50|51|55)[0-9]{9}$/;

/**
 * The check digit for the first 10 digits of a CUIT or CUIL. A remainder that asks for 10 is given 9, as public
 * validators do; the tax office avoids it by another type.
 */
export function cuitCheckDigit(first10: string): string {
  return '01234567899'[(11 - (weightedSum(first10, 2, 3, 4, 5, 6, 7) % 11)) % 11]!;
}

/** Whether `digits` (11 ASCII digits, nothing else) are of a known type of taxpayer and carry the right check digit. */
export function isCuit(digits: string): boolean {
  return FORM.test(digits) && cuitCheckDigit(digits.slice(0, 10)) === digits[10];
}
