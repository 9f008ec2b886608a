/**
 * `npm run sheets`: contact sheets of every view, to be looked at before anything visible is called done. One picture
 * of the gallery per container width, theme and language, in `sheets/`.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { startDemo } from '../demo/demo.js';
import { findChromium } from '../test/browsers/find.js';

const WIDTHS = [280, 420, 900];
const THEMES = ['light', 'dark'];
const LANGUAGES = ['en', 'es-MX', 'pt-BR'];
/** The view whose leading value is copied, so that the word for it is in the picture too. */
const COPIED = 'ready';

const folder = fileURLToPath(new URL('../sheets', import.meta.url));
mkdirSync(folder, { recursive: true });
const demo = await startDemo(0);
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
// One visit for all sheets: its deposit has arrived once and for all.
const visit = await browser.newContext();
for (const width of WIDTHS)
  for (const theme of THEMES) for (const lang of LANGUAGES) await sheet(width, theme, lang);
await browser.close();
await demo.stop();

async function sheet(width: number, theme: string, lang: string): Promise<void> {
  const columns = width === 280 ? 5 : width === 420 ? 4 : 2;
  const page = await visit.newPage();
  await page.setViewportSize({ width: columns * (width + 24) + 24, height: 800 });
  const query = new URLSearchParams({ section: 'all', log: 'closed', width: String(width), theme, lang });
  await page.goto(`${demo.url}/gallery?${query}`);
  await page.evaluate(() => document.documentElement.classList.add('sheet'));
  await settle(page);
  await page.locator(`#${COPIED} .lead [part="copy"]`).click();
  const name = `${width}-${theme}-${lang}.png`;
  await page.screenshot({ path: `${folder}/${name}`, fullPage: true });
  console.log(`sheets/${name}`);
  await page.close();
}

/** Every view has come to where it must, and the QR codes are drawn. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const figures = [...document.querySelectorAll<HTMLElement>('figure')];
    return (
      figures.length > 0 &&
      figures.every((figure) => {
        const { status, slip, shadowRoot } = figure.querySelector('deposit-slip')!;
        const isThere = status === (figure.dataset['reaches'] ?? status) && status !== 'idle';
        return isThere && (!slip?.code || shadowRoot!.querySelector('[data-drawn]'));
      })
    );
  });
}
