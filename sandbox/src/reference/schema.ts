/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** One member of an object. `name` is its path, with dots. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly note: string;
}

/** The alternative forms of an object. */
export function formsOf(schema: Schema | undefined): readonly Schema[] {
  return schema?.anyOf ?? schema?.oneOf ?? (schema ? [schema] : []);
}

/** The texts that distinguish a form from the others. */
export function constantsOf({ properties = {} }: Schema): readonly string[] {
  const constants = Object.values(properties).map((schema) => schema.const);
  return constants.filter((value) => typeof value === 'string' && value !== '') as string[];
}

/** A short description of a schema's type; for a reference, the name of the record. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (formsOf(schema).length > 1) return formsOf(schema).map(typeOf).join(' | ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  return [schema.type ?? 'anything'].flat().join(' | ');
}

/** The members of an object, including those of nested objects. */
export function membersOf({ properties = {}, required = [] }: Schema, under = ''): readonly Member[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${under}${name}`;
    const own = {
      name: path,
      type: typeOf(schema),
      isRequired: required.includes(name),
      note: noteOf(schema),
    };
    return [own, ...membersOf(schema, `${path}.`), ...membersOf(schema.items ?? {}, `${path}[].`)];
  });
}

/** The name of the record a `$ref` points to. */
export function nameIn(ref: string): string {
  return ref.split('/').at(-1) ?? ref;
}

function noteOf({ description, minimum, maximum, format, pattern }: Schema): string {
  const isShort = pattern !== undefined && pattern.length <= 60;
  return [
    description,
    maximum !== undefined && `From ${minimum ?? 0} to ${maximum}.`,
    format && !/^(?:int|decimal)/.test(format) && `Format ${format}.`,
    isShort && `Pattern ${pattern}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
