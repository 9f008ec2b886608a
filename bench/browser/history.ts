/**
 * The history of a payer with 10,000 deposits: the work until its first page is shown, and the memory while
 * the payer goes back.
 */
import { readFileSync } from 'node:fs';
import type { puppeteerCore } from '@web/test-runner-chrome';
import { historyAnswer } from '../../demo/situations/history.js';
import { builtScripts } from '../../demo/scripts.js';
import { listen } from '../../sandbox/serving.js';
import { median } from '../server/rates.js';
import { ROOT } from './pages/page.js';

const DEPOSITS = 10_000;
/** Deposits of a page, as the element shows by default. */
const LIMIT = 10;

type Tab = puppeteerCore.Page;
type CDPSession = puppeteerCore.CDPSession;

/** What the history of 10,000 deposits costs. */
export interface HistoryFigures {
  /** Milliseconds of the main thread from the tag to its first page, painted. */
  readonly firstPage: number;
  /** MiB of the heap, by how many deposits the payer has seen. */
  readonly heap: Readonly<Record<string, number>>;
}

export async function measureHistory(
  browser: puppeteerCore.Browser,
  rounds: number,
): Promise<HistoryFigures> {
  const scripts = await builtScripts(ROOT);
  const server = await listen((request) => respond(request, scripts), 0);
  try {
    const times: number[] = [];
    let heap: Record<string, number> = {};
    // The first round warms the browser up.
    for (let round = 0; round <= rounds; round++) {
      const tab = await browser.newPage();
      await tab.goto(server.url);
      await tab.waitForFunction(() => customElements.get('deposit-history') !== undefined);
      const time = await firstPage(tab);
      if (round > 0) times.push(time);
      if (round === rounds) heap = await goBack(tab);
      await tab.close();
    }
    return { firstPage: median(times), heap };
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

/** Milliseconds of the main thread from the tag to its first page, painted. */
async function firstPage(page: Tab): Promise<number> {
  const session = await page.createCDPSession();
  // The time that the thread worked, which other load on the machine does not change.
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

/** Goes back through every deposit, and returns the memory on the way, in MiB. */
async function goBack(page: Tab): Promise<Record<string, number>> {
  const session = await page.createCDPSession();
  const heap: Record<string, number> = {};
  for (let seen = LIMIT; seen < DEPOSITS;) {
    seen = await page.evaluate(
      async (from, limit) => {
        const history = document.querySelector('deposit-history')!;
        let count = from;
        for (let n = 0; n < 100 && history.shadowRoot!.querySelector('[part="more"]'); n += 1) {
          await history.showMore();
          await history.updateComplete;
          count += limit;
        }
        return count;
      },
      seen,
      LIMIT,
    );
    await session.send('HeapProfiler.collectGarbage');
    const { JSHeapUsedSize = 0 } = await page.metrics();
    heap[seen] = JSHeapUsedSize / 2 ** 20;
  }
  return heap;
}
