/**
 * `npm run sheets`: pictures to look at before you call a visible change done, in `sheets/`: every situation,
 * by container width, theme and language; every page of the demo, of the console and of the simulator. It
 * also takes the pictures of the README. Arguments choose some of the parts:
 * `npm run sheets -- pages pictures`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startDemo } from '../demo/demo.js';
import { consoleSheets } from './screenshots/console.js';
import { openBrowser, type Page } from '../test/e2e/driver/index.js';
import { simulatorSheet } from './screenshots/simulator.js';
import { pageSheets } from './screenshots/pages.js';
import { takePictures } from './screenshots/pictures.js';
import { situationsSheet } from './screenshots/situations.js';

const COLUMNS = { 280: 8, 328: 7, 420: 6, 640: 4, 900: 3 } as const;
type Width = keyof typeof COLUMNS;
const LANGUAGES = ['es-MX', 'es-AR', 'pt-BR'];

const folder = fileURLToPath(new URL('../sheets', import.meta.url));
mkdirSync(folder, { recursive: true });
const demo = await startDemo(0);
const browser = await openBrowser('chromium');
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  simulator: simulatorSheets,
  console: () => consoleSheets(browser, folder),
  pages: () => pageSheets(browser, demo, folder),
  situations: situationSheets,
  pictures: () => takePictures(browser, demo),
};
const chosen = process.argv.slice(2);
for (const name of chosen.length > 0 ? chosen : Object.keys(PARTS)) {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part ${name}: only ${Object.keys(PARTS).join(', ')}.`);
  await part();
}
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

async function situationSheets(): Promise<void> {
  // Without animations, so that no situation is captured halfway.
  const still = { width: 1200, height: 800, reducedMotion: 'reduce' } as const;
  const plain = await browser.newPage(still);
  for (const width of Object.keys(COLUMNS).map(Number) as Width[])
    for (const theme of ['light', 'dark']) await sheet(plain, width, theme, 'en');
  for (const lang of LANGUAGES) await sheet(plain, 328, 'light', lang);
  const forced = await browser.newPage({ ...still, forcedColors: 'active' });
  await sheet(forced, 328, 'light', 'en', 'forced-colors');
}

async function sheet(page: Page, width: Width, theme: string, lang: string, title = theme): Promise<void> {
  const name = `${width}-${title}-${lang}.png`;
  const query = new URLSearchParams({ width: String(width), theme, lang });
  writeFileSync(`${folder}/${name}`, await situationsSheet(page, demo.url, query, COLUMNS[width]));
  console.log(`sheets/${name}`);
}
