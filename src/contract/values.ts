import { isLosslessNumber } from 'lossless-json';

// The format of the values of responses, separate from the schemas so that the kit can use it without zod.
// `wire.ts` describes each value.

/** Whether a value is a number, sent as a string or as a JSON number, that is exact. */
export function isNumeral(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value === 'string' || typeof value === 'bigint' || isLosslessNumber(value);
}

/** Whether the text of a numeral is an id. */
export function isIdText(text: string): boolean {
  return /^[0-9]{1,40}$/.test(text);
}

/** Whether the text of a numeral is a time in milliseconds. */
export function isTimeText(text: string): boolean {
  return /^[0-9]{13}$/.test(text);
}

/** Whether the text of a numeral is a count. */
export function isCountText(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}

/** Applies the exponent and drops leading zeros, without rounding (docs/reading-policy.md R33). */
export function plainDecimal(text: string): string | undefined {
  const parts = /^(-?)([0-9]{1,30})(?:\.([0-9]{1,30}))?(?:[eE]([+-]?[0-9]{1,2}))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const point = whole.length + Number(exponent);
  const digits = '0'.repeat(Math.max(1 - point, 0)) + (whole + fraction).padEnd(point, '0');
  const at = Math.max(point, 1);
  const before = digits.slice(0, at).replace(/^0+(?=[0-9])/, '');
  const after = digits.slice(at);
  return sign + (after === '' ? before : `${before}.${after}`);
}
