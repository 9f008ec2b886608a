import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import { enginesHere, openBrowser, type Browser, type Page } from './index.js';
import { serve, type PageServer } from '../serve.js';

/** Each engine must do what the driver promises before other tests can rely on it. */

const POLICY =
  "default-src 'none'; script-src 'nonce-x' 'strict-dynamic'; style-src 'nonce-x'; base-uri 'none'; require-trusted-types-for 'script'";

const HOME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>home</title>
<style nonce="x">#far { display: block; margin-top: 3000px }</style>
<input id="field"><a id="out" href="/second" target="_blank" rel="noopener">out</a>
<x-box></x-box><button id="far">far</button>
<script nonce="x">
  customElements.define('x-box', class extends HTMLElement {
    constructor() {
      super();
      const button = document.createElement('button');
      button.part = 'copy primary';
      button.textContent = 'copy';
      button.onclick = async (event) => {
        window.trusted = event.isTrusted;
        await navigator.clipboard.writeText('CLABE 0321 ñ ' + navigator.userAgent.length).then(() => { window.copied = true; });
      };
      this.attachShadow({ mode: 'open' }).append(button);
    }
  });
  document.querySelector('#far').onclick = (event) => { window.far = event.isTrusted && event.detail; };
  
  
</script>`;

const PAGES: Record<string, string> = {
  '/': HOME,
  '/second': '<!doctype html><title>second</title><p>second</p>',
};

let server: PageServer;
let origin: string;

before(async () => {
  server = await serve(({ pathname }, { headers }) => ({
    body: PAGES[pathname] ?? '',
    headers: {
      'content-security-policy': POLICY,
      'set-cookie': `language=${headers['accept-language'] ?? ''}; Path=/`,
    },
  }));
  origin = server.origin;
});

after(() => server.close());

const engines = await enginesHere();

// The engines wait most of the time, so they run side by side.
describe('the driver', { concurrency: true }, () => {
  for (const engine of engines)
    describe(`in ${engine}`, { concurrency: 1 }, () => {
      let browser: Browser;
      let page: Page;

      before(async () => {
        browser = await openBrowser(engine);
        page = await browser.newPage({ width: 640, height: 480 });
        await page.goto(origin);
      });

      after(() => browser.close());

      it('opens a page of the given size, focused, in a light colour scheme', async () => {
        const seen = await page.evaluate(() => ({
          size: [innerWidth, innerHeight],
          focus: document.hasFocus(),
          light: matchMedia('(prefers-color-scheme: light)').matches,
          title: document.title,
        }));
        assert.deepEqual(seen, { size: [640, 480], focus: true, light: true, title: 'home' });
      });

      it('evaluates functions with arguments, promises and expressions under a strict policy', async () => {
        const late = await page.evaluate(
          async (a: number, b: { c: string }) => {
            const inner = (): string => b.c;
            await new Promise((resolve) => requestAnimationFrame(resolve));
            return [a + 1, inner(), null];
          },
          1,
          { c: 'ñ"</script>' },
        );
        assert.deepEqual(late, [2, 'ñ"</script>', null]);
        assert.equal(await page.evaluate('1 + 1'), 2);
        await assert.rejects(
          page.evaluate(() => {
            throw new Error('from the page');
          }),
          /from the page/,
        );
      });

      it('clicks with real input, below the fold', async () => {
        await page.click('#far');
        assert.equal(await page.evaluate('window.far'), 1);
      });

      it('types and presses keys', async () => {
        await page.click('#field');
        await page.type('Ab 12 ñ €');
        assert.equal(await page.evaluate('document.querySelector("#field").value'), 'Ab 12 ñ €');
        await page.press('Control+a');
        await page.press('Backspace');
        assert.equal(await page.evaluate('document.querySelector("#field").value'), '');
        await page.press('Tab');
        assert.equal(await page.evaluate('document.activeElement.id'), 'out');
        await page.press('Shift+Tab');
        assert.equal(await page.evaluate('document.activeElement.id'), 'field');
      });

      it('reads the text that a click inside a shadow root copied', async () => {
        await page.click('x-box >> [part~="copy"]');
        await page.waitFor('window.copied', { what: 'the copy to be done' });
        assert.equal(await page.evaluate('window.trusted'), true);
        const length = await page.evaluate('navigator.userAgent.length');
        assert.equal(await page.clipboardText(), `CLABE 0321 ñ ${String(length)}`);
        assert.equal(await page.evaluate('document.hasFocus()'), true, 'the page has the focus again');
      });

      it('waits, and names what it waited for when the time is up', async () => {
        const seen = await page.waitFor((wanted: string) => document.querySelector(wanted)?.id, {
          args: ['#far'],
        });
        assert.equal(seen, 'far');
        await assert.rejects(
          page.waitFor('window.never', { timeout: 60, what: 'the impossible' }),
          (error: Error) => {
            assert.match(
              error.message,
              new RegExp(`Waited 60 ms in ${engine} for the impossible; the last result was`),
            );
            return true;
          },
        );
      });

      it('returns the URL of a link that opens a window', async () => {
        const { url } = await page.popup(() => page.click('#out'));
        assert.equal(url, `${origin}/second`);
        assert.equal(await page.evaluate('location.pathname'), '/');
      });

      it('reloads, navigates and goes back', async () => {
        await page.evaluate(() => void Object.assign(window, { mark: true }));
        await page.reload();
        assert.equal(await page.evaluate('window.mark === undefined'), true);
        await page.goto(`${origin}/second`);
        await page.back();
        await page.waitFor(() => location.pathname === '/');
      });

      it('opens a second page with its own cookies', async () => {
        await page.evaluate("document.cookie = 'mine=1'");
        const other = await browser.newPage({ width: 800, height: 600 });
        await other.goto(origin);
        assert.doesNotMatch(await other.evaluate(() => document.cookie), /mine=1/);
        await other.close();
        assert.equal(await page.evaluate('1'), 1);
      });

      it('emulates settings of the browser and records a page, or says that the engine cannot', async () => {
        const emulation = {
          colorScheme: 'dark',
          forcedColors: 'active',
          reducedMotion: 'reduce',
          locale: 'es-AR',
          timeZone: 'America/Lima',
          zoom: 2,
        } as const;
        if (engine !== 'chromium') {
          await assert.rejects(
            async () => browser.newPage({ width: 800, height: 600, ...emulation }),
            /support/,
          );
          await assert.rejects(page.record(), /cannot/);
          return;
        }
        const other = await browser.newPage({ width: 800, height: 600, ...emulation });
        const { requests, messages } = await other.record();
        await other.goto(origin);
        const seen = await other.evaluate(() => [
          matchMedia('(prefers-color-scheme: dark)').matches,
          matchMedia('(forced-colors: active)').matches,
          matchMedia('(prefers-reduced-motion: reduce)').matches,
          navigator.language,
          Intl.DateTimeFormat().resolvedOptions().timeZone,
          innerWidth,
          devicePixelRatio,
        ]);
        assert.deepEqual(seen, [true, true, true, 'es-AR', 'America/Lima', 400, 2]);
        assert.match(await other.evaluate(() => document.cookie), /language=es-AR/);
        const { height } = PNG.sync.read(await other.screenshot());
        assert.equal(height, 2 * (await other.evaluate(() => document.documentElement.scrollHeight)));
        await other.evaluate(() => console.warn('a warning'));
        await other.setOffline(true);
        assert.equal(await other.evaluate(() => navigator.onLine), false);
        assert.deepEqual([requests[0], messages.at(-1)], [`${origin}/`, 'a warning']);
        await other.close();
      });

      it('changes the viewport', async () => {
        await page.setViewport({ width: 320, height: 600 });
        assert.deepEqual(await page.evaluate(() => [innerWidth, innerHeight]), [320, 600]);
      });
    });
});
