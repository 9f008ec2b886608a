import assert from 'node:assert/strict';
import { startDemo, type Demo } from '../../demo/demo.js';
import { enginesHere, openBrowser, type Browser, type Page } from './driver/index.js';

/** The demo, and one browser of each engine, for a whole test file. */
export interface DemoBrowsers {
  readonly demo: Demo;
  /** Runs in a new page of each engine, all at the same time, then checks that the sandbox's ledger is exact. */
  inEachEngine(run: (page: Page, browser: Browser) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function openDemoBrowsers(size: { width: number; height: number }): Promise<DemoBrowsers> {
  const demo = await startDemo(0);
  const browsers = await Promise.all((await enginesHere()).map(openBrowser));
  return {
    demo,
    inEachEngine: async (run) => {
      await Promise.all(
        browsers.map(async (browser) => {
          const page = await browser.newPage(size);
          await run(page, browser);
          await page.close();
        }),
      );
      assert.equal((await demo.sandbox.control.verify()).ok, true, 'the ledger is exact');
    },
    close: async () => {
      await Promise.all(browsers.map((browser) => browser.close()));
      await demo.stop();
    },
  };
}

/** Waits until the element that the selector finds has a status. */
export function reach(page: Page, selector: string, status: string): Promise<boolean> {
  return page.waitFor(
    (place, wanted) =>
      document.querySelector<HTMLElementTagNameMap['deposit-slip']>(place)?.status === wanted,
    { args: [selector, status], what: `the slip to be ${status}`, timeout: 20_000 },
  );
}
