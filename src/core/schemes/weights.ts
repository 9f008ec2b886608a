/** Digit times weight, summed from the right; the weights begin anew where they end. The base of every check digit here. */
export function weightedSum(digits: string, ...weights: number[]): number {
  const { length } = digits;
  return [...digits].reduce(
    (sum, digit, at) => sum + Number(digit) * weights[(length - 1 - at) % weights.length]!,
    0,
  );
}

/** The digit that makes a sum a multiple of ten. */
export function toTen(sum: number): string {
  return String((10 - (sum % 10)) % 10);
}
