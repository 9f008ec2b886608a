/** Whether `digits` (20 ASCII digits, nothing else) carry both check digits of a Peruvian CCI; all zeros are refused. */
export function isCci(digits: string): boolean {
  if (!/^[0-9]{20}$/.test(digits) || /^0+$/.test(digits)) return false;
  return cciCheckDigits(digits.slice(0, 6), digits.slice(6, 18)) === digits.slice(18);
}

/** The two check digits: one over bank and office (6 digits), one over the account (12). */
export function cciCheckDigits(office: string, account: string): string {
  return luhn(office) + luhn(account);
}

function luhn(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const value = Number(digits[digits.length - 1 - i]) * (i % 2 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}
