// Exact comparisons of decimals as the contract reads them: plain digits, with or without a sign.

/** Whether two decimals are equal: `22`, `22.0` and `022.00` are. */
export function isSameDecimal(one: string, other: string): boolean {
  return isSum(one, other, '0');
}

/** Whether a decimal is the sum of two others. */
export function isSum(sum: string, one: string, other: string): boolean {
  const decimals = [sum, one, other].map((decimal) => decimal.split('.'));
  const places = Math.max(...decimals.map(([, fraction = '']) => fraction.length));
  const [total, ...parts] = decimals.map(([whole = '', fraction = '']) =>
    BigInt(whole + fraction.padEnd(places, '0')),
  );
  return total === parts[0]! + parts[1]!;
}

/** Whether a decimal is zero or more. */
export function isUnsigned(decimal: string): boolean {
  return !decimal.startsWith('-');
}
