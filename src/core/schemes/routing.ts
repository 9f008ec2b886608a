import { weightedSum } from './weights.js';

/** Whether `digits` is a valid ABA routing number: 9 ASCII digits, weights 3, 7, 1. All zeros are rejected. */
export function isRouting(digits: string): boolean {
  return /^[0-9]{9}$/.test(digits) && /[1-9]/.test(digits) && weightedSum(digits, 1, 7, 3) % 10 === 0;
}
