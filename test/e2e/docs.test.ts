import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { builtScripts } from '../../demo/scripts.js';
import { listen } from '../../sandbox/serving.js';
import { example } from '../docs/examples.js';
import { ROOT } from '../root.js';
import { sharedBrowser, type Browser } from './driver/index.js';

/** The examples of the guides in a page, as a merchant pastes them. */

const PAGES: Record<string, string> = {
  '/readme': example('README.md', 'tag'),
  '/quick-start': example('docs/quick-starts.md', 'tag'),
  '/page': example('docs/element.md', 'page'),
  '/inline': example('docs/element.md', 'inline'),
  '/theme': `<style>${example('docs/theming.md', 'theme')}</style>${example('docs/element.md', 'inline')}`,
};

/** The example of the history, and a response to it. */
const HISTORY = example('docs/history.md', 'page');
const DEPOSITS = [{ id: 'a', paymentId: 90, fiat: 'BRL', amount: '20.00', status: 'arrived' }];

let server: Awaited<ReturnType<typeof listen>>;
let browser: Browser;

before(async () => {
  const scripts = await builtScripts(ROOT);
  const respond = (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url);
    const file = scripts.get(pathname);
    if (file) return new Response(readFileSync(file), { headers: { 'content-type': 'text/javascript' } });
    if (pathname === '/deposit')
      return Response.json(
        searchParams.has('history') ? { code: 200, data: { deposits: DEPOSITS } } : pixAnswer(),
      );
    if (pathname === '/history')
      return pageOf(`<script type="module" src="/deposit-history.js"></script>${HISTORY}`);
    if (pathname === '/reserve.css')
      return new Response(readFileSync(`${ROOT}/src/reserve.css`), {
        headers: { 'content-type': 'text/css' },
      });
    const page = PAGES[pathname] ?? '';
    const tag = page.includes('src=') ? '' : '<script type="module" src="/deposit-slip.js"></script>';
    return pageOf(tag + page);
  };
  server = await listen(respond, 0);
  browser = await sharedBrowser('chromium');
});

after(() => server.close());

function pageOf(body: string): Response {
  return new Response(`<!doctype html><html lang="en">${body}`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

function pixAnswer(): object {
  const { id, fiat, sample } = METHODS.find(({ slug }) => slug === 'pix')!;
  return { code: 200, msg: 'SUCCESS', paymentId: id, data: { fiat, fieldList: sample, txId: '1' } };
}

describe('the examples of the guides', () => {
  it('show a history', async () => {
    const page = await browser.newPage({ width: 420, height: 800 });
    await page.goto(`${server.url}/history`);
    const shown = await page.waitFor(() => document.querySelector('deposit-history')?.deposits[0]?.amount, {
      what: 'the first deposit',
    });
    assert.equal(shown, '20.00');
    await page.close();
  });

  for (const path of Object.keys(PAGES))
    it(`show a slip on ${path}`, async () => {
      const page = await browser.newPage({ width: 420, height: 800 });
      await page.goto(`${server.url}${path}`);
      const key = await page.waitFor(() => document.querySelector('deposit-slip')?.slip?.rows[0]?.key, {
        what: 'the first row',
      });
      assert.equal(key, path === '/inline' || path === '/theme' ? 'Cuenta CLABE' : 'Pix copia e cola');
      if (path === '/theme') {
        const background = await page.evaluate(
          () =>
            getComputedStyle(document.querySelector('deposit-slip')!.shadowRoot!.querySelector('.primary')!)
              .backgroundColor,
        );
        assert.equal(background, 'rgb(107, 33, 168)');
      }
      await page.close();
    });
});
