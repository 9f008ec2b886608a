/**
 * `deposit-slip/reserve.css` reserves the height of a slip from the page's first paint, so that the content
 * below it hardly moves when the script and the response arrive. Tests every method, language, width and
 * pointer (B6).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { METHODS, type Method } from 'deposit-slip/core';
import { builtScript, SCRIPT_TAG } from '../../../demo/scripts.js';
import { answerOf } from '../../../demo/situations/slips.js';
import { listen } from '../../../sandbox/serving.js';
import { LOCALES } from '../../../src/widget/all-locales.js';
import { sharedBrowser, type Browser, type Page } from '../../e2e/driver/index.js';
import { ROOT } from '../../root.js';
import { isSoak } from '../scale.js';

const RESERVE = readFileSync(`${ROOT}/src/reserve.css`, 'utf8');
/** The greatest layout shift that a page may have, as browsers count it. */
const LIMIT = 0.02;
const LOOKS = [
  { width: 360, height: 740 },
  { width: 412, height: 915 },
  { width: 900, height: 900 },
].flatMap((size) => [size, { ...size, touch: true }]);
const LANGUAGES = Object.keys(LOCALES);

/** The cases for one look: in a sample every third method, each in another language. */
const casesOf = (turn: number) =>
  METHODS.flatMap((method, at) =>
    LANGUAGES.filter((_, n) => isSoak || (at % 3 === turn % 3 && n === (at + turn) % LANGUAGES.length)).map(
      (lang) => ({ method, lang }),
    ),
  );

const WAITING = { code: 200, msg: 'SUCCESS', data: { status: 'waiting', deposits: [] } };

/** Loads the script once the page has been painted without it. */
const LATER = `requestAnimationFrame(() => requestAnimationFrame(() => import('/deposit-slip.js')))`;
const COUNT = `window.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shift += value)))
    .observe({ type: 'layout-shift', buffered: true });`;

let server: Awaited<ReturnType<typeof listen>>;
let browser: Browser;

before(async () => {
  const script = readFileSync(await builtScript(ROOT, SCRIPT_TAG));
  server = await listen(({ url }) => {
    const { pathname, searchParams: query } = new URL(url);
    if (pathname === '/deposit-slip.js')
      return new Response(new Uint8Array(script), { headers: { 'content-type': 'text/javascript' } });
    if (query.has('arrival')) return Response.json(WAITING);
    if (pathname === '/deposit') {
      const method = METHODS.find(({ id }) => String(id) === query.get('paymentId'))!;
      return new Response(answered(method), { headers: { 'content-type': 'application/json' } });
    }
    return new Response(pageOf(query), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  }, 0);
  browser = await sharedBrowser('chromium');
});
after(() => server.close());

/** The response for a method, with the CLABE of a bank whose name has a row in the skeleton. */
function answered(method: Method): string {
  return JSON.stringify({ ...answerOf(method), arrival: 'a-token' }).replace(
    /"999\d{15}"/,
    '"706180304649761358"',
  );
}

/** A checkout with something above the slip, and much below it. */
function pageOf(query: URLSearchParams): string {
  const amount = query.get('amount');
  const below = '<p>Orders are shipped within two days. Questions? Write to us.</p>'.repeat(60);
  return `<!doctype html><html lang="${query.get('lang')}"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>Shop</title>
    <style>body { margin: 16px; font: 16px sans-serif } ${query.has('bare') ? '' : RESERVE}</style>
    <script>${COUNT}</script><h1>Tienda Sol</h1>
    <deposit-slip endpoint="/deposit" payment-id="${query.get('id')}" watch ${amount ? `amount="${amount}"` : ''}></deposit-slip>
    ${below}<script type="module">${LATER}</script></html>`;
}

/** The layout shift of a page, from the navigation until its slip is complete. */
async function shiftOf(page: Page, query: Readonly<Record<string, string>>): Promise<number> {
  await page.goto(`${server.url}/?${new URLSearchParams(query)}`);
  await page.waitFor(
    () => {
      const slip = document.querySelector('deposit-slip');
      const qr = slip?.shadowRoot?.querySelector('.qr');
      return (
        (slip?.status === 'ready' || slip?.status === 'asking') &&
        (!qr || qr.hasAttribute('data-drawn') || !qr.checkVisibility())
      );
    },
    { what: 'the slip' },
  );
  // The browser reports a shift only after the frame in which it happened.
  return page.evaluate(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shift)))))`,
  );
}

describe('a page with reserve.css', () => {
  for (const [turn, look] of LOOKS.entries())
    it(`shifts by at most ${LIMIT} at ${look.width} px${'touch' in look ? ', with touch' : ''}`, async () => {
      const page = await browser.newPage(look);
      const moved: string[] = [];
      for (const { method, lang } of casesOf(turn)) {
        for (const amount of method.amount === 'none' ? ['187.40'] : ['', '187.40']) {
          const shift = await shiftOf(page, { id: String(method.id), lang, amount });
          if (shift > LIMIT) moved.push(`${method.id} ${lang} ${amount}: ${shift.toFixed(4)}`);
        }
      }
      await page.close();
      assert.deepEqual(moved, []);
    });

  it('shifts much more without it', async () => {
    const page = await browser.newPage(LOOKS[0]!);
    const shift = await shiftOf(page, { id: '90', lang: 'en', amount: '', bare: '' });
    await page.close();
    assert.ok(shift > 5 * LIMIT, `only ${shift}`);
  });
});
