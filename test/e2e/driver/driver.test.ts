import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import { enginesHere, openBrowser, type Browser, type Page } from './index.js';

/** Each engine must do what the driver promises before other tests can rely on it. */

const POLICY =
  "default-src 'none'; script-src 'nonce-x' 'strict-dynamic'; style-src 'nonce-x'; base-uri 'none'; require-trusted-types-for 'script'";

const HOME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>home</title>
<style nonce="x">#far { display: block; margin-top: 3000px } #red { width: 90px; height: 40px; background: rgb(250, 20, 30) }</style>
<input id="field"><div id="red"></div><a id="out" href="/second" target="_blank" rel="noopener">out</a>
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
  document.querySelector('#red').ondblclick = (event) => { window.red = event.isTrusted && event.detail; };
  document.querySelector('#far').onmouseenter = () => { window.hovered = true; };
</script>`;

const PAGES: Record<string, string> = {
  '/': HOME,
  '/second': '<!doctype html><title>second</title><p>second</p>',
};

let server: Server;
let origin: string;

before(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', POLICY);
    response.setHeader('set-cookie', `language=${request.headers['accept-language'] ?? ''}; Path=/`);
    response.end(PAGES[request.url ?? '/'] ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  origin = `http://127.0.0.1:${address.port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

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

      it('clicks with real input, below the fold, once or twice, and hovers', async () => {
        await page.hover('#far');
        assert.equal(await page.evaluate('window.hovered'), true);
        await page.click('#far');
        assert.equal(await page.evaluate('window.far'), 1);
        await page.click('#red', { count: 2 });
        assert.equal(await page.evaluate('window.red'), 2);
      });

      it('clicks at a point', async () => {
        await page.evaluate(() => scrollTo(0, 0));
        await page.evaluate(() =>
          document.addEventListener('click', (event) => (document.title = `${event.clientX}`), {
            once: true,
          }),
        );
        await page.clickAt(300, 200);
        assert.equal(await page.evaluate('document.title'), '300');
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

      it('takes screenshots of the viewport and of an element', async () => {
        const whole = PNG.sync.read(await page.screenshot());
        assert.deepEqual([whole.width, whole.height], [640, 480]);
        const red = PNG.sync.read(await page.screenshot('#red'));
        assert.deepEqual([red.width, red.height], [90, 40]);
        assert.deepEqual([...red.data.subarray(0, 4)], [250, 20, 30, 255]);
        assert.deepEqual([...red.data.subarray(-4)], [250, 20, 30, 255]);
      });

      it('takes a screenshot of the whole page, or says that the engine cannot', async () => {
        if (engine === 'webkit') {
          await assert.rejects(page.fullScreenshot(), /cannot/);
          return;
        }
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(height > 3000);
        assert.equal(PNG.sync.read(await page.fullScreenshot()).height, height);
      });

      it('emulates time zone, zoom and media features, or says that the engine cannot', async () => {
        const options = {
          width: 800,
          height: 600,
          timeZone: 'Asia/Kathmandu',
          zoom: 2,
          forcedColors: 'active',
          reducedMotion: 'reduce',
        } as const;
        if (engine !== 'chromium') {
          await assert.rejects(browser.newPage(options), /does not support timeZone, zoom/);
          return;
        }
        const other = await browser.newPage(options);
        const seen = await other.evaluate(() => [
          Intl.DateTimeFormat().resolvedOptions().timeZone,
          innerWidth,
          devicePixelRatio,
          matchMedia('(forced-colors: active)').matches,
          matchMedia('(prefers-reduced-motion: reduce)').matches,
        ]);
        assert.deepEqual(seen, ['Asia/Katmandu', 400, 2, true, true]);
        await other.close();
      });

      it('disconnects a page and records its activity, or says that the engine cannot', async () => {
        if (engine !== 'chromium') {
          await assert.rejects(page.record(), /cannot record/);
          return;
        }
        const other = await browser.newPage({ width: 800, height: 600 });
        const { requests, messages } = await other.record();
        await other.goto(`${origin}/second`);
        await other.evaluate(() => console.warn('a warning'));
        await other.setOffline(true);
        assert.equal(await other.evaluate(() => navigator.onLine), false);
        assert.deepEqual([requests[0], messages.at(-1)], [`${origin}/second`, 'a warning']);
        await other.close();
      });

      it('returns the URL of a link that opens a window', async () => {
        const { url } = await page.popup(() => page.click('#out'));
        assert.equal(url, `${origin}/second`);
        assert.equal(await page.evaluate('location.pathname'), '/');
      });

      it('reloads, navigates, and goes back and forward', async () => {
        await page.evaluate(() => void Object.assign(window, { mark: true }));
        await page.reload();
        assert.equal(await page.evaluate('window.mark === undefined'), true);
        await page.goto(`${origin}/second`);
        await page.back();
        await page.waitFor(() => location.pathname === '/');
        await page.forward();
        await page.waitFor(() => location.pathname === '/second');
      });

      it('changes the viewport', async () => {
        await page.setViewport({ width: 320, height: 600 });
        assert.deepEqual(await page.evaluate(() => [innerWidth, innerHeight]), [320, 600]);
      });

      it('opens a second page with its own storage, in a dark colour scheme', async () => {
        await page.evaluate("document.cookie = 'mine=1'");
        const other = await browser.newPage({ width: 800, height: 600, colorScheme: 'dark' });
        await other.goto(origin);
        assert.equal(await other.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches), true);
        assert.doesNotMatch(await other.evaluate(() => document.cookie), /mine=1/);
        await other.close();
        assert.equal(await page.evaluate('1'), 1);
      });

      it('sets the language, or says that the engine cannot', async () => {
        const options = { width: 800, height: 600, locale: 'es-AR' };
        if (engine === 'webkit') {
          await assert.rejects(browser.newPage(options), /locale/);
          return;
        }
        const other = await browser.newPage(options);
        await other.goto(origin);
        assert.equal(await other.evaluate(() => navigator.language), 'es-AR');
        assert.match(await other.evaluate(() => document.cookie), /language=es-AR/);
        await other.close();
      });

      it('denies a permission, or says that the engine cannot', async () => {
        const options = { width: 800, height: 600, permissions: { 'clipboard-write': 'denied' } } as const;
        if (engine !== 'chromium') {
          await assert.rejects(async () => browser.newPage(options), /permissions/);
          return;
        }
        const other = await browser.newPage(options);
        await other.goto(origin);
        await other.click('x-box >> button');
        await other.waitFor('window.trusted');
        assert.equal(
          await other.evaluate(() => navigator.clipboard.writeText('x').catch((error: Error) => error.name)),
          'NotAllowedError',
        );
        await other.close();
      });
    });
});
