import type { Engine } from '../../browsers/find.js';
import { openPuppeteerBrowser } from './puppeteer.js';
import type { Browser } from './types.js';
import { openWebkitBrowser } from './webkit.js';

export { ENGINES, enginesHere, type Engine } from '../../browsers/find.js';
export type { Browser, Page, PageOptions, Popup, WaitOptions } from './types.js';

/** One interface for three engines: a real browser, real input, nothing of it simulated in the page. */
export async function openBrowser(engine: Engine): Promise<Browser> {
  return engine === 'webkit' ? openWebkitBrowser() : openPuppeteerBrowser(engine);
}
