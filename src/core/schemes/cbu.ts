import { toTen, weightedSum } from './weights.js';

/** The check digit of one block of a CBU or CVU (BCRA, Sistema Nacional de Pagos): weights 3, 1, 7, 9 from the right. */
export function cbuCheckDigit(block: string): string {
  return toTen(weightedSum(block, 3, 1, 7, 9));
}

/** Whether `digits` (22 ASCII digits, nothing else) are a CBU: bank and branch, then account, each closed by its digit. */
export function isCbu(digits: string): boolean {
  return kindOfCbu(digits) === 'cbu' && hasBothDigits(digits);
}

/**
 * Whether `digits` are a CVU: three zeros, the payment service provider, its client. All zeros pass both check digits
 * and are refused by name.
 */
export function isCvu(digits: string): boolean {
  return kindOfCbu(digits) === 'cvu' && hasBothDigits(digits) && /[1-9]/.test(digits);
}

/** Which of the two 22 digits are, by the three they begin with and not by what anyone calls them; else undefined. */
export function kindOfCbu(digits: string): 'cbu' | 'cvu' | undefined {
  if (!/^[0-9]{22}$/.test(digits)) return undefined;
  return digits.startsWith('000') ? 'cvu' : 'cbu';
}

function hasBothDigits(digits: string): boolean {
  return cbuCheckDigit(digits.slice(0, 7)) === digits[7] && cbuCheckDigit(digits.slice(8, 21)) === digits[21];
}
