/** Whether `digits` (9 ASCII digits, nothing else) can be an ABA routing number: weights 3, 7, 1; all zeros are refused. */
export function isRouting(digits: string): boolean {
  if (!/^[0-9]{9}$/.test(digits) || /^0+$/.test(digits)) return false;
  return [...digits].reduce((sum, digit, at) => sum + Number(digit) * [3, 7, 1][at % 3]!, 0) % 10 === 0;
}
