import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { METHODS, type Method } from 'deposit-slip/core';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { startDemo, type Demo } from '../../../demo/demo.js';
import { openBrowser, type Browser, type Page } from '../../e2e/driver/index.js';
import { temporaryFolder } from '../../temporary-folder.js';

/** A page of several thousand pixels with every method on it; those that require one have an amount. */
const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;
const DPI = '150';

let demo: Demo;
let browser: Browser;
let page: Page;
const folder = temporaryFolder();

before(async () => {
  demo = await startDemo(0);
  browser = await openBrowser('chromium');
  page = await browser.newPage({ width: 1000, height: 800 });
});
after(async () => {
  await browser.close();
  await demo.stop();
});

async function openMethods(): Promise<void> {
  await page.goto(`${demo.url}/methods`);
  await page.waitFor(
    (amount) => {
      const slips = [...document.querySelectorAll('deposit-slip')];
      for (const slip of slips) if (slip.status === 'asking') slip.amount = amount;
      return slips.every(({ status, slip, shadowRoot }) =>
        slip?.code ? shadowRoot!.querySelector('[data-drawn]') : status === 'ready' || status === 'problem',
      );
    },
    { args: ['1150.50'], what: 'every method to show its slip' },
  );
  assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) > 3000);
}

/** What the element's button prints, as one image per page. */
async function printed(method: Method): Promise<PNG[]> {
  const id = String(method.id);
  await page.evaluate((wanted) => {
    window.print = () => undefined;
    document.querySelector<HTMLElementTagNameMap['deposit-slip']>(`#method-${wanted} deposit-slip`)!.print();
  }, id);
  writeFileSync(join(folder, `${id}.pdf`), await page.pdf());
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')));
  const { status } = spawnSync('pdftoppm', ['-r', DPI, '-png', `${id}.pdf`, id], { cwd: folder });
  assert.equal(status, 0, 'pdftoppm renders the file');
  const names = readdirSync(folder).filter((name) => name.startsWith(`${id}-`) && name.endsWith('.png'));
  return names.map((name) => PNG.sync.read(readFileSync(join(folder, name))));
}

describe('printing a slip', () => {
  it('prints each method alone, on one page, with a QR code that can be scanned', async () => {
    await openMethods();
    for (const method of METHODS) {
      const name = `${method.id} ${method.slug}`;
      const pages = await printed(method);
      assert.equal(pages.length, 1, name);
      const payload = await page.evaluate(
        (id) =>
          document.querySelector<HTMLElementTagNameMap['deposit-slip']>(`#method-${id} deposit-slip`)!.slip!
            .code?.payload,
        method.id,
      );
      if (payload === undefined) continue;
      const [{ data, width, height }] = pages as [PNG];
      assert.equal(decode(new Uint8ClampedArray(data), width, height)?.data, payload, name);
    }
  });

  it('leaves the page as it was', async () => {
    const appearance = (): Promise<unknown> =>
      page.evaluate(() => [
        document.adoptedStyleSheets.length,
        document.querySelectorAll('[data-deposit-print]').length,
      ]);
    assert.deepEqual(await appearance(), [0, 0]);
  });
});
