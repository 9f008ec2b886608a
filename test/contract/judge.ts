import { parse } from 'lossless-json';
import type { z } from 'zod';

/** What a schema says of a value: the parameter it names and its words; '' where it takes the value. */
export function faultOf(schema: z.ZodType, value: unknown): string {
  const issue = schema.safeParse(value).error?.issues[0];
  if (!issue) return '';
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `${[...issue.path, ...issue.keys].join('.')}: unknown`;
  return `${path}: ${issue.message}`;
}

/** The parameter a schema names as wrong; '' where it takes the value. */
export function namedBy(schema: z.ZodType, value: unknown): string {
  return faultOf(schema, value).replace(/:.*$/s, '');
}

/** JSON read with no digit lost, as a server reads a body and a client an answer. */
export function exact(text: string): unknown {
  return parse(text);
}

/** Every way to leave one member out of a good value, with the member's name. */
export function withoutEach(value: object): [name: string, rest: object][] {
  return Object.keys(value).map((name) => [
    name,
    Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
  ]);
}
