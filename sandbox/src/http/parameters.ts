import { z } from 'zod';
import { ApiError } from './api-error.js';
import { searchParamsOf } from './search-params.js';

/**
 * Reads the query of a request by its schema. Throws a 400 that names the missing, unknown, repeated or
 * malformed parameter.
 */
export function readQuery<Query>(request: Request, schema: z.ZodType<Query>): Query {
  const params = new Map<string, string>();
  for (const [name, value] of searchParamsOf(request)) {
    if (params.has(name)) throw new ApiError(400, `Parameter ${nameOf(name)} is repeated.`);
    params.set(name, value);
  }
  return readParameters(Object.fromEntries(params), schema);
}

/** Reads parameters or a JSON body by a schema. Throws a 400 that names the first parameter at fault. */
export function readParameters<Output>(params: object, schema: z.ZodType<Output>): Output {
  const { data, error } = schema.safeParse(params);
  if (error) throw new ApiError(400, messageOf(error.issues[0], params));
  return data;
}

/** One of these texts; its error ends the sentence of `messageOf`. */
export const oneOf = <Value extends string>(...values: [Value, ...Value[]]) =>
  z.enum(values, { error: values.length > 1 ? `one of ${values.join(', ')}` : values[0] });

function messageOf(issue: z.core.$ZodIssue | undefined, params: object): string {
  if (issue?.code === 'unrecognized_keys')
    return `Parameter ${[...issue.path, nameOf(issue.keys[0] ?? '')].join('.')} is unknown.`;
  const name = issue?.path.join('.');
  if (!name) return `The parameters ${issue?.message ?? 'are malformed'}.`;
  if (!isPresent(params, issue?.path ?? [])) return `Parameter ${name} is required.`;
  return `Parameter ${name} must be ${issue?.message}.`;
}

function isPresent(value: unknown, [name, ...rest]: readonly PropertyKey[]): boolean {
  if (name === undefined) return true;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? isPresent(Reflect.get(value, name), rest)
    : false;
}

// Names come from the request: anything but a plain name is shortened and quoted, so the message stays one
// sentence.
function nameOf(name: string): string {
  return /^[A-Za-z][A-Za-z0-9]{0,39}$/.test(name) ? name : JSON.stringify(name.slice(0, 40));
}
