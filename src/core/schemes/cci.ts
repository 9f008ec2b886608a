import { mod10CheckDigit, weightedSum } from './weights.js';

/**
 * Whether `digits` is a valid Peruvian CCI: 20 ASCII digits, the last two being check digits. All zeros are
 * rejected.
 */
export function isCci(digits: string): boolean {
  if (!/^[0-9]{20}$/.test(digits) || !/[1-9]/.test(digits)) return false;
  return cciCheckDigits(digits.slice(0, 6), digits.slice(6, 18)) === digits.slice(18);
}

/** Returns the two check digits: one for bank and branch (6 digits), one for the account (12 digits). */
export function cciCheckDigits(office: string, account: string): string {
  return luhn(office) + luhn(account);
}

/**
 * Luhn: every second digit from the right is doubled, and the digits of the product are added (its value
 * minus nine).
 */
function luhn(digits: string): string {
  // Modulo 10, subtracting nine is the same as adding one.
  const doubles = [...digits].filter((digit, at) => Number(digit) > 4 && (digits.length - at) % 2);
  return mod10CheckDigit(weightedSum(digits, 2, 1) + doubles.length);
}
