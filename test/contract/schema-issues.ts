import { parse } from 'lossless-json';
import type { z } from 'zod';

/** The first issue of a value as `path: message`; '' if the schema accepts the value. */
export function issueOf(schema: z.ZodType, value: unknown): string {
  const issue = schema.safeParse(value).error?.issues[0];
  if (!issue) return '';
  if (issue.code === 'unrecognized_keys') return `${[...issue.path, ...issue.keys].join('.')}: unknown`;
  return `${issue.path.join('.')}: ${issue.message}`;
}

/** The path of the first issue; '' if the schema accepts the value. */
export function invalidPath(schema: z.ZodType, value: unknown): string {
  return issueOf(schema, value).replace(/:.*$/s, '');
}

/** Parses JSON without losing digits, as the server parses bodies and the client parses responses. */
export function parseExact(text: string): unknown {
  return parse(text);
}

/** Every copy of an object that lacks one member, with the member's name. */
export function withoutEach(value: object): [name: string, rest: object][] {
  return Object.keys(value).map((name) => [
    name,
    Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
  ]);
}
