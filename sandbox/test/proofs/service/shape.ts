import { parse } from 'lossless-json';

/**
 * JSON in which each number is replaced by a text, `#` and its digits, so that `22.00` differs from `22` and
 * from `"22.00"`.
 */
export type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export const read = (text: string): Json => parse(text, undefined, (digits) => `#${digits}`) as Json;

/**
 * The pattern of a text or number, a list of records with one shape, an object with exactly these members, or
 * any object.
 */
export type Shape = RegExp | null | 'object' | readonly [Shape] | { readonly [name: string]: Shape };

/** The places where a value does not have a shape. */
export function mismatches(
  shape: Shape | undefined,
  value: Json | undefined,
  path: string,
): readonly string[] {
  const wrong = [`${path} is ${JSON.stringify(value)}`];
  if (shape === undefined || value === undefined) return wrong;
  if (shape === null) return value === null ? [] : wrong;
  if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value) ? [] : wrong;
  if (typeof value !== 'object' || value === null) return wrong;
  if (Array.isArray(shape) !== Array.isArray(value)) return wrong;
  if (shape === 'object') return [];
  if (Array.isArray(value))
    return value.flatMap((item, at) => mismatches((shape as [Shape])[0], item, `${path}.${at}`));
  const [members, sent] = [shape as Record<string, Shape>, value as Record<string, Json>];
  const names = new Set([...Object.keys(members), ...Object.keys(sent)]);
  return [...names].flatMap((name) => mismatches(members[name], sent[name], `${path}.${name}`));
}
