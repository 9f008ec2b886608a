import { weightedSum } from './weights.js';

/** Whether `digits` (9 ASCII digits, nothing else) can be an ABA routing number: weights 3, 7, 1; all zeros are refused. */
export function isRouting(digits: string): boolean {
  return /^[0-9]{9}$/.test(digits) && /[1-9]/.test(digits) && weightedSum(digits, 1, 7, 3) % 10 === 0;
}
