import { mod10CheckDigit, weightedSum } from './weights.js';

/**
 * Whether `digits` is a valid CLABE: 18 ASCII digits, the last being the check digit (Banxico, Clave Bancaria
 * Estandarizada). All zeros are rejected, although the check digit is correct.
 */
export function isClabe(digits: string): boolean {
  if (!/^[0-9]{18}$/.test(digits) || !/[1-9]/.test(digits)) return false;
  return clabeCheckDigit(digits.slice(0, 17)) === digits[17];
}

/** Returns the check digit for the first 17 digits of a CLABE: weights 3, 7, 1 from the left. */
export function clabeCheckDigit(first17: string): string {
  return mod10CheckDigit(weightedSum(first17, 7, 3, 1));
}
