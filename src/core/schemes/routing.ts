import { weightedSum } from './weights.js';

/**
 * 00 is the government, 01 to 12 the districts, which thrifts and electronic numbers have 20 and 60 above; 80
 * is travelers checks.
 */
const FORM = /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/;

/**
 * Whether `digits` is a valid ABA routing number: 9 ASCII digits, a prefix that is assigned, weights 3, 7, 1.
 * All zeros are rejected.
 */
export function isRouting(digits: string): boolean {
  return FORM.test(digits) && /[1-9]/.test(digits) && weightedSum(digits, 1, 7, 3) % 10 === 0;
}
