import { weightedSum } from './weights.js';

/**
 * 00 is the government, 01 to 12 are the districts; thrifts add 20 and electronic numbers 60; 80 is
 * traveler's checks.
 */
const FORM = /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/;

/**
 * Whether `digits` is a valid ABA routing number: 9 ASCII digits, an assigned prefix, weights 3, 7, 1. All
 * zeros are rejected.
 */
export function isRouting(digits: string): boolean {
  return FORM.test(digits) && /[1-9]/.test(digits) && weightedSum(digits, 1, 7, 3) % 10 === 0;
}
