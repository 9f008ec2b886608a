import { mod10CheckDigit, weightedSum } from './weights.js';

/**
 * Returns the check digit of one block of a CBU or CVU (BCRA, Sistema Nacional de Pagos): weights 3, 1, 7, 9
 * from the right.
 */
export function cbuCheckDigit(block: string): string {
  return mod10CheckDigit(weightedSum(block, 3, 1, 7, 9));
}

/**
 * Whether `digits` is a valid CBU: 22 ASCII digits; bank and branch, then the account, each followed by its
 * check digit.
 */
export function isCbu(digits: string): boolean {
  return kindOfCbu(digits) === 'cbu' && hasValidCheckDigits(digits);
}

/**
 * Whether `digits` is a valid CVU: 22 ASCII digits that begin with 000. All zeros are rejected, although the
 * check digits are correct.
 */
export function isCvu(digits: string): boolean {
  return kindOfCbu(digits) === 'cvu' && hasValidCheckDigits(digits) && /[1-9]/.test(digits);
}

/**
 * Returns whether 22 ASCII digits are a CVU (they begin with 000) or a CBU. Returns `undefined` for any other
 * text.
 */
export function kindOfCbu(digits: string): 'cbu' | 'cvu' | undefined {
  if (!/^[0-9]{22}$/.test(digits)) return undefined;
  return digits.startsWith('000') ? 'cvu' : 'cbu';
}

function hasValidCheckDigits(digits: string): boolean {
  return cbuCheckDigit(digits.slice(0, 7)) === digits[7] && cbuCheckDigit(digits.slice(8, 21)) === digits[21];
}
