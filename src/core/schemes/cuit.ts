import { weightedSum } from './weights.js';

const FORM = /^(?:20|23|24|27|30|33|34|50|51|55)[0-9]{9}$/;

/**
 * Returns the check digit for the first 10 digits of a CUIT or CUIL. If the sum would need the digit 10, the result
 * is 9, as in public validators; the tax office assigns such numbers a different type.
 */
export function cuitCheckDigit(first10: string): string {
  return '01234567899'[(11 - (weightedSum(first10, 2, 3, 4, 5, 6, 7) % 11)) % 11]!;
}

/** Whether `digits` is a valid CUIT or CUIL: 11 ASCII digits, a known taxpayer type, and the right check digit. */
export function isCuit(digits: string): boolean {
  return FORM.test(digits) && cuitCheckDigit(digits.slice(0, 10)) === digits[10];
}
