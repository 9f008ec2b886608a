/** What stays in a page after a payment was shown and removed many times. */
import type { puppeteerCore } from '@web/test-runner-chrome';
import type { Page } from './pages/page.js';

const MOUNTS = 200;
/** Mounts before the first count: meanwhile the browser compiles what runs often, and keeps that. */
const WARM_UP = 50;

/** What one mount left behind, on average. */
export interface Rest {
  /** Bytes of the JavaScript heap. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Shows and removes the payment of a loaded page. */
export async function restOf(browser: puppeteerCore.Browser, origin: string, page: Page): Promise<Rest> {
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

async function countsOf(tab: puppeteerCore.Page): Promise<Rest> {
  const session = await tab.createCDPSession();
  // What is only reachable from weak references goes with a second collection.
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const { JSHeapUsedSize = 0, Nodes = 0, JSEventListeners = 0 } = await tab.metrics();
  return { heap: JSHeapUsedSize, nodes: Nodes, listeners: JSEventListeners };
}
