import { parse, type LosslessNumber } from 'lossless-json';
import { readPackageFile } from '../package-files.js';
import type { Json } from './json-schema.js';

/** A recorded request and its response. Both are real: `npm run docs` sends the request to a new sandbox. */
export interface Example {
  /** The operation's id in the document. */
  readonly id: string;
  /** A few words that describe the example. */
  readonly title: string;
  readonly params?: Json;
  readonly query?: Json;
  readonly body?: Json;
  readonly status: number;
  readonly response: unknown;
}

/** The recorded examples. Numbers keep their spelling: `22.00` stays `22.00`. */
export function readExamples(): readonly Example[] {
  const text = readPackageFile('assets/examples.json');
  const examples = parse(text) as readonly (Omit<Example, 'status'> & { readonly status: LosslessNumber })[];
  return examples.map((example) => ({ ...example, status: Number(example.status) }));
}

/** The requests of examples as `examples` of a media type; nothing if there are none. */
export function requestExamples(examples: readonly Example[]): Json {
  return examplesOf(examples.map(({ title, body }) => [title, { summary: title, value: body }]));
}

/** The responses of examples as `examples` of a media type, each with the target of its request. */
export function responseExamples(examples: readonly Example[], path: string): Json {
  return examplesOf(
    examples.map((example) => {
      const { title, response } = example;
      return [title, { summary: title, description: targetOf(example, path), value: response }];
    }),
  );
}

function examplesOf(values: readonly (readonly [title: string, example: Json])[]): Json {
  if (values.length === 0) return {};
  const nameOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return { examples: Object.fromEntries(values.map(([title, example]) => [nameOf(title), example])) };
}

/** The path and query of an example. */
function targetOf({ params = {}, query = {} }: Example, path: string): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return filled + (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '');
}
