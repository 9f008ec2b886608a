import type { Engine } from '../../browsers/find.js';
import { openPuppeteerBrowser } from './puppeteer.js';
import type { Browser } from './types.js';
import { openWebkitBrowser } from './webkit.js';

export { enginesHere, type Engine } from '../../browsers/find.js';
export type { Browser, Page, PageOptions } from './types.js';

/** Opens a real browser with real input; no event is simulated in the page. */
export async function openBrowser(engine: Engine): Promise<Browser> {
  return engine === 'webkit' ? openWebkitBrowser() : openPuppeteerBrowser(engine);
}
