/**
 * `npm run sheets`: contact sheets of every view, to look at before you call a visible change done. One screenshot of the
 * gallery per container width, theme and language, in `sheets/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startDemo } from '../demo/demo.js';
import { openBrowser } from '../test/e2e/driver/index.js';

const WIDTHS = [280, 420, 900];
const THEMES = ['light', 'dark'];
const LANGUAGES = ['en', 'es-MX', 'pt-BR'];
const COLUMNS: Readonly<Record<number, number>> = { 280: 5, 420: 4, 900: 2 };

const folder = fileURLToPath(new URL('../sheets', import.meta.url));
mkdirSync(folder, { recursive: true });
const demo = await startDemo(0);
const browser = await openBrowser('chromium');
// One page for all sheets: with its session the deposit has arrived in each of them.
const page = await browser.newPage({ width: 1200, height: 800 });
for (const width of WIDTHS)
  for (const theme of THEMES) for (const lang of LANGUAGES) await sheet(width, theme, lang);
await browser.close();
await demo.stop();

async function sheet(width: number, theme: string, lang: string): Promise<void> {
  await page.setViewport({ width: COLUMNS[width]! * (width + 24) + 24, height: 800 });
  const query = new URLSearchParams({ section: 'all', log: 'closed', width: String(width), theme, lang });
  await page.goto(`${demo.url}/gallery?${query}`);
  await page.evaluate(() => document.documentElement.classList.add('sheet'));
  await page.waitFor(isSettled, { what: 'every view to be complete', timeout: 60_000 });
  // The leading value of this view is copied, so that the sheet shows the confirmation too.
  await page.click('#ready deposit-slip >> .lead [part="copy"]');
  const name = `${width}-${theme}-${lang}.png`;
  writeFileSync(`${folder}/${name}`, await page.screenshot());
  console.log(`sheets/${name}`);
}

/** Runs in the page: every view has reached its status, and the QR codes are drawn. */
function isSettled(): boolean {
  const figures = [...document.querySelectorAll<HTMLElement>('figure')];
  return (
    figures.length > 0 &&
    figures.every((figure) => {
      const { status, slip, shadowRoot } = figure.querySelector('deposit-slip')!;
      const hasStatus = status === (figure.dataset['reaches'] ?? status) && status !== 'idle';
      return hasStatus && (!slip?.code || shadowRoot!.querySelector('[data-drawn]') !== null);
    })
  );
}
