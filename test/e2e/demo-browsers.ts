import { startDemo, type Demo } from '../../demo/demo.js';
import { enginesHere, openBrowser, type Page } from './driver/index.js';

/** The demo, and a browser of each engine, open for a whole file. */
export interface DemoBrowsers {
  readonly demo: Demo;
  /** Runs in a page of its own in each engine, all at the same time: most of it is waiting for the sandbox. */
  inEachEngine(run: (page: Page) => Promise<void>): Promise<void>;
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
          await run(page);
          await page.close();
        }),
      );
    },
    close: async () => {
      await Promise.all(browsers.map((browser) => browser.close()));
      await demo.stop();
    },
  };
}
