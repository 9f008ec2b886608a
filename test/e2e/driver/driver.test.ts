import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import { listen } from '../../../sandbox/serving.js';
import { enginesHere, sharedBrowser, type Browser, type Page } from './index.js';

/**
 * Tests the mistakes of a driver that would let other tests pass for no reason: settings that are not
 * emulated, a clipboard that is not read, pages that share cookies. If anything else is wrong, the end-to-end
 * tests themselves fail.
 */

const POLICY =
  "default-src 'none'; script-src 'nonce-x' 'strict-dynamic'; style-src 'nonce-x'; base-uri 'none'; require-trusted-types-for 'script'";

const HOME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>home</title>
<x-box></x-box>
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
</script>`;

let server: Awaited<ReturnType<typeof listen>>;
let origin: string;

before(async () => {
  const respond = ({ headers }: Request) => {
    const cookie = `language=${headers.get('accept-language') ?? ''}; Path=/`;
    const sent = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'set-cookie': cookie,
    };
    return new Response(HOME, { headers: sent });
  };
  server = await listen(respond, 0);
  origin = server.url;
});

after(() => server.close());

const engines = enginesHere();

// The engines wait most of the time, so they run side by side.
describe('the driver', { concurrency: true }, () => {
  for (const engine of engines)
    describe(`in ${engine}`, { concurrency: 1 }, () => {
      let browser: Browser;
      let page: Page;

      before(async () => {
        browser = await sharedBrowser(engine);
        page = await browser.newPage({ width: 640, height: 480 });
        await page.goto(origin);
      });

      after(() => page.close());

      it('opens a page of the given size, focused, in a light color scheme', async () => {
        const seen = await page.evaluate(() => ({
          size: [innerWidth, innerHeight],
          focus: document.hasFocus(),
          light: matchMedia('(prefers-color-scheme: light)').matches,
          title: document.title,
        }));
        assert.deepEqual(seen, { size: [640, 480], focus: true, light: true, title: 'home' });
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
        const seen = await page.waitFor((wanted: string) => document.querySelector(wanted)?.localName, {
          args: ['x-box'],
        });
        assert.equal(seen, 'x-box');
        await assert.rejects(
          page.waitFor('window.never', { timeout: 60, what: 'the impossible' }),
          (error: Error) => {
            assert.match(error.message, new RegExp(`Waited 60 ms in ${engine} for the impossible;`));
            return true;
          },
        );
      });

      it('opens a second page with its own cookies', async () => {
        await page.evaluate("document.cookie = 'mine=1'");
        const other = await browser.newPage({ width: 800, height: 600 });
        await other.goto(origin);
        assert.doesNotMatch(await other.evaluate(() => document.cookie), /mine=1/);
        await page.toFront();
        assert.equal(await page.evaluate(() => document.visibilityState), 'visible');
        await other.close();
        assert.equal(await page.evaluate('1'), 1);
      });

      it('emulates browser settings and captures screenshots, or reports that the engine cannot', async () => {
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
          await assert.rejects(page.kept(), /cannot/);
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
    });
});
