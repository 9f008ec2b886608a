import { toTen, weightedSum } from './weights.js';

/**
 * Whether `digits` (18 ASCII digits, nothing else) carry the right CLABE check digit
 * (Banxico: Clave Bancaria Estandarizada). An all-zero number passes the sum and is refused by name.
 */
export function isClabe(digits: string): boolean {
  if (!/^[0-9]{18}$/.test(digits) || !/[1-9]/.test(digits)) return false;
  return clabeCheckDigit(digits.slice(0, 17)) === digits[17];
}

/** The check digit for the first 17 digits of a CLABE, as one character: weights 3, 7, 1 from the left. */
export function clabeCheckDigit(first17: string): string {
  return toTen(weightedSum(first17, 7, 3, 1));
}
