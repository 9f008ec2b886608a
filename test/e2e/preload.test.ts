/** The response preloaded by the page: docs/quick-starts.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { builtScript, SCRIPT_TAG } from '../../demo/scripts.js';
import { answerOf } from '../../demo/situations/slips.js';
import { listen } from '../../sandbox/serving.js';
import { example } from '../docs/examples.js';
import { ROOT } from '../root.js';
import { sharedBrowsers, type Browser } from './driver/index.js';

const PAGE = example('docs/quick-starts.md', 'preload');

let server: Awaited<ReturnType<typeof listen>>;
let browsers: readonly Browser[] = [];
/** The requests to the endpoint, by the engine that the page is opened with. */
const requests = new Map<string, string[]>();

before(async () => {
  const script = await builtScript(ROOT, SCRIPT_TAG);
  const pix = METHODS.find(({ id }) => id === 90)!;
  const respond = ({ url, headers }: Request): Response => {
    const { pathname, search, searchParams } = new URL(url);
    if (pathname === '/deposit-slip.js')
      return new Response(readFileSync(script), { headers: { 'content-type': 'text/javascript' } });
    if (pathname === '/deposit') {
      const engine =
        new URL(headers.get('referer') ?? url).searchParams.get('engine') ??
        /engine=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ??
        '';
      requests.set(engine, [...(requests.get(engine) ?? []), search]);
      return Response.json(answerOf(pix), { headers: { 'cache-control': 'no-store' } });
    }
    if (pathname === '/favicon.ico') return new Response(null, { status: 404 });
    const engine = searchParams.get('engine')!;
    return new Response(`<!doctype html><html lang="en"><title>Shop</title>${PAGE}`, {
      headers: { 'content-type': 'text/html', 'set-cookie': `engine=${engine}` },
    });
  };
  server = await listen(respond, 0);
  browsers = await sharedBrowsers();
});
after(async () => {
  await server.close();
});

describe('a page that preloads the response', () => {
  it('sends one request to the endpoint in Chromium, and a second one by the element in other engines', async () => {
    await Promise.all(
      browsers.map(async (browser) => {
        const page = await browser.newPage({ width: 800, height: 800 });
        await page.goto(`${server.url}/?engine=${browser.engine}`);
        await page.waitFor(() => document.querySelector('deposit-slip')?.status === 'ready', {
          what: 'the slip',
        });
        await page.close();
      }),
    );
    for (const { engine } of browsers) {
      const asked = requests.get(engine) ?? [];
      assert.deepEqual([...new Set(asked)], ['?paymentId=90&fiat=BRL'], engine);
      assert.equal(asked.length, engine === 'chromium' ? 1 : 2, engine);
    }
  });
});
