import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { builtScripts } from '../../demo/scripts.js';
import { listen } from '../../sandbox/serving.js';
import { example } from '../docs/examples.js';
import { ROOT } from '../root.js';
import { sharedBrowser, type Page } from './driver/index.js';
import { readPaper, textOnPaper } from './driver/paper.js';

/**
 * `print()` in pages whose own content could end up on the paper. test/proofs/e2e/print.test.ts tests that
 * each method fits on a page.
 */

const STYLE = 'body { font-family: serif } * { print-color-adjust: exact }';
const ANSWER = JSON.stringify({ code: 200, data: fieldsOf('spei') });
const SLIP = `<deposit-slip payment-id="105" merchant-name="Tienda Sol" lang="en" amount="150.00">
  <script type="application/json">${ANSWER}</script></deposit-slip>`;

/** Paints and moves everything, with a higher specificity than the element's own selectors. */
const LOUD = `
  html#top :is(*, *::before, *::after), html#top, html#top::before, html#top::after, #top::backdrop {
    margin: 30px; padding: 30px; min-height: 400px; border: 3px solid red; outline: 3px solid red;
    background: pink !important; box-shadow: 0 0 20px red; opacity: 0.9; filter: hue-rotate(90deg); zoom: 1.2;
    text-transform: uppercase; text-decoration: underline; letter-spacing: 0.3em; break-before: page;
  }
  html#top ::before, html#top ::after, html#top::before { content: 'FOREIGN'; display: block !important; }
  html#top header { position: fixed !important; display: block !important; inset: 0 0 auto; }
  html#top ::first-line { color: red; }
  html#top ::first-letter { font-size: 3em; }`;

const within = (style: string, tag = 'div'): string =>
  `<${tag} style="${style}">FOREIGN<p>FOREIGN</p>${SLIP}<p>FOREIGN</p></${tag}>`;

/** The body of a page that contains the slip, by the obstacle to printing. */
const PAGES: Readonly<Record<string, string>> = {
  plain: SLIP,
  'decorations of everything': `<style>${LOUD}</style><header>FOREIGN</header>
    <main><section><ul><li>${SLIP}</li><li>FOREIGN</li></ul></section></main>`,
  'text without an element': `FOREIGN ${'FOREIGN '.repeat(2000)}<a href="#top">FOREIGN ${SLIP}</a> FOREIGN`,
  'a clipped box': within(
    'height: 80px; width: 200px; overflow: hidden; contain: strict; clip-path: inset(40%)',
  ),
  'a row of boxes': within('display: flex; height: 100vh; align-items: end; justify-content: end'),
  'a grid': within('display: grid; grid-template: 1fr 1fr / 1fr 1fr; place-items: end'),
  'a moved box': within('transform: rotate(20deg) scale(0.3); translate: 300px; perspective: 10px'),
  'a fixed box': within(
    'position: fixed; inset: auto 0 0 auto; width: 120px; max-height: 50vh; overflow: auto',
  ),
  columns: within('columns: 3; column-rule: 3px solid red'),
  'a float': within('float: right; width: min-content; writing-mode: vertical-rl; visibility: collapse'),
  'a table': `<table border="5" bgcolor="pink"><caption>FOREIGN</caption>
    <tr><td>FOREIGN<td width="10%">${SLIP}<tfoot><tr><td>FOREIGN</table>`,
  'a field set': `<fieldset><legend>FOREIGN</legend>${SLIP}</fieldset>`,
  'a slip that the page styles': `<style>deposit-slip { position: absolute; top: 500px; width: 200px; height: 90px;
    overflow: hidden; border: 9px solid red; background: pink; opacity: 0.2; font-size: 4em; padding: 40px }
    deposit-slip::before, deposit-slip::after { content: 'FOREIGN' !important; visibility: visible !important;
    block-size: auto !important; display: block !important }</style>${SLIP}`,
  'shadow roots': `<x-frame><template shadowrootmode="open">
      <style>
        :host { display: flex; border: 9px solid red } :host::before { content: 'FOREIGN' }
        main#in { position: relative !important; padding: 90px !important; background: pink !important }
        main#in::after, slot::before { content: 'FOREIGN' }
        ::slotted(*) { transform: scale(0.5); box-shadow: 0 0 40px red }
      </style>
      FOREIGN<nav>FOREIGN</nav><main id="in">FOREIGN<slot></slot></main></template>
    <div slot="other">FOREIGN</div>${within('overflow: hidden; height: 20px')}</x-frame>`,
};

/** Chromium rounds the width of a modal dialog. */
const DIALOG = `<style>dialog, dialog::backdrop { background: pink; box-shadow: 0 0 40px red }</style>
  FOREIGN<dialog>FOREIGN ${SLIP}</dialog><script>document.querySelector('dialog').showModal()</script>`;

const SHOP = `<style>${example('docs/element.md', 'print')}</style>
  <style>header { position: fixed; background: pink }
    .checkout { columns: 2; padding: 40px; border: 9px solid red }</style>
  <header>FOREIGN</header><div class="checkout"><h1>FOREIGN</h1><form>${SLIP}<p>FOREIGN</p></form></div>
  <footer>FOREIGN</footer>`;

function fieldsOf(slug: string): object {
  const { fiat, sample } = METHODS.find((method) => method.slug === slug)!;
  return { fiat, fieldList: sample };
}

let server: Awaited<ReturnType<typeof listen>>;
let page: Page;

before(async () => {
  const scripts = await builtScripts(ROOT);
  const script = readFileSync(scripts.get('/deposit-slip.js')!);
  const respond = (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/deposit-slip.js')
      return new Response(script, { headers: { 'content-type': 'text/javascript' } });
    const body = { ...PAGES, DIALOG, SHOP }[searchParams.get('page')!] ?? '';
    return new Response(
      `<!doctype html><html lang="en" id="top"><meta charset="utf-8"><title>Shop</title><style>${STYLE}</style>
        <body>${body}<script type="module" src="/deposit-slip.js"></script>`,
      { headers: { 'content-type': 'text/html; charset=utf-8' } },
    );
  };
  server = await listen(respond, 0);
  page = await (await sharedBrowser('chromium')).newPage({ width: 1000, height: 800 });
  // The slip prints the time.
  await page.beforeScripts(
    `const Now = Date; Now.now = () => 1.8e12; Date = class extends Now { constructor(...at) { super(...(at.length > 0 ? at : [1.8e12])); } }`,
  );
});

after(() => Promise.all([page.close(), server.close()]));

async function open(name: string): Promise<void> {
  await page.goto(`${server.url}/?page=${encodeURIComponent(name)}`);
  await page.waitFor(() => document.querySelector('deposit-slip')?.status === 'ready', { what: 'the slip' });
}

/** The printed output of the slip's print button. */
async function printSlip(): Promise<Buffer> {
  await page.evaluate(() => {
    window.print = () => undefined;
    document.querySelector('deposit-slip')!.print();
  });
  const paper = await page.pdf();
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')));
  return paper;
}

/** The pages as pixels, one after the other. */
const pixels = async (paper: Buffer): Promise<Buffer> =>
  Buffer.concat((await readPaper(paper)).map((each) => each.pixels));

/**
 * Whether eight neighboring pixels are red or pink, colors that the slip does not have. The edges of letters
 * have single ones, because they are drawn in subpixels.
 */
async function isRed(paper: Buffer): Promise<boolean> {
  const colors = await pixels(paper);
  let run = 0;
  for (let at = 0; at < colors.length && run < 8; at += 4)
    run = colors[at]! > colors[at + 1]! + 40 ? run + 1 : 0;
  return run === 8;
}

describe('print()', () => {
  let plain: Buffer;
  before(async () => {
    await open('plain');
    plain = await printSlip();
  });

  it('prints the slip in the font of the page', async () => {
    const text = await textOnPaper(plain);
    for (const part of ['to Tienda Sol', 'CLABE 999', '2027-01-15 08:00'])
      assert.ok(text.includes(part), text);
    const font = await page.evaluate(() => {
      const card = document.querySelector('deposit-slip')!.shadowRoot!.querySelector('.card')!;
      return getComputedStyle(card).fontFamily;
    });
    assert.equal(font, 'serif');
  });

  it('prints what a payer must ask about, but not the button for it', async () => {
    await open('plain');
    await page.evaluate(() => {
      const slip = document.querySelector('deposit-slip')!;
      Object.assign(slip, { contact: 'https://shop.example.com/help', seen: 'another account' });
    });
    await page.waitFor(
      () => document.querySelector('deposit-slip')!.shadowRoot!.querySelector('a[href*="help"]') !== null,
      { what: 'the button' },
    );
    const text = await textOnPaper(await printSlip());
    assert.match(text, /have changed since your last visit/);
    assert.doesNotMatch(text, /Contact Tienda Sol/);
  });

  for (const name of Object.keys(PAGES).filter((each) => each !== 'plain'))
    it(`prints the same output from a page with ${name}`, async () => {
      await open(name);
      const paper = await printSlip();
      assert.equal(await textOnPaper(paper), await textOnPaper(plain));
      assert.ok((await pixels(paper)).equals(await pixels(plain)), 'no other pixels');
    });

  it('prints only the slip from a modal dialog', async () => {
    await open('DIALOG');
    const paper = await printSlip();
    assert.deepEqual([await textOnPaper(paper), await isRed(paper)], [await textOnPaper(plain), false]);
  });
});

describe("printing the page by the browser's menu", () => {
  it('prints only the slip with the style sheet of the guide, and the whole page without it', async () => {
    await open('plain');
    const plain = await textOnPaper(await page.pdf());
    await open('SHOP');
    const paper = await page.pdf();
    assert.deepEqual([await textOnPaper(paper), await isRed(paper)], [plain, false]);
    await page.evaluate(() => document.querySelector('body > style')!.remove());
    const whole = await page.pdf();
    assert.match(await textOnPaper(whole), /FOREIGN.*CLABE 999/);
    assert.equal(await isRed(whole), true);
  });
});
