import { weightedSum } from './weights.js';

/**
 * 20 and 23 to 27 are people, since 2021 irrespective of their sex (AFIP and ANSES); the others are companies
 * and foreigners.
 */
const FORM = /^(?:2[034567]|3[034]|5[015])[0-9]{9}$/;

/**
 * Returns the check digit for the first 10 digits of a CUIT or CUIL. If the result would be 10, returns 9, as
 * public validators do; the tax office assigns such numbers a different type.
 */
export function cuitCheckDigit(first10: string): string {
  return '01234567899'[(11 - (weightedSum(first10, 2, 3, 4, 5, 6, 7) % 11)) % 11]!;
}

/**
 * Whether `digits` is a valid CUIT or CUIL: 11 ASCII digits, a known taxpayer type, and the right check
 * digit.
 */
export function isCuit(digits: string): boolean {
  return FORM.test(digits) && cuitCheckDigit(digits.slice(0, 10)) === digits[10];
}
