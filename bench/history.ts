/**
 * Measures the history of a payer with 10,000 deposits, on loopback: `npm run bench:history`. The main thread's work until the first
 * page is shown, 10 deposits as by default, or `LIMIT=n` (target: below 50 ms on a quiet machine), and the memory of the page while a payer goes back through all of
 * them (target: flat).
 */
import { puppeteerCore } from '@web/test-runner-chrome';
import { fileURLToPath } from 'node:url';
import { historyAnswer } from '../demo/situations/history.js';
import { builtScripts } from '../demo/scripts.js';
import { listen } from '../sandbox/src/listen.js';
import { chromiumOptions } from '../test/browsers/launch.js';
import { readFileSync } from 'node:fs';
import { median } from './server/rates.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const DEPOSITS = 10_000;
const LIMIT = Number(process.env['LIMIT'] ?? 10);

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof puppeteerCore.launch>>['newPage']>>;
type CDPSession = Awaited<ReturnType<Page['createCDPSession']>>;

const scripts = await builtScripts(fileURLToPath(new URL('..', import.meta.url)));
const server = await listen(respond, 0);
const browser = await puppeteerCore.launch(await chromiumOptions([]));
try {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const page = await open();
    const time = await firstPage(page);
    // The first round warms the browser up.
    if (round > 0) times.push(time);
    if (round === ROUNDS) await goBack(page);
    await page.close();
  }
  console.log(
    `First page: ${median(times).toFixed(1)} ms of the main thread (${times.map(Math.round).join(', ')})`,
  );
} finally {
  await browser.close();
  await server.close();
}

function respond(request: Request): Response {
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

async function open(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => customElements.get('deposit-history') !== undefined);
  return page;
}

/** Milliseconds of the main thread from the tag to its first page, painted. */
async function firstPage(page: Page): Promise<number> {
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

/** Goes back through every deposit, and prints the memory on the way. */
async function goBack(page: Page): Promise<void> {
  const session = await page.createCDPSession();
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
    const { JSHeapUsedSize = 0, Nodes = 0 } = await page.metrics();
    console.log(`${seen} deposits: ${(JSHeapUsedSize / 2 ** 20).toFixed(2)} MiB of heap, ${Nodes} nodes`);
  }
}
