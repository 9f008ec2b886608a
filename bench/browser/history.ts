/** The history of a payer with 10,000 deposits: the work until its first page is shown. */
import { readFileSync } from 'node:fs';
import type { puppeteerCore } from '@web/test-runner-chrome';
import { historyAnswer } from '../../demo/situations/history.js';
import { builtScripts } from '../../demo/scripts.js';
import { listen } from '../../sandbox/serving.js';
import { median } from '../server/rates.js';
import { ROOT } from '../../test/root.js';

/** Deposits per page: the element's default. */
const LIMIT = 10;

type Tab = puppeteerCore.Page;
type CDPSession = puppeteerCore.CDPSession;

/** The cost of showing a history of 10,000 deposits. */
export interface HistoryFigures {
  /** Milliseconds of main-thread work from inserting the tag to painting the first page. */
  readonly firstPage: number;
}

export async function measureHistory(
  browser: puppeteerCore.Browser,
  rounds: number,
): Promise<HistoryFigures> {
  const scripts = await builtScripts(ROOT);
  const server = await listen((request) => respond(request, scripts), 0);
  try {
    const times: number[] = [];
    // The first round warms the browser up.
    for (let round = 0; round <= rounds; round++) {
      const tab = await browser.newPage();
      await tab.goto(server.url);
      await tab.waitForFunction(() => customElements.get('deposit-history') !== undefined);
      const time = await firstPage(tab);
      if (round > 0) times.push(time);
      await tab.close();
    }
    return { firstPage: median(times) };
  } finally {
    await server.close();
  }
}

function respond(request: Request, scripts: ReadonlyMap<string, string>): Response {
  const { pathname, searchParams } = new URL(request.url);
  const script = scripts.get(pathname);
  if (script) return new Response(readFileSync(script), { headers: { 'content-type': 'text/javascript' } });
  if (pathname === '/deposit') {
    const [body, status] = historyAnswer('many', searchParams.get('before') ?? undefined);
    return Response.json(body, { status });
  }
  return new Response('<!doctype html><script type="module" src="/deposit-history.js"></script>', {
    headers: { 'content-type': 'text/html' },
  });
}

async function firstPage(page: Tab): Promise<number> {
  const session = await page.createCDPSession();
  // CPU time of the thread, which other load on the machine does not change.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskTime(session);
  await page.evaluate((limit) => {
    document.body.innerHTML = `<deposit-history endpoint="/deposit" limit="${limit}"></deposit-history>`;
    return new Promise<void>((resolve) => {
      document.querySelector('deposit-history')!.addEventListener('deposit-list', () => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      });
    });
  }, LIMIT);
  return (await taskTime(session)) - before;
}

/** Milliseconds that the main thread has worked. */
async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
}
