/**
 * Generates a client from the document with another project's generator, calls every operation, and checks
 * the types.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startSandbox, type Sandbox } from '../../src/index.js';
import { packagesOf } from '../../../scripts/on-demand.js';
import { ExampleFolder } from '../../../test/docs/examples.js';
import { ROOT } from '../../../test/root.js';

// The generator needs a TypeScript with a compiler API, as the reference pages do.
const docs = packagesOf('docs');
const folder = new ExampleFolder();
let sandbox: Sandbox;
before(async () => (sandbox = await startSandbox()));
after(() => sandbox.stop());

const run = (command: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

/** Calls every operation. Each result has the type of the document, without `any`. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

type Exact<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? A : never;

export async function callAll(baseUrl: string, token: string) {
  const client = createClient<paths>({ baseUrl, headers: { 'X-BH-TOKEN': token } });
  const who = { merchantId: 1001 };
  const transfers = await client.GET('/v2/assets/internalTransferOrders', { params: { query: who } });
  const account = await client.POST('/v2/merchant/accounts', {
    body: { ...who, fiat: 'MXN', trench: 'CLABE - PROVIDER_A', fieldList: { alias: 'tienda' } },
  });
  const claim = await client.POST('/v2/merchant/claimfunds', {
    body: { ...who, clientId: 'c-1', fiat: 'MXN', amount: '10.00', userPaymentId: 501 },
  });
  const transfer = await client.POST('/v2/merchant/transfer', {
    body: {
      ...{ clientId: 't-1', fromMerchantId: 1001, toMerchantId: 1002, fiat: 'BRL', paymentId: 90 },
      fiatAmount: 5.5,
    },
  });
  const orders = await client.GET('/v2/orders', { params: { query: { orderType: 'fiat_to_fiat' } } });
  const accounts = await client.GET('/v2/merchant/virtual/addfunds', {
    params: { query: { ...who, paymentId: 105, fiat: 'MXN' } },
  });
  const flows = await client.GET('/v2/merchant/fiat/flows', { params: { query: { ...who, pageSize: 5 } } });
  const details = await client.GET('/v2/merchant/addfunds', {
    params: { query: { ...who, paymentId: 90, fiat: 'BRL' } },
  });
  const pairs = await client.GET('/v2/base/sell/symbols');
  const total: number = claim.data!.data.totalAmount;
  const flow: components['schemas']['Flow'] | undefined = flows.data?.data.record[0];
  const category: Exact<'TRADE' | 'FEE' | 'TRANSFER', NonNullable<typeof flow>['category']> = flow!.category;
  const refused = await client.POST('/v2/merchant/claimfunds', {
    body: { ...who, fiat: 'MXN', amount: '99999999.00', userPaymentId: 501 },
  });
  const code: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503 = refused.error!.code;
  const results = [transfers, account, claim, transfer, orders, accounts, flows, details, pairs];
  return { codes: results.map(({ data }) => data?.code), total, category, code };
}
`;

function typesOf(name: string, program: string): string {
  folder.write(name, program);
  const config = { extends: `${ROOT}/tsconfig.json`, include: [`${folder.path}/${name}.ts`] };
  writeFileSync(`${folder.path}/tsconfig.json`, JSON.stringify(config));
  return run(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder.path).output;
}

describe('a client generated from the document', () => {
  test('calls every operation, and its types match the document', async () => {
    const generator = join(docs.resolve('openapi-typescript/package.json'), '../bin/cli.js');
    const document = `${folder.path}/openapi.json`;
    writeFileSync(document, await (await fetch(`${sandbox.url}/sandbox/openapi.json`)).text());
    const { status, output } = run(generator, document, '-o', `${folder.path}/schema.ts`);
    assert.equal(status, 0, output);
    assert.equal(typesOf('calls', PROGRAM), '');
    const { callAll } = await folder.load<{ callAll(...args: string[]): Promise<unknown> }>('calls');
    assert.deepEqual(await callAll(sandbox.url, sandbox.token), {
      codes: Array.from({ length: 9 }, () => 200),
      total: 12,
      category: 'FEE',
      code: 422,
    });
    for (const [right, wrong] of [
      ["fiat: 'MXN', amount: '10.00'", "fiat: 'USD', amount: '10.00'"],
      ['total: number', 'total: string'],
      ['code: 400 | 401', 'code: 401'],
    ] as const)
      assert.match(typesOf('wrong', PROGRAM.replace(right, wrong)), /error TS2322/, wrong);
  });
});
