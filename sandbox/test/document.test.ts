import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { EXAMPLES_FILE, recordExamples } from '../examples.js';
import { channelsOf } from '../src/channels.js';
import { CONTROL_ROUTES } from '../src/control/routes.js';
import { json } from '../src/http/response.js';
import { OPERATIONS } from '../src/operations/index.js';
import { sandboxDocument } from '../src/reference/document.js';

type Content = Readonly<Record<string, { readonly schema: object; readonly examples?: object }>>;

interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly $ref?: string }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, { readonly content: Content }>> };
}

const document = (await json(sandboxDocument({ channels: channelsOf({}) })).json()) as Document;

const KEPT = readFileSync(new URL(`../../${EXAMPLES_FILE}`, import.meta.url), 'utf8');

interface Example {
  readonly id: string;
  readonly title: string;
  readonly query?: object;
  readonly body?: object;
  readonly status: number;
  readonly response: object;
}

const EXAMPLES = JSON.parse(KEPT) as readonly Example[];

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Why a value does not match a schema of the document; an empty text if it does. */
function errorsOf(schema: object, value: unknown): string {
  const { components } = document;
  return ajv.validate({ ...schema, components }, value) ? '' : ajv.errorsText();
}

const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

/**
 * The whole value, from ^ to $, in characters of ASCII, sets, groups and greedy quantifiers. Among others,
 * `.`, `\s`, `\d` and `\w` match other characters in each language, and RE2 has no lookahead and at most
 * 1,000 repetitions.
 */
const PORTABLE =
  /^\^(?:(?:\((?:\?:)?|[|)]|[A-Za-z0-9 @:/-]|\\[x./][0-9a-f]{0,2}|\[\^?(?:[A-Za-z0-9 !@:~-]|\\x[0-9a-f]{2})+\])(?:[*+?]|\{[0-9]{1,3}(?:,[0-9]{0,3})?\})?)*\$$/;
/** In a set, an operator of Python or Java, now or in future versions. */
const OPERATOR_IN_SET = /--|~~/;

describe('the OpenAPI document of the sandbox', () => {
  test('has every route of the control API, each with an example of a success', async () => {
    for (const { method, path, status = 200, contentType } of CONTROL_ROUTES) {
      const operation = document.paths[`/sandbox${path}`]?.[method.toLowerCase()];
      const [media] = Object.values(operation?.responses[status]?.content ?? {});
      assert.ok(media && (contentType ?? 'examples' in media), `${method} ${path}`);
    }
  });

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...document });
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
  });

  test('has every operation with its method, path and whether it needs a token', () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([verb, { security }]) => ({
        ...{ verb: verb.toUpperCase(), path, needsToken: security?.length !== 0 },
      })),
    );
    assert.deepEqual(
      documented.filter(({ path }) => path.startsWith('/v2/')),
      OPERATIONS.map(({ verb, path, needsToken }) => ({ verb, path, needsToken })),
    );
  });

  for (const { id, title, query = {}, body, status, response } of EXAMPLES)
    test(`describes ${id}: ${title}`, () => {
      const { parameters = [], requestBody, responses } = operations.find((each) => each.operationId === id)!;
      for (const [name, value] of Object.entries(query)) {
        const { schema } = parameters.find((each) => each.in === 'query' && each.name === name)!;
        assert.equal(errorsOf(schema, value), '', name);
      }
      if (body !== undefined) {
        const { schema } = requestBody!.content['application/json']!;
        assert.equal(errorsOf(schema, body), '');
        assert.notEqual(errorsOf(schema, { ...body, unknown: 1 }), '');
      }
      const { content, $ref = '' } = responses[status]!;
      const found = content ?? document.components.responses[$ref.split('/').at(-1)!]!.content;
      const { schema } = found['application/json']!;
      assert.equal(errorsOf(schema, response), '');
      assert.notEqual(errorsOf(schema, { ...response, unknown: 1 }), '');
    });

  test('has patterns of the syntax that ECMAScript, Python, Java and RE2 read alike', () => {
    const patterns = new Set<string>();
    JSON.stringify(document, (name, value: unknown) => {
      if (name === 'pattern') patterns.add(String(value));
      if (name === 'patternProperties') for (const key of Object.keys(value as object)) patterns.add(key);
      return value;
    });
    assert.ok(patterns.size >= 30);
    for (const pattern of patterns) {
      assert.match(pattern, PORTABLE);
      assert.doesNotMatch(pattern, OPERATOR_IN_SET);
      assert.ok(!pattern.replace(/\(.*\)/, '').includes('|'), `${pattern} has a group around alternatives`);
      assert.ok(new RegExp(pattern, 'u'));
    }
    for (const wrong of ['a', '^\\d$', '^.$', '^\\p{L}$', '^(?=a)a$', '^a*?$', '^a{1001}$', '^[[a]]$', '^é$'])
      assert.doesNotMatch(wrong, PORTABLE);
  });

  test('has examples that a new sandbox returns', async () => {
    assert.equal(KEPT, await recordExamples(), 'run npm run docs');
  });
});
