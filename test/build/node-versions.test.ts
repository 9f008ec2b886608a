/**
 * The built client, kit and server rendering under the Node that runs the tests, and under those of `NODES`,
 * whose paths are separated by colons: `NODES=/opt/node-22/bin/node:/opt/node-24/bin/node`.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Sandbox } from 'deposit-slip-sandbox';
import { run } from '../../scripts/run.js';
import { ROOT } from '../root.js';
import { nodesToTry } from '../runner/nodes.js';
import { buildPackages } from './build.js';

/**
 * Requests the pairs and a slip from the API, renders the slip from the kit, and asks the kit whether a
 * deposit has arrived.
 */
const SCRIPT = `
  import { createMerchantClient } from 'deposit-slip/client';
  import { createDepositKit, createMemoryStore } from 'deposit-slip/kit';
  import { renderFromKit, styleHash } from 'deposit-slip/ssr';
  const [baseUrl, token] = process.argv.slice(1);
  const pairs = await createMerchantClient({ baseUrl, token }).pairs.list();
  const grant = { id: 'order', merchantId: 1001, methods: [{ paymentId: 90, fiat: 'BRL', amount: '10.00' }] };
  const kit = createDepositKit({
    baseUrl,
    token,
    secret: 'a secret of at least thirty-two bytes for this script',
    store: createMemoryStore(),
    authorize: () => grant,
  });
  const page = new Request('https://shop.example/pay');
  const html = await renderFromKit(kit, page, undefined, { lang: 'en', endpoint: '/deposit' });
  const answer = await (await kit(new Request('https://shop.example/deposit?paymentId=90&fiat=BRL'))).json();
  const arrival = await kit(new Request('https://shop.example/deposit?arrival=' + encodeURIComponent(answer.arrival)));
  console.log(JSON.stringify({
    node: process.version,
    pairs: pairs.length,
    isRendered: html.includes(answer.data.fieldList['Pix copia e cola'] ?? Object.values(answer.data.fieldList)[0]),
    isHash: (await styleHash()).includes('sha256-'),
    arrival: [arrival.status, (await arrival.json()).data.deposits],
  }));`;

interface Outcome {
  readonly node: string;
}

describe('the built modules for servers', () => {
  let sandbox: Sandbox;

  before(async () => {
    await buildPackages();
    const { startSandbox } = (await import(join(ROOT, 'sandbox/dist/index.js'))) as {
      startSandbox: () => Promise<Sandbox>;
    };
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());

  for (const { node, version } of nodesToTry())
    it(`send requests, respond and render under Node ${version}`, async () => {
      const output = await run(node, ['--input-type=module', '-e', SCRIPT, sandbox.url, sandbox.token], ROOT);
      const outcome = JSON.parse(output.trim().split('\n').at(-1)!) as Outcome;
      assert.deepEqual(outcome, {
        node: `v${version}`,
        pairs: 21,
        isRendered: true,
        isHash: true,
        arrival: [200, []],
      });
    });

  it('require no newer Node than the packages declare', () => {
    for (const file of ['package.json', 'sandbox/package.json']) {
      const { engines } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { engines: { node: string } };
      assert.equal(engines.node, '>=20.19.0', file);
    }
  });
});
