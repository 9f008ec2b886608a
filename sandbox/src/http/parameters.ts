import type { z } from 'zod';
import { Refusal } from './refusal.js';

/** Reads a query by its schema; a missing, unknown, repeated or malformed parameter is named and refused. */
export function readQuery<Query>(url: string, schema: z.ZodType<Query>): Query {
  const given = new Map<string, string>();
  for (const [name, value] of new URL(url).searchParams) {
    if (given.has(name)) throw new Refusal(400, `Parameter ${nameOf(name)} is given more than once.`);
    given.set(name, value);
  }
  return readParameters(Object.fromEntries(given), schema);
}

/** Reads parameters or a body by a schema. */
export function readParameters<Output>(given: object, schema: z.ZodType<Output>): Output {
  const { data, error } = schema.safeParse(given);
  if (error) throw new Refusal(400, sentenceOf(error.issues[0], given));
  return data;
}

function sentenceOf(issue: z.core.$ZodIssue | undefined, given: object): string {
  if (issue?.code === 'unrecognized_keys')
    return `Parameter ${nameOf(issue.keys[0] ?? '')} is not known here.`;
  const name = issue?.path.join('.');
  if (!name) return `The parameters ${issue?.message ?? 'are malformed'}.`;
  if (!isGiven(given, issue?.path ?? [])) return `Parameter ${name} is required.`;
  return `Parameter ${name} must be ${issue?.message}.`;
}

function isGiven(given: unknown, [name, ...rest]: readonly PropertyKey[]): boolean {
  if (name === undefined) return true;
  return typeof given === 'object' && given !== null && Object.hasOwn(given, name)
    ? isGiven(Reflect.get(given, name), rest)
    : false;
}

// A name comes from outside: shortened and quoted, so that a message stays one plain sentence.
function nameOf(name: string): string {
  return /^[A-Za-z][A-Za-z0-9]{0,39}$/.test(name) ? name : JSON.stringify(name.slice(0, 40));
}
