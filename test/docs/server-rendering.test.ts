/** The first example of the guide to server rendering. The samples of integrations run its recipes. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createDepositKit } from 'deposit-slip/kit';
import { startSandbox } from 'deposit-slip-sandbox';
import { example, ExampleFolder } from './examples.js';

const folder = new ExampleFolder();
const sandbox = await startSandbox();
after(() => sandbox.stop());
const deposit = createDepositKit({
  baseUrl: sandbox.url,
  token: sandbox.token,
  secret: 'a secret of the example, thirty-two bytes long',
  limiter: false,
  authorize: ({ headers }) =>
    headers.get('cookie') === 'order=1'
      ? { id: '1', merchantId: 1001, methods: [{ paymentId: 105, fiat: 'MXN' }] }
      : null,
});
Object.assign(globalThis, { exampleKit: deposit });
folder.write('deposit', 'export const deposit = (globalThis as { exampleKit?: unknown }).exampleKit;');
folder.write('render', example('docs/server-rendering.md', 'render'));
const { payPage } = await folder.load<{ payPage: (request: Request) => Promise<Response> }>('render');

const PAGE = 'https://shop.example/pay';
/** The page's HTML before the response, which the page contains as JSON. */
const partsOf = async (page: Response) => (await page.text()).split('<script type="application/json">');

describe('the page of the guide to server rendering', () => {
  it('contains the slip of its payer, and is not cached', async () => {
    const headers = { cookie: 'order=1' };
    const answer = await deposit(new Request(`${PAGE}?paymentId=105`, { headers }));
    const { data } = (await answer.json()) as { data: { fieldList: Readonly<Record<string, string>> } };
    const page = await payPage(new Request(PAGE, { headers }));
    assert.equal(page.headers.get('cache-control'), 'no-store, no-transform');
    const [shown, json] = await partsOf(page);
    const account = data.fieldList['Cuenta CLABE']!;
    assert.ok(shown!.replace(/<[^>]*>/g, '').includes(account));
    assert.ok(json!.includes(account));
  });

  it('contains the skeleton for a visitor without an order', async () => {
    const [shown, json] = await partsOf(await payPage(new Request(PAGE)));
    assert.match(shown!, /class="body skeleton"/);
    assert.equal(json, undefined);
  });
});
