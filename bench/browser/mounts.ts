/** What stays in a page after a payment was shown and removed many times. */
import type { puppeteerCore } from '@web/test-runner-chrome';
import type { Page } from './pages/page.js';

const MOUNTS = 200;
/** Mounts before the first count: meanwhile the browser compiles what runs often, and keeps that. */
const WARM_UP = 200;
/** Flags of a browser that compiles nothing, so that its heap has only what the page keeps. */
export const UNCOMPILED = ['--js-flags=--jitless'];

/** What one mount left behind, on average. */
export interface Rest {
  /** Bytes of the JavaScript heap. */
  readonly heap: number;
  /** The same in a browser that compiles nothing. */
  readonly uncompiled: number;
  readonly nodes: number;
  readonly listeners: number;
}

type Browser = puppeteerCore.Browser;
type Counts = Omit<Rest, 'uncompiled'>;

/**
 * Shows and removes the payment of a loaded page, in a browser and in one that was started with `UNCOMPILED`.
 */
export async function restOf(
  browsers: Record<'usual' | 'uncompiled', Browser>,
  origin: string,
  page: Page,
): Promise<Rest> {
  const counts = await restIn(browsers.usual, origin, page, WARM_UP);
  const { heap } = await restIn(browsers.uncompiled, origin, page, 10);
  return { ...counts, uncompiled: heap };
}

async function restIn(browser: Browser, origin: string, page: Page, warmUp: number): Promise<Counts> {
  const context = await browser.createBrowserContext();
  try {
    const tab = await context.newPage();
    await tab.goto(`${origin}${page.path}`);
    await tab.waitForFunction(page.complete);
    await repeat(tab, page, warmUp);
    const before = await countsOf(tab);
    await repeat(tab, page, MOUNTS);
    const after = await countsOf(tab);
    return {
      heap: (after.heap - before.heap) / MOUNTS,
      nodes: (after.nodes - before.nodes) / MOUNTS,
      listeners: (after.listeners - before.listeners) / MOUNTS,
    };
  } finally {
    await context.close();
  }
}

/** The payment is removed first: the page has shown it once already. It ends as it began. */
async function repeat(tab: puppeteerCore.Page, { show, hide, complete }: Page, times: number): Promise<void> {
  await tab.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let time = 0; time < ${times}; time++) {
      ${hide};
      await frame();
      ${show};
      while (!(${complete})) await frame();
    }
  })()`);
}

async function countsOf(tab: puppeteerCore.Page): Promise<Counts> {
  const session = await tab.createCDPSession();
  // What is only reachable from weak references goes with a second collection.
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const { JSHeapUsedSize: heap, Nodes: nodes, JSEventListeners: listeners } = await tab.metrics();
  if (!heap || !nodes || listeners === undefined) throw new Error('The browser counts nothing.');
  return { heap, nodes, listeners };
}
