import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { METHODS } from 'deposit-slip/core';
import type { Demo } from '../../demo/demo.js';
import { builtScript, SCRIPT_TAG } from '../../demo/scripts.js';
import { listen } from '../../sandbox/serving.js';
import type { Browser, Page } from '../../test/e2e/driver/index.js';
import { ROOT } from '../../test/root.js';
import { copyOnShop } from './pages.js';

const FOLDER = `${ROOT}/docs/images`;
const SIZE = { width: 1240, height: 800 };
const SHOP_SIZE = { width: 1180, height: 900 };
/** The background of a registry's or repository's page behind the picture. */
const BACKGROUNDS = { light: '#ffffff', dark: '#0d1117' } as const;
type Theme = keyof typeof BACKGROUNDS;
/** A page that people download should not wait for its picture. */
const MAX_BYTES = 250_000;

const { id, fiat, sample } = METHODS.find(({ slug }) => slug === 'pix')!;
const ANSWER = {
  ...{ code: 200, msg: 'SUCCESS', paymentId: id, amount: '187.40', arrival: 'a-token-of-the-picture' },
  data: { fiat, fieldList: sample, txId: '100021' },
};
const WAITING = { code: 200, msg: 'SUCCESS', data: { status: 'waiting', deposits: [] } };

const script = readFileSync(await builtScript(ROOT, SCRIPT_TAG));
const page = (theme: Theme): string => `<!doctype html>
  <html lang="en" style="background: ${BACKGROUNDS[theme]}; font-family: system-ui, sans-serif">
    <body style="margin: 10px">
      <script type="module" src="/deposit-slip.js"></script>
      <deposit-slip endpoint="/deposit" amount="187.40" merchant-name="Tienda Sol" theme="${theme}" watch
        style="--deposit-max-width: 600px; --deposit-shadow: none"></deposit-slip>
    </body>
  </html>`;

function respond({ url }: Request): Response {
  const { pathname, searchParams } = new URL(url);
  if (pathname === '/deposit') return Response.json(searchParams.has('arrival') ? WAITING : ANSWER);
  if (pathname === '/deposit-slip.js')
    return new Response(script, { headers: { 'content-type': 'text/javascript' } });
  return new Response(page(pathname === '/dark' ? 'dark' : 'light'), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

async function picture(browser: Browser, url: string, theme: Theme): Promise<void> {
  const page = await browser.newPage({ ...SIZE, colorScheme: theme, zoom: 2 });
  await page.goto(`${url}/${theme}`);
  await page.waitFor(
    () => {
      const root = document.querySelector('deposit-slip')?.shadowRoot;
      return root?.querySelector('[data-drawn]') && root.getAnimations().length === 0;
    },
    { what: 'the QR code to be drawn, and the buttons to appear' },
  );
  await save(page, `slip-${theme}.png`);
}

/** The shop beside the phone, which has just been filled in. */
async function shopPicture(browser: Browser, demo: Demo, colorScheme: Theme): Promise<void> {
  const page = await browser.newPage({ ...SHOP_SIZE, colorScheme });
  await page.goto(`${demo.url}/?country=MX`);
  await copyOnShop(page);
  await save(page, `shop-${colorScheme}.png`);
}

async function save(page: Page, name: string): Promise<void> {
  const png = await page.screenshot();
  if (png.length > MAX_BYTES) throw new Error(`The picture ${name} has ${png.length} bytes.`);
  writeFileSync(`${FOLDER}/${name}`, png);
  console.log(`docs/images/${name}: ${png.length} bytes`);
  await page.close();
}

/** Takes the pictures for the README and the site from the real element and shop, light and dark. */
export async function takePictures(browser: Browser, demo: Demo): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const server = await listen(respond, 0);
  for (const theme of ['light', 'dark'] as const) {
    await picture(browser, server.url, theme);
    await shopPicture(browser, demo, theme);
  }
  await server.close();
}
