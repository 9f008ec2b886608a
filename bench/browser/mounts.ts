/** Measures the memory that a page retains after it has shown and removed a payment many times. */
import type { puppeteerCore } from '@web/test-runner-chrome';
import type { Page } from './pages/page.js';

const MOUNTS = 200;
/** Mounts before the first count. Meanwhile, the browser compiles the code that runs often, and keeps it. */
const WARM_UP = 200;

/** The average memory that one mount leaves behind. */
export interface Rest {
  /** Bytes of the JavaScript heap. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

type Browser = puppeteerCore.Browser;

/** Shows and removes the payment of a loaded page. */
export async function restOf(browser: Browser, origin: string, page: Page): Promise<Rest> {
  const context = await browser.createBrowserContext();
  try {
    const tab = await context.newPage();
    await tab.goto(`${origin}${page.path}`);
    await tab.waitForFunction(page.complete);
    await repeat(tab, page, WARM_UP);
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

/** Removes the payment first, because the page already shows it. The page ends in the same state. */
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

async function countsOf(tab: puppeteerCore.Page): Promise<Rest> {
  const session = await tab.createCDPSession();
  // Objects that are reachable only through weak references need a second collection.
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const { JSHeapUsedSize: heap, Nodes: nodes, JSEventListeners: listeners } = await tab.metrics();
  if (!heap || !nodes || listeners === undefined) throw new Error('The browser counts nothing.');
  return { heap, nodes, listeners };
}
