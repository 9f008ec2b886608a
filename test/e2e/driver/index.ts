import { enginesHere, type Engine } from '../../browsers/find.js';
import { atEnd } from '../../runner/at-end.js';
import { openPuppeteerBrowser } from './puppeteer.js';
import type { Browser } from './types.js';
import { openWebkitBrowser } from './webkit.js';

export { enginesHere, type Engine };
export type { Browser, Page, PageOptions } from './types.js';

/** Opens a real browser with real input; no event is simulated in the page. */
export async function openBrowser(engine: Engine): Promise<Browser> {
  return engine === 'webkit' ? openWebkitBrowser() : openPuppeteerBrowser(engine);
}

const opened = new Map<Engine, Promise<Browser>>();

/**
 * The browser of an engine, shared by the test files of this process. Each page has its own cookies and
 * storage.
 */
export function sharedBrowser(engine: Engine): Promise<Browser> {
  let browser = opened.get(engine);
  if (browser === undefined) {
    browser = openBrowser(engine);
    opened.set(engine, browser);
    atEnd(async () => (await browser!).close());
  }
  return browser;
}

/** The shared browsers of all engines. */
export function sharedBrowsers(engines: readonly Engine[] = enginesHere()): Promise<readonly Browser[]> {
  return Promise.all(engines.map(sharedBrowser));
}
