import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { OPERATIONS } from '../src/operations/index.js';
import { PATHS, type Example, EXAMPLES } from './requests.js';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Content } };
  readonly security?: readonly object[];
}

type Content = { readonly 'application/json': { readonly schema: object } };
type Verb = 'get' | 'post';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Verb, OperationObject>>>>>;
  readonly components: {
    readonly schemas: object;
    readonly responses: Readonly<Record<string, { readonly content: Content }>>;
  };
}

async function served(): Promise<Document> {
  const response = await fetch(`${sandbox.url}/sandbox/openapi.json`);
  assert.equal(response.status, 200);
  return (await response.json()) as Document;
}

/**
 * Returns a function that explains why a value does not match a schema, or returns an empty text if it does.
 */
function validatorOf(schema: object, { components }: Document) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile({ ...schema, components });
  return (value: unknown): string => (validate(value) ? '' : ajv.errorsText(validate.errors));
}

async function assertDocumentedQuery(
  { parameters = [] }: OperationObject,
  { path, query = {} }: Example,
  document: Document,
) {
  const names = parameters.map(({ name }) => name);
  for (const name of Object.keys(query)) assert.ok(names.includes(name), name);
  for (const { name, required, schema } of parameters) {
    const { [name]: value, ...rest } = query;
    assert.ok(value !== undefined || !required, name);
    if (value !== undefined) assert.equal(validatorOf(schema, document)(value), '', name);
    if (required) assert.equal((await sandbox.get(path, rest)).status, 400, `without ${name}`);
  }
}

function assertDocumentedBody({ requestBody }: OperationObject, body: object, document: Document) {
  const errorsOf = validatorOf(requestBody!.content['application/json'].schema, document);
  assert.equal(errorsOf(JSON.parse(JSON.stringify(body))), '');
  assert.notEqual(errorsOf({ ...body, unknown: 1 }), '');
  assert.notEqual(errorsOf({ ...body, merchantId: 0, fromMerchantId: 0 }), '');
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...(await served()) });
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
  });

  test('has every operation with its method, path and whether it needs a token', async () => {
    const documented = Object.entries((await served()).paths).flatMap(([path, item]) =>
      Object.entries(item).map(([verb, { security }]) => ({
        ...{ verb: verb.toUpperCase(), path, needsToken: security?.length !== 0 },
      })),
    );
    assert.deepEqual(
      documented.filter(({ path }) => path.startsWith('/v2/')),
      OPERATIONS.map(({ verb, path, needsToken }) => ({ verb, path, needsToken })),
    );
  });

  for (const example of Object.values<readonly Example[]>(EXAMPLES).flat())
    test(`describes ${example.path}: ${JSON.stringify(example.query ?? example.body)}`, async () => {
      const { path, body } = example;
      const document = await served();
      const operation = document.paths[path]![body ? 'post' : 'get']!;
      if (body) assertDocumentedBody(operation, body, document);
      else await assertDocumentedQuery(operation, example, document);
      const response = await sandbox.send(example);
      assert.equal(response.status, 200, response.text);
      const errorsOf = validatorOf(operation.responses[200].content['application/json'].schema, document);
      assert.equal(errorsOf(response.body), '', path);
      assert.notEqual(errorsOf({ ...response.body, data: 'another' }), '', `${path} accepts any data`);
    });

  test('describes the form of an error', async () => {
    const document = await served();
    const [error] = Object.values(document.components.responses);
    const errorsOf = validatorOf(error!.content['application/json'].schema, document);
    const { status, body } = await sandbox.get(PATHS.flows, { fiat: 'nothing' });
    assert.deepEqual([status, errorsOf(body)], [400, '']);
  });
});
