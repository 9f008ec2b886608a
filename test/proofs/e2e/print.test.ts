import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { METHODS, type Method } from 'deposit-slip/core';
import jsqr from 'jsqr';
import { DemoBrowsers } from '../../e2e/demo-browsers.js';
import { sharedBrowser, type Page } from '../../e2e/driver/index.js';
import { readPaper } from '../../e2e/driver/paper.js';

/** A page, several thousand pixels high, with every method. Methods that require an amount have one. */
const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;
const DPI = 150;

const SIZE = { width: 1000, height: 800 };
const demo = new DemoBrowsers(SIZE, ['chromium']);
let page: Page;

before(async () => {
  page = await (await sharedBrowser('chromium')).newPage(SIZE);
});
after(() => page.close());

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

/** The output of the element's print button. */
async function printed({ id }: Method): Promise<Buffer> {
  await page.evaluate((wanted) => {
    window.print = () => undefined;
    document.querySelector<HTMLElementTagNameMap['deposit-slip']>(`#method-${wanted} deposit-slip`)!.print();
  }, id);
  const paper = await page.pdf();
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')));
  return paper;
}

describe('printing a slip', () => {
  it('prints each method alone, on one page, with a QR code that can be scanned', async () => {
    await openMethods();
    for (const method of METHODS) {
      const name = `${method.id} ${method.slug}`;
      const paper = await printed(method);
      const [first, ...others] = await readPaper(paper, DPI);
      assert.equal(others.length, 0, name);
      const payload = await page.evaluate(
        (id) =>
          document.querySelector<HTMLElementTagNameMap['deposit-slip']>(`#method-${id} deposit-slip`)!.slip!
            .code?.payload,
        method.id,
      );
      if (payload === undefined) continue;
      const { pixels, width, height } = first!;
      // The order of the colors does not matter in black and white.
      assert.equal(decode(new Uint8ClampedArray(pixels), width, height)?.data, payload, name);
    }
  });

  it('does not change the page', async () => {
    const appearance = (): Promise<unknown> =>
      page.evaluate(() => [
        document.adoptedStyleSheets.length,
        document.querySelectorAll('[data-deposit-print]').length,
      ]);
    assert.deepEqual(await appearance(), [0, 0]);
  });
});
