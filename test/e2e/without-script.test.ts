/**
 * A slip in the HTML of a page for a reader who has turned scripts off: it can be read, selected, scanned and
 * printed.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { sharedBrowser, type Browser, type Page } from './driver/index.js';
import { readPaper } from './driver/paper.js';
import { expectSound } from './page-checks.js';
import { RenderedPages, type Case } from './rendered-pages.js';
import { answerOf } from '../../demo/situations/slips.js';

const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;

const pages = new RenderedPages();
let browser: Browser;
before(async () => {
  browser = await sharedBrowser('chromium');
});

const methodOf = (slug: string) => METHODS.find((method) => method.slug === slug)!;

const caseOf = (slug: string): Case => ({
  name: slug,
  isHistory: false,
  properties: {
    endpoint: '/deposit',
    paymentId: String(methodOf(slug).id),
    merchantName: 'Tienda Sol',
    watch: true,
    answer: { ...answerOf(methodOf(slug)), arrival: 'token' },
  },
});

/** Opens a page with the slip of a method. */
async function open(slug: string, width: number, scripts?: false): Promise<Page> {
  const slip = await pages.render(caseOf(slug), { lang: 'es-MX', theme: 'light' });
  const body = `<main><h1>Pago</h1>${slip}</main><script type="module" src="/deposit-slip.js"></script>`;
  const page = await browser.newPage({ width, height: 800, ...(scripts === false && { scripts }) });
  await page.goto(pages.serve(slug, body, 'es-MX'));
  return page;
}

/** The text that a reader sees, without the text for assistive technology. */
const seen = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const root = document.querySelector('deposit-slip')!.shadowRoot!;
    return [...root.querySelectorAll<HTMLElement>('.frame')]
      .filter((frame) => frame.checkVisibility())
      .map((frame) => frame.innerText)
      .join('\n');
  });

describe('a slip without scripts', () => {
  for (const width of [360, 900])
    it(`shows a QR code that can be scanned, ${width} px wide`, async () => {
      const page = await open('pix', width, false);
      const { data, width: columns, height } = PNG.sync.read(await page.screenshot());
      const { sample } = methodOf('pix');
      const payload = decode(new Uint8ClampedArray(data), columns, height)?.data;
      assert.ok(Object.values(sample as Record<string, string>).includes(payload!), payload);
      await page.close();
    });

  it('has values that can be selected and copied exactly', async () => {
    const page = await open('spei', 900, false);
    const [value] = Object.values(methodOf('spei').sample as Record<string, string>);
    await page.evaluate(() => {
      const shown = document.querySelector('deposit-slip')!.shadowRoot!.querySelector('.value')!;
      getSelection()!.selectAllChildren(shown);
    });
    await page.press('Control+c');
    assert.equal(await page.clipboardText(), value);
    await page.close();
  });

  it('says what the page cannot do, and shows no controls but links', async () => {
    const page = await open('pix', 360, false);
    const text = await seen(page);
    assert.match(
      text,
      /Selecciona un dato para copiarlo\. Esta página no muestra si llegó tu pago; Tienda Sol/,
    );
    assert.doesNotMatch(text, /Esperando|Copiar|Imprimir|Más datos/);
    assert.match(text, /Llave Pix[^]*Número de depósito/, 'what is folded otherwise');
    const buttons = await page.evaluate(
      () =>
        [...document.querySelector('deposit-slip')!.shadowRoot!.querySelectorAll('button, summary')].filter(
          (button) => button.checkVisibility(),
        ).length,
    );
    assert.equal(buttons, 0);
    await page.close();
  });

  it('prints on one page', async () => {
    const page = await open('sepa', 360, false);
    assert.equal((await readPaper(await page.pdf())).length, 1);
    await page.close();
  });

  for (const slug of ['spei', 'pix', 'sepa', 'pse'])
    it(`is accessible: ${slug}`, async () => {
      // axe does not run where scripts are off, so the same rules run on this page, which lacks only the
      // element's script.
      const slip = await pages.render(caseOf(slug), { lang: 'es-MX', theme: 'light' });
      const page = await browser.newPage({ width: 360, height: 800 });
      const body = `<main><h1>Pago</h1>${slip.replaceAll('(scripting:none)', 'all')}</main>`;
      await page.goto(pages.serve(`${slug}-axe`, body, 'es-MX'));
      assert.match(await seen(page), /Selecciona un dato|JavaScript/);
      await expectSound(page);
      await page.close();
    });

  it('omits these notes where scripts run', async () => {
    const page = await open('pix', 360);
    await page.waitFor(() => document.querySelector('deposit-slip')?.status === 'ready', {
      what: 'the slip',
    });
    const text = await seen(page);
    assert.match(text, /Esperando tu pago[^]*Copiar/);
    assert.doesNotMatch(text, /Selecciona un dato/);
    await page.close();
  });
});
