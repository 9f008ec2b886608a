import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DemoBrowsers } from './demo-browsers.js';
import type { Page } from './driver/index.js';

const demo = new DemoBrowsers({ width: 1000, height: 900 }, Promise.resolve(['chromium']));

/** Replaces every slip of the page by one with the same settings, `times` times, and waits each time until all are shown. */
async function remount(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await page.evaluate(() => {
      for (const slip of document.querySelectorAll('deposit-slip')) slip.replaceWith(slip.cloneNode());
    });
    await untilShown(page);
  }
}

/** Until each slip shows its details, or asks for an amount. */
async function untilShown(page: Page): Promise<void> {
  await page.waitFor(
    () => {
      const slips = [...document.querySelectorAll('deposit-slip')];
      return slips.length > 0 && slips.every(({ status }) => /^(ready|asking)$/.test(status));
    },
    { what: 'every slip to be shown' },
  );
}

describe('a page', () => {
  it('keeps no node and no listener of the slips that were removed from it, whatever their method', () =>
    demo.inChromium(async (page) => {
      await page.goto(`${demo.url}/methods`);
      await untilShown(page);
      await remount(page, 2);
      const before = await page.kept();
      await remount(page, 3);
      assert.deepEqual(await page.kept(), before);
    }));
});
