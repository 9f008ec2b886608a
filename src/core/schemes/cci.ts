import { toTen, weightedSum } from './weights.js';

/** Whether `digits` (20 ASCII digits, nothing else) carry both check digits of a Peruvian CCI; all zeros are refused. */
export function isCci(digits: string): boolean {
  if (!/^[0-9]{20}$/.test(digits) || !/[1-9]/.test(digits)) return false;
  return cciCheckDigits(digits.slice(0, 6), digits.slice(6, 18)) === digits.slice(18);
}

/** The two check digits: one over bank and office (6 digits), one over the account (12). */
export function cciCheckDigits(office: string, account: string): string {
  return luhn(office) + luhn(account);
}

/** Every second digit from the right counts double; a double of two digits as their sum, which is nine less: one more in tens. */
function luhn(digits: string): string {
  const doubles = [...digits].filter((digit, at) => Number(digit) > 4 && (digits.length - at) % 2);
  return toTen(weightedSum(digits, 2, 1) + doubles.length);
}
