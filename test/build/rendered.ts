/** The pages of the samples whose server renders the slip. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DepositSlip } from 'deposit-slip';
import type { Control } from 'deposit-slip-sandbox';
import { reach } from '../e2e/demo-browsers.js';
import type { Browser, Page } from '../e2e/driver/index.js';
import {
  checkOutWithoutScripts,
  shownTxId,
  SLIP,
  startServer,
  VIOLATIONS,
  type ServerName,
} from './integrations.js';

/** The samples that render the slip. Their scripts are those of the page `html`, but Next has its own. */
export const RENDERING = ['express', 'hono', 'next'] as const satisfies readonly ServerName[];
export type RenderingServer = (typeof RENDERING)[number];

/** Keeps what the parser made of the slip, to be found on the page that the script has taken over. */
const PARSED = `
  let parsed;
  new MutationObserver(() => {
    parsed ??= document.querySelector('deposit-slip:not(:defined)')?.shadowRoot?.querySelector('[part="card"]');
  }).observe(document, { subtree: true, childList: true });`;

/** The slip is in the HTML of its payer's page. The script takes it over as it stands, and a deposit arrives. */
export async function tryRendered(
  server: RenderingServer,
  browser: Browser,
  sandbox: { readonly url: string; readonly control: Control },
): Promise<void> {
  const running = await startServer(server, server === 'next' ? server : 'html', sandbox.url);
  const page = await browser.newPage({ width: 420, height: 900 });
  try {
    await readWithoutScripts(server, running.url);
    await page.beforeScripts(VIOLATIONS + PARSED);
    const { messages, requests } = await page.record();
    await page.goto(`${running.url}/pay`);
    await page.click('button');
    const txId = await shownTxId(page);
    if (server === 'next') await goByLink(page, txId);
    const before = requests.length;
    await page.goto(`${running.url}/order`);
    assert.equal(await shownTxId(page), txId);
    assert.ok(await page.evaluate('parsed.isConnected'), 'what the server rendered stays');
    await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId });
    await reach(page, SLIP, 'arrived');
    await page.waitFor("document.querySelector('p')?.textContent === 'Paid: 10.00'", { what: 'the event' });
    assert.deepEqual(
      requests.slice(before).filter((url) => /[?&]paymentId=/.test(url)),
      [],
      'no slip is requested',
    );
    assert.deepEqual(
      { violations: await page.evaluate('violations'), messages },
      { violations: [], messages: [] },
    );
  } finally {
    await page.close();
    await running.stop();
  }
}

/** The HTML has the account of its payer, is kept nowhere, and has nothing for a visitor without an order. */
async function readWithoutScripts(server: RenderingServer, url: string): Promise<void> {
  const cookie = await checkOutWithoutScripts(server, url);
  const answer = await fetch(`${url}/deposit?paymentId=90`, { headers: { cookie } });
  const { data } = (await answer.json()) as { data: { fieldList: Readonly<Record<string, string>> } };
  const code = data.fieldList['Pix copia e cola']!;
  const order = await load(`${url}/order`, { cookie });
  assert.match(order.headers['cache-control']!, /no-store/);
  assert.ok((await rootIn(order)).includes(code));
  const ofStranger = await rootIn(await load(`${url}/order`));
  assert.match(ofStranger, /skeleton/);
  assert.ok(!ofStranger.includes(code));
}

/** Loads a page as a reader would. The global `fetch` says that it is a script, for which nothing is rendered. */
async function load(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  return response;
}

/** The HTML of the shadow root. */
async function rootIn(page: IncomingMessage): Promise<string> {
  const html = await text(page);
  const [, root] = /<deposit-slip [^>]*><template shadowrootmode="open">([^]*?)<\/template>/.exec(html)!;
  return root!;
}

/** Goes to the page as by a link of Next, which loads no document: no parser is there to make a shadow root. */
async function goByLink(page: Page, txId: string): Promise<void> {
  await page.evaluate((tag) => {
    document.querySelector<DepositSlip>(tag)!.title = 'that of the page before';
    const { next } = globalThis as unknown as { next: { router: { push(path: string): void } } };
    next.router.push('/order');
  }, SLIP);
  await page.waitFor(
    (tag) => location.pathname === '/order' && document.querySelector<DepositSlip>(tag)?.title === '',
    { args: [SLIP], what: 'the page of the order' },
  );
  assert.equal(await shownTxId(page), txId);
}
