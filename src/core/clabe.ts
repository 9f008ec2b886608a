const WEIGHTS = [3, 7, 1] as const;

/**
 * Whether `digits` (18 ASCII digits, nothing else) carry the right CLABE check digit.
 * Each product is taken modulo 10 before the sum (Banxico: Clave Bancaria Estandarizada).
 * An all-zero number passes the sum and is refused by name.
 */
export function isClabe(digits: string): boolean {
  if (!/^[0-9]{18}$/.test(digits) || /^0+$/.test(digits)) return false;
  return clabeCheckDigit(digits.slice(0, 17)) === digits[17];
}

/** The check digit for the first 17 digits of a CLABE, as one character. */
export function clabeCheckDigit(first17: string): string {
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += (Number(first17[i]) * WEIGHTS[i % 3]!) % 10;
  return String((10 - (sum % 10)) % 10);
}
