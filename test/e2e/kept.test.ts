import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DemoBrowsers } from './demo-browsers.js';
import type { Page } from './driver/index.js';
import type { Kept } from './driver/types.js';

const demo = new DemoBrowsers({ width: 1000, height: 900 }, ['chromium']);

/** Moves the markup of every slip of the page into a template at its place. */
const takeDown = (page: Page) =>
  page.evaluate(() => {
    for (const slip of document.querySelectorAll('deposit-slip')) {
      const template = document.createElement('template');
      template.content.append(template.content.ownerDocument.importNode(slip));
      slip.replaceWith(template);
    }
  });

/**
 * How often the test asks the page to release its objects again: the browser releases a slip with cancelled
 * requests some time later.
 */
const TIMES = 200;

/** Shows a slip for every template, `times` times, and removes the slips each time when all are shown. */
async function showAndRemove(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await page.evaluate(() => {
      for (const template of document.querySelectorAll('template')) {
        template.before(document.importNode(template.content, true));
      }
    });
    await untilShown(page);
    await page.evaluate(() => {
      const slips = [...document.querySelectorAll('deposit-slip')];
      Object.assign(window, { removed: slips.map((slip) => new WeakRef(slip)) });
      for (const slip of slips) slip.remove();
    });
  }
}

/** The number of objects that the page still holds once the removed slips have been collected. */
async function keptWithout(page: Page): Promise<Kept> {
  for (let time = 0; time < TIMES; time++) {
    const kept = await page.kept();
    if (await page.evaluate('removed.every((slip) => slip.deref() === undefined)')) return kept;
  }
  throw new Error('The page keeps a slip that was removed.');
}

/** The number of objects that the page holds: as soon as it is at most `least`, or after the last attempt. */
async function keptAtLast(page: Page, least: Kept): Promise<Kept> {
  let kept = await page.kept();
  for (let time = 0; time < TIMES && isMore(kept, least); time++) kept = await page.kept();
  return kept;
}

const isMore = (kept: Kept, least: Kept) => kept.nodes > least.nodes || kept.listeners > least.listeners;

/** Waits until each slip shows its details, or asks for an amount. */
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
  it('leaks no node and no listener of slips that were removed from it, whatever their method', () =>
    demo.inChromium(async (page) => {
      await page.goto(`${demo.url}/methods`);
      await untilShown(page);
      await takeDown(page);
      // A visible slip sends a request now and then, so only a page without slips holds the same number of
      // objects at any moment.
      await showAndRemove(page, 2);
      const before = await keptWithout(page);
      await showAndRemove(page, 3);
      const after = await keptAtLast(page, before);
      assert.ok(!isMore(after, before), JSON.stringify({ before, after }));
    }));
});
