/** Loads a page as on a first visit, and measures it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { puppeteerCore } from '@web/test-runner-chrome';
import type { Page } from './pages/page.js';
import { COMPLETE_MARK, probeSource } from './probe.js';
import { CATEGORIES, costOf, type Cost } from './trace.js';

/** How fast the device and its network are. */
export interface Profile {
  readonly name: string;
  /** How many times slower the processor is. */
  readonly slowdown: number;
  readonly network?: puppeteerCore.NetworkConditions;
}

/** The cost of a page, and the time from the start of the navigation until the payment is visible, in ms. */
export interface Load extends Cost {
  readonly visible: number;
}

/** Tall enough for every page, because the browser does not paint what is out of view. */
const VIEWPORT = { width: 800, height: 1200 };
const TIMEOUT_MS = 20_000;
/** Time for work after the payment is visible, such as a layout shift. */
const SETTLE_MS = 150;

/** Loads a page in a new context, which shares no cache, connection or process with another page. */
export async function load(
  browser: puppeteerCore.Browser,
  origin: string,
  { name, path, box, complete }: Page,
  { slowdown, network }: Profile,
): Promise<Load> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport(VIEWPORT);
    await page.setCacheEnabled(false);
    await page.evaluateOnNewDocument(probeSource(box, complete));
    if (network) await page.emulateNetworkConditions(network);
    if (slowdown > 1) await page.emulateCPUThrottling(slowdown);
    await page.tracing.start({ categories: CATEGORIES });
    const visible = await visibleOf(page, `${origin}${path}`, name);
    const trace = await page.tracing.stop();
    if (!trace) throw new Error(`No trace of "${name}".`);
    return { visible, ...costOf(trace, visible) };
  } finally {
    await context.close();
  }
}

/** Waits for a message from the page. Polling the page would add work to its main thread. */
async function visibleOf(page: puppeteerCore.Page, url: string, name: string): Promise<number> {
  const message = new Promise<string>((resolve) => {
    page.on('console', (line) => {
      if (line.text().startsWith(COMPLETE_MARK)) resolve(line.text());
    });
  });
  const late = pause(TIMEOUT_MS, undefined, { ref: false });
  await page.goto(url, { waitUntil: 'load', timeout: TIMEOUT_MS });
  const text = await Promise.race([message, late]);
  if (text === undefined) throw new Error(`"${name}" shows no payment after ${TIMEOUT_MS} ms.`);
  await pause(SETTLE_MS);
  return Number(text.split(' ')[1]);
}
