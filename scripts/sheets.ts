/**
 * `npm run sheets`: contact sheets of every view, to look at before you call a visible change done. One screenshot of the
 * gallery per container width, theme and language, in `sheets/`, and every page of the simulator side by side.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startDemo } from '../demo/demo.js';
import { consoleSheets } from '../test/e2e/console-sheets.js';
import type { DepositSlip } from '../src/element.js';
import { openBrowser, type Page } from '../test/e2e/driver/index.js';
import { simulatorSheet } from '../test/e2e/simulator-sheet.js';

const COLUMNS = { 280: 8, 328: 7, 420: 6, 640: 4, 900: 3 } as const;
type Width = keyof typeof COLUMNS;
const LANGUAGES = ['es-MX', 'es-AR', 'pt-BR'];

const folder = fileURLToPath(new URL('../sheets', import.meta.url));
mkdirSync(folder, { recursive: true });
const demo = await startDemo(0);
const browser = await openBrowser('chromium');
await simulatorSheets();
await consoleSheets(browser, folder);
const plain = await browser.newPage({ width: 1200, height: 800 });
for (const width of Object.keys(COLUMNS).map(Number) as Width[])
  for (const theme of ['light', 'dark']) await sheet(plain, width, theme, 'en');
for (const lang of LANGUAGES) await sheet(plain, 328, 'light', lang);
const forced = await browser.newPage({ width: 1200, height: 800, forcedColors: 'active' });
await sheet(forced, 328, 'light', 'en', 'forced-colors');
await Promise.all([browser.close(), demo.stop()]);

async function simulatorSheets(): Promise<void> {
  for (const [width, colorScheme, lang, forcedColors] of [
    [280, 'light', 'en'],
    [420, 'light', 'es'],
    [420, 'dark', 'pt-BR'],
    [600, 'light', 'en'],
    [420, 'light', 'en', 'active'],
  ] as const) {
    const page = await browser.newPage({
      ...{ width, height: 700, colorScheme },
      ...(forcedColors && { forcedColors }),
    });
    const name = `simulator-${width}-${forcedColors ? 'forced-colors' : colorScheme}-${lang}.png`;
    writeFileSync(`${folder}/${name}`, await simulatorSheet(demo, page, lang));
    console.log(`sheets/${name}`);
    await page.close();
  }
}

async function sheet(page: Page, width: Width, theme: string, lang: string, title = theme): Promise<void> {
  await page.setViewport({ width: COLUMNS[width] * (width + 24) + 24, height: 800 });
  const query = new URLSearchParams({ section: 'all', log: 'closed', width: String(width), theme, lang });
  await page.goto(`${demo.url}/gallery?${query}`);
  await page.evaluate(() => document.documentElement.classList.add('sheet'));
  await page.waitFor(isSettled, { what: 'every view to be complete', timeout: 60_000 });
  // The leading value of this view is copied, so that the sheet shows the confirmation too.
  await page.click('#ready deposit-slip >> .lead [part="copy"]');
  const name = `${width}-${title}-${lang}.png`;
  writeFileSync(`${folder}/${name}`, await page.screenshot());
  console.log(`sheets/${name}`);
}

/** Runs in the page: every view has reached its status, and the QR codes are drawn. */
function isSettled(): boolean {
  const figures = [...document.querySelectorAll<HTMLElement>('figure')];
  return (
    figures.length > 0 &&
    figures.every((figure) => {
      const { status, slip, shadowRoot } = figure.querySelector<DepositSlip>(
        ':is(deposit-slip, deposit-history)',
      )!;
      const hasStatus = status === (figure.dataset['reaches'] ?? status) && status !== 'idle';
      return hasStatus && (!slip?.code || shadowRoot!.querySelector('[data-drawn]') !== null);
    })
  );
}
