/**
 * Returns the sum of digit times weight, from right to left. The weights repeat. An upper-case letter counts
 * as its ASCII code less that of the digit 0, as in a CNPJ.
 */
export function weightedSum(digits: string, ...weights: number[]): number {
  const { length } = digits;
  return [...digits].reduce(
    (sum, digit, at) => sum + (digit.charCodeAt(0) - 48) * weights[(length - 1 - at) % weights.length]!,
    0,
  );
}

/** Returns the digit that makes a sum a multiple of ten. */
export function mod10CheckDigit(sum: number): string {
  return String((10 - (sum % 10)) % 10);
}
