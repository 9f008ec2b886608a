import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { OPERATIONS } from '../src/operations/index.js';
import {
  ACTIVATE,
  ADD_FUNDS,
  TestSandbox,
  CLAIM,
  CRYPTO,
  FLOWS,
  LISTED,
  ORDERS,
  PAIRS,
  TRANSFER,
  type ApiResponse,
  type Params,
} from './test-sandbox.js';

const sandbox = new TestSandbox();

interface Described {
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
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Verb, Described>>>>>;
  readonly components: {
    readonly schemas: object;
    readonly responses: { readonly Refusal: { content: Content } };
  };
  readonly servers: readonly { readonly url: string }[];
}

async function served(): Promise<Document> {
  const response = await fetch(`${sandbox.url}/sandbox/openapi.json`);
  assert.equal(response.status, 200);
  return (await response.json()) as Document;
}

async function described(verb: Verb, path: string): Promise<Described> {
  return (await served()).paths[path]![verb]!;
}

async function judge(schema: object) {
  const { components } = await served();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile({ ...schema, components });
  return (value: unknown): string => (validate(value) ? '' : ajv.errorsText(validate.errors));
}

async function assertAnswer(verb: Verb, path: string, { status, body, text }: ApiResponse): Promise<void> {
  assert.equal(status, 200, text);
  const { responses } = await described(verb, path);
  const faults = await judge(responses[200].content['application/json'].schema);
  assert.equal(faults(body), '', path);
  assert.notEqual(faults({ ...body, data: 'another' }), '', `${path} takes anything`);
}

const ASKED: readonly (readonly [path: string, params: Params])[] = [
  [CRYPTO, { pageSize: 3 }],
  [ORDERS, { orderType: 'fiat_to_fiat' }],
  [ORDERS, { orderType: 'crypto_to_fiat', pageSize: 100 }],
  [LISTED, { merchantId: 1001, paymentId: 105, fiat: 'MXN' }],
  [FLOWS, { flowType: 'DEPOSIT' }],
  [ADD_FUNDS, { merchantId: 1001, paymentId: 95, fiat: 'PEN', amount: '12.50' }],
  [ADD_FUNDS, { merchantId: 1001, paymentId: 81, fiat: 'USD' }],
  [PAIRS, {}],
];

const SENT: readonly (readonly [path: string, body: object])[] = [
  [
    ACTIVATE,
    { merchantId: 1001, fiat: 'MXN', trench: 'CLABE - PROVIDER_A', fieldList: { alias: 'described' } },
  ],
  [ACTIVATE, { merchantId: 1001, fiat: 'BRL', trench: 'BANK_NAME_A' }],
  [CLAIM, { merchantId: 1001, clientId: 'o-1', fiat: 'MXN', amount: 22.5, userPaymentId: 501 }],
  [
    TRANSFER,
    { clientId: 'o-2', fromMerchantId: 1001, toMerchantId: 1002, fiat: 'MXN', paymentId: 58, fiatAmount: 1 },
  ],
];

describe('the served OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...(await served()) });
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
  });

  test('can be read as a page, each operation and record on it', async () => {
    const response = await fetch(`${sandbox.url}/sandbox/api`);
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const text = await response.text();
    const { paths, components } = await served();
    const ids = Object.values(paths).flatMap((item) => Object.values(item).map((each) => each.operationId));
    for (const id of [...ids, ...Object.keys(components.schemas)]) assert.ok(text.includes(`id="${id}"`), id);
    for (const [, target] of text.matchAll(/href="#([^"]+)"/g))
      assert.ok(text.includes(`id="${target}"`), target);
  });

  test('has this address, and each operation with its verb and path', async () => {
    const { servers, paths } = await served();
    assert.deepEqual(servers, [{ url: sandbox.url }]);
    const told = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    assert.deepEqual(
      told,
      OPERATIONS.map(({ verb, path }) => `${verb} ${path}`),
    );
  });

  test('says of one operation that it takes no token', async () => {
    const { paths } = await served();
    const open = Object.keys(paths).filter((path) => paths[path]!.get?.security?.length === 0);
    assert.deepEqual(
      open,
      OPERATIONS.filter(({ needsToken }) => !needsToken).map(({ path }) => path),
    );
  });

  for (const [path, params] of ASKED)
    test(`tells what GET ${path} takes and answers: ${JSON.stringify(params)}`, async () => {
      const { parameters = [] } = await described('get', path);
      assert.deepEqual(
        Object.keys(params).filter((name) => !parameters.some((each) => each.name === name)),
        [],
      );
      for (const { name, required, schema } of parameters) {
        if (params[name] === undefined) assert.equal(required, false, name);
        else assert.equal((await judge(schema))(params[name]), '', name);
      }
      await assertAnswer('get', path, await sandbox.get(path, params));
    });

  test('requires a parameter the sandbox requires', async () => {
    for (const [path, params] of ASKED)
      for (const { name, required } of (await described('get', path)).parameters ?? []) {
        const { [name]: _, ...rest } = params;
        if (required) assert.equal((await sandbox.get(path, rest)).status, 400, `${path} without ${name}`);
      }
  });

  for (const [path, body] of SENT)
    test(`tells what POST ${path} takes and answers: ${JSON.stringify(body)}`, async () => {
      const { requestBody } = await described('post', path);
      const faults = await judge(requestBody!.content['application/json'].schema);
      assert.equal(faults(body), '');
      assert.notEqual(faults({ ...body, stranger: 1 }), '');
      assert.notEqual(faults({ ...body, merchantId: 0, fromMerchantId: 0 }), '');
      await assertAnswer('post', path, await sandbox.post(path, body));
    });

  test('tells how a refusal looks', async () => {
    const { Refusal } = (await served()).components.responses;
    const faults = await judge(Refusal.content['application/json'].schema);
    const { status, body } = await sandbox.get(FLOWS, { fiat: 'nothing' });
    assert.equal(status, 400);
    assert.equal(faults(body), '');
  });
});
