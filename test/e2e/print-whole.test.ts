import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { builtScripts } from '../../demo/scripts.js';
import { listen } from '../../sandbox/serving.js';
import { ROOT } from '../root.js';
import { sharedBrowser, type Page } from './driver/index.js';
import { readPaper, textOnPaper } from './driver/paper.js';

/**
 * What the browser's menu prints where the element stands, as a PDF. The layout at every width is tested in
 * test/widget/print-layout.test.ts.
 */

const WIDTHS = [280, 420, 700];

/** Shows what the card would cut off. */
const UNCUT = 'deposit-slip::part(card) { overflow: visible }';

const ARRIVED = {
  status: 'arrived',
  deposits: [{ amount: '1150.50', fiat: 'BRL', txId: '100070', createTime: Date.UTC(2026, 2, 4, 10, 42) }],
};

const slipOf = (paymentId: number, data: object, width: number): string =>
  `<div style="width: ${width}px"><deposit-slip payment-id="${paymentId}" merchant-name="Tienda Sol" lang="en"
    amount="1150.50" order-reference="TS-20449">
    <script type="application/json">${JSON.stringify({ code: 200, data })}</script></deposit-slip></div>`;

function contentOf(name: string, width: number): string {
  if (name === 'receipt') return slipOf(90, ARRIVED, width);
  const { id, fiat, sample: fieldList } = METHODS.find(({ id }) => String(id) === name)!;
  return slipOf(id, { fiat, fieldList }, width);
}

let server: Awaited<ReturnType<typeof listen>>;
let page: Page;

before(async () => {
  const script = readFileSync((await builtScripts(ROOT)).get('/deposit-slip.js')!);
  server = await listen((request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/deposit-slip.js')
      return new Response(script, { headers: { 'content-type': 'text/javascript' } });
    const content = contentOf(searchParams.get('show')!, Number(searchParams.get('width')));
    return new Response(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><style>${UNCUT}</style>
        <body style="margin: 0">${content}<script type="module" src="/deposit-slip.js"></script>`,
      { headers: { 'content-type': 'text/html; charset=utf-8' } },
    );
  }, 0);
  page = await (await sharedBrowser('chromium')).newPage({ width: 1000, height: 800, timeZone: 'UTC' });
});

after(() => Promise.all([page.close(), server.close()]));

async function open(name: string, width: number): Promise<void> {
  await page.goto(`${server.url}/?show=${name}&width=${width}`);
  await page.waitFor(
    () => {
      const slip = document.querySelector('deposit-slip');
      const qr = slip?.shadowRoot?.querySelector('.qr');
      return (
        slip?.status === 'arrived' ||
        (slip?.status === 'ready' && (!qr || qr.matches('[data-drawn], .epc *')))
      );
    },
    { what: `${name} at ${width} px` },
  );
}

/** How far to the right something is printed, in px of the page. */
async function printedWidth(): Promise<number> {
  let last = 0;
  for (const { pixels, width } of await readPaper(await page.pdf(), 96))
    for (let at = 0; at < pixels.length; at += 4)
      if (pixels[at]! < 200) last = Math.max(last, (at / 4) % width);
  return last;
}

describe('a page that the browser prints', () => {
  for (const { id, slug } of METHODS)
    it(`cuts off nothing of a slip by ${slug} (${id})`, async () => {
      for (const width of WIDTHS) {
        await open(String(id), width);
        const printed = await printedWidth();
        assert.ok(printed > width / 2 && printed <= width, `${printed} px of a slip of ${width} px`);
      }
    });

  it('shows on a receipt when it was paid and printed, and nothing that can be paid', async () => {
    await open('receipt', 420);
    // The page stays open until the next day.
    await page.evaluate(() => void (Date.now = () => Date.UTC(2026, 2, 5, 6, 7)));
    const text = await textOnPaper(await page.pdf());
    assert.match(text, /Payment received R\$ ?1\.150,50 BRL/);
    assert.match(text, /Received Mar 4, 2026, 10:42 UTC/);
    assert.match(text, /Printed on Mar 5, 2026, 06:07 UTC/);
    assert.doesNotMatch(text, /Amount|Pix copia e cola|Payment details|today/i);
  });
});
