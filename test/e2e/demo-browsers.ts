import assert from 'node:assert/strict';
import { before } from 'node:test';
import { startDemo, type Demo } from '../../demo/demo.js';
import type { Size } from '../browsers/user-input.js';
import { atEnd } from '../runner/at-end.js';
import { enginesHere, sharedBrowsers, type Browser, type Engine, type Page } from './driver/index.js';

const lines: string[] = [];
let started: Promise<Demo> | undefined;

/** The demo of this process. */
async function sharedDemo(): Promise<Demo> {
  if (started === undefined) {
    started = startDemo(0, { log: (line) => void lines.push(line) });
    atEnd(async () => (await started!).stop());
  }
  return started;
}

/** The demo, and a browser of each engine, for the tests of a file. */
export class DemoBrowsers {
  readonly #size: Size;
  #demo: Demo | undefined;
  #browsers: readonly Browser[] = [];
  /** The end of the last test that uses a browser, or waits for one. */
  readonly #users = new Map<Browser, Promise<void>>();

  constructor(size: Size, engines: readonly Engine[] = enginesHere()) {
    this.#size = size;
    before(async () => {
      this.#demo = await sharedDemo();
      this.#browsers = await sharedBrowsers(engines);
    });
  }

  get url(): string {
    return this.#demo!.url;
  }

  get sandbox(): Demo['sandbox'] {
    return this.#demo!.sandbox;
  }

  /** The output of the demo. */
  get lines(): readonly string[] {
    return lines;
  }

  /** The hook calls of the demo's kit for an order, oldest first. */
  told(number: string): readonly string[] {
    const name = `${number}: `;
    return lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
  }

  /**
   * Runs in each engine at the same time, or in one engine in turn; then checks that the sandbox's ledger is
   * exact. A test has a browser to itself even if tests run at the same time: only one page of a browser has
   * the focus.
   */
  async inEachBrowser(run: (browser: Browser) => Promise<void>, turn?: number): Promise<void> {
    const browsers = this.#browsers.filter(
      (_, at) => turn === undefined || turn % this.#browsers.length === at,
    );
    await Promise.all(browsers.map((browser) => this.#alone(browser, run)));
    await this.#verify();
  }

  #alone(browser: Browser, run: (browser: Browser) => Promise<void>): Promise<void> {
    const previous = this.#users.get(browser) ?? Promise.resolve();
    const use = previous.then(() => run(browser));
    this.#users.set(
      browser,
      use.catch(() => undefined),
    );
    return use;
  }

  /**
   * Runs in a new page of each engine, all at the same time, then checks that the sandbox's ledger is exact.
   */
  inEachEngine(run: Run): Promise<void> {
    return this.#inAll(this.#browsers, run);
  }

  /** The same in Chromium only, for behavior that does not depend on the engine. */
  inChromium(run: Run): Promise<void> {
    return this.#inAll(
      this.#browsers.filter(({ engine }) => engine === 'chromium'),
      run,
    );
  }

  async #inAll(browsers: readonly Browser[], run: Run): Promise<void> {
    await Promise.all(
      browsers.map(async (browser) => {
        const page = await browser.newPage(this.#size);
        await run(page, browser);
        await page.close();
      }),
    );
    await this.#verify();
  }

  async #verify(): Promise<void> {
    assert.equal((await this.sandbox.control.verify()).ok, true, 'the ledger is exact');
  }
}

type Run = (page: Page, browser: Browser) => Promise<void>;

/**
 * Waits until the element that the selector finds has a status, and shows it, which may scroll it into view.
 */
export function reach(page: Page, selector: string, status: string): Promise<boolean> {
  return page.waitFor(
    async (place, wanted) => {
      const slip = document.querySelector<HTMLElementTagNameMap['deposit-slip']>(place);
      return slip?.status === wanted && slip.updateComplete;
    },
    { args: [selector, status], what: `the slip to be ${status}` },
  );
}

/** Violates the policy: proves that it is in force and that the page reports violations. */
export async function breakPolicy(page: Page): Promise<void> {
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await page.waitFor("document.querySelector('.violation') !== null", {
    what: 'the page to report the violation',
  });
}
