/** The pages of the samples whose server renders the slip. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DepositSlip } from 'deposit-slip';
import type { Control } from 'deposit-slip-sandbox';
import { reach } from '../e2e/demo-browsers.js';
import type { Browser, Page } from '../e2e/driver/index.js';
import {
  checkOutWithoutScripts,
  isWhole,
  shownTxId,
  SLIP,
  startServer,
  VIOLATIONS,
  type PageName,
  type ServerName,
} from './integrations.js';

/** The samples that render the slip. The first two use the scripts of the page `html`. */
export const RENDERING = [
  'express',
  'hono',
  'next',
  'nuxt',
  'astro',
] as const satisfies readonly ServerName[];
export type RenderingServer = (typeof RENDERING)[number];

/** The pages that have the rendered slip. Nuxt and Astro have no other pages. */
const pathIn = (server: RenderingServer) => (server === 'nuxt' || server === 'astro' ? '/pay' : '/order');

/**
 * Keeps the nodes that the parser made of the slip, so that the test can find them once the script has taken
 * over.
 */
const PARSED = `
  let parsed, height = 0, shift = 0;
  const look = () => {
    parsed ??= document.querySelector('deposit-slip:not(:defined)')?.shadowRoot?.querySelector('[part="card"]');
    if (document.querySelector('deposit-slip:not(:defined)')) height = parsed?.getBoundingClientRect().height ?? 0;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
  document.addEventListener('readystatechange', look);
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shift += value)))
    .observe({ type: 'layout-shift', buffered: true });`;

/** The slip is in the HTML of its payer's page. The script takes it over unchanged, and a deposit arrives. */
export async function tryRendered(
  server: RenderingServer,
  browser: Browser,
  sandbox: { readonly url: string; readonly control: Control },
): Promise<void> {
  const running = await startServer(server, isWhole(server) ? (server as PageName) : 'html', sandbox.url);
  const page = await browser.newPage({ width: 420, height: 900 });
  try {
    await readWithoutScripts(server, running.url);
    await askForNoCode(server, running.url, sandbox.control);
    await page.beforeScripts(VIOLATIONS + PARSED);
    const { messages, requests } = await page.record();
    await page.goto(`${running.url}/pay`);
    await page.click('button');
    const txId = await shownTxId(page);
    if (server in GO) await goByLink(page, GO[server as keyof typeof GO], txId);
    const before = requests.length;
    await page.goto(running.url + pathIn(server));
    assert.equal(await shownTxId(page), txId);
    assert.ok(await page.evaluate('parsed.isConnected'), 'what the server rendered stays');
    if (isWhole(server)) await proveStill(page);
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

/**
 * The HTML has the account of its payer, is not cached anywhere, and has nothing for a visitor without an
 * order.
 */
async function readWithoutScripts(server: RenderingServer, url: string): Promise<void> {
  const cookie = await checkOutWithoutScripts(server, url);
  const answer = await fetch(`${url}/deposit?paymentId=90`, { headers: { cookie } });
  const { data } = (await answer.json()) as { data: { fieldList: Readonly<Record<string, string>> } };
  const code = data.fieldList['Pix copia e cola']!;
  const order = await load(url + pathIn(server), { cookie });
  assert.match(order.headers['cache-control']!, /no-store/);
  assert.ok((await rootIn(order)).includes(code));
  const stranger = await load(url + pathIn(server));
  if (pathIn(server) === '/pay') {
    assert.deepEqual([stranger.statusCode, stranger.headers.location], [303, '/']);
    assert.doesNotMatch(await text(stranger), /deposit-slip/);
    return;
  }
  const ofStranger = await rootIn(stranger);
  assert.match(ofStranger, /skeleton/);
  assert.ok(!ofStranger.includes(code));
}

/** HEAD, a form and a frame get the page of a payer without a code. */
async function askForNoCode(server: RenderingServer, url: string, control: Control): Promise<void> {
  const cookie = await checkOutWithoutScripts(server, url);
  const page = url + pathIn(server);
  const navigation = { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
  const frame = await load(page, { ...navigation, 'sec-fetch-dest': 'iframe' });
  assert.match(await rootIn(frame), /skeleton/);
  const form = { ...navigation, 'sec-fetch-dest': 'document', origin: url };
  for (const [method, headers] of [
    ['HEAD', { cookie }],
    ['POST', form],
  ] as const)
    await text(await load(page, headers, method));
  const asked = Date.now();
  const slip = (await (await fetch(`${url}/deposit?paymentId=90`, { headers: { cookie } })).json()) as {
    data: { txId: string };
  };
  const codes = await control.requests({ route: 'pending-fund', limit: 10_000 });
  const issued = codes.find(({ ids }) => ids.txId === slip.data.txId)!;
  assert.ok(issued.time >= asked, 'the endpoint issues the first code');
}

/**
 * Loads a page as a reader would. The global `fetch` identifies itself as a script, for which nothing is
 * rendered.
 */
async function load(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<IncomingMessage> {
  const [response] = (await once(request(url, { method, headers }).end(), 'response')) as [IncomingMessage];
  return response;
}

/** The HTML of the shadow root. */
async function rootIn(page: IncomingMessage): Promise<string> {
  const html = await text(page);
  const [, root] = /<deposit-slip [^>]*><template shadowrootmode="open">([^]*?)<\/template>/.exec(html)!;
  return root!;
}

/** How the routers of Next and Nuxt change pages. */
const GO = {
  next: "next.router.push('/order')",
  nuxt: "(({ $router }) => $router.push('/').then(() => $router.push('/pay')))(useNuxtApp())",
};

/** Navigates by a link of the framework, which loads no document, so no parser creates a shadow root. */
async function goByLink(page: Page, go: string, txId: string): Promise<void> {
  await page.evaluate((tag) => {
    document.querySelector<DepositSlip>(tag)!.title = 'that of the page before';
  }, SLIP);
  await page.evaluate(`void ${go}`);
  await page.waitFor((tag) => document.querySelector<DepositSlip>(tag)?.title === '', {
    args: [SLIP],
    what: 'the slip of the page after',
  });
  assert.equal(await shownTxId(page), txId);
}

/**
 * The slip had its full height before its script ran, and nothing on the page moved. The styles of the others
 * are in a file.
 */
async function proveStill(page: Page): Promise<void> {
  const { height, now, shift } = (await page.evaluate(
    '({ height, now: parsed.getBoundingClientRect().height, shift })',
  )) as Record<'height' | 'now' | 'shift', number>;
  assert.ok(height > 200, `${height} px before the script`);
  assert.deepEqual({ height, shift }, { height: now, shift: 0 });
}
