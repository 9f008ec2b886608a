/**
 * `npm run sheets`: contact sheets of every situation, to look at before you call a visible change done. One sheet per container
 * width, theme and language, in `sheets/`, and every page of the simulator side by side.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startDemo } from '../demo/demo.js';
import { consoleSheets } from '../test/e2e/console-sheets.js';
import { openBrowser, type Page } from '../test/e2e/driver/index.js';
import { simulatorSheet } from '../test/e2e/simulator-sheet.js';
import { situationsSheet } from '../test/e2e/situations-sheet.js';

const COLUMNS = { 280: 8, 328: 7, 420: 6, 640: 4, 900: 3 } as const;
type Width = keyof typeof COLUMNS;
const LANGUAGES = ['es-MX', 'es-AR', 'pt-BR'];

const folder = fileURLToPath(new URL('../sheets', import.meta.url));
mkdirSync(folder, { recursive: true });
const demo = await startDemo(0);
const browser = await openBrowser('chromium');
await simulatorSheets();
await consoleSheets(browser, folder);
// Without motion, so that no view is caught halfway.
const still = { width: 1200, height: 800, reducedMotion: 'reduce' } as const;
const plain = await browser.newPage(still);
for (const width of Object.keys(COLUMNS).map(Number) as Width[])
  for (const theme of ['light', 'dark']) await sheet(plain, width, theme, 'en');
for (const lang of LANGUAGES) await sheet(plain, 328, 'light', lang);
const forced = await browser.newPage({ ...still, forcedColors: 'active' });
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
  const name = `${width}-${title}-${lang}.png`;
  const query = new URLSearchParams({ width: String(width), theme, lang });
  writeFileSync(`${folder}/${name}`, await situationsSheet(page, demo.url, query, COLUMNS[width]));
  console.log(`sheets/${name}`);
}
