import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { enginesHere, findChromium } from '../../browsers/find.js';
import { openBrowser } from '../../e2e/driver/index.js';
import { sampleOf } from '../scale.js';
import { openSlipPage, type SlipPage } from './page.js';

/** P13 and P14 where only a browser of its own can tell: time zones, zoom, no network, a page kept in memory. */

const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'America/Mexico_City',
  'Europe/Madrid',
];
const LANGUAGES = ['en-US', 'es', 'es-AR', 'es-CO', 'es-MX', 'es-PE', 'pt-BR', 'ar-EG'];
const SIZE = { width: 1200, height: 800 };

/** A browser's zoom: fewer and larger pixels. */
function zoom(factor: number): BrowserContextOptions {
  const viewport = { width: SIZE.width / factor, height: SIZE.height / factor };
  return { viewport, deviceScaleFactor: factor };
}

const WORLDS: Readonly<Record<string, BrowserContextOptions>> = {
  ...Object.fromEntries(ZONES.map((timezoneId) => [`in ${timezoneId}`, { timezoneId }])),
  'at a zoom of 50 %': zoom(0.5),
  'at a zoom of 200 %': zoom(2),
  'at a zoom of 400 %': zoom(4),
  'in forced colours': { forcedColors: 'active' },
  'with reduced motion': { reducedMotion: 'reduce' },
  'in the dark': { colorScheme: 'dark' },
  ...Object.fromEntries(LANGUAGES.map((locale) => [`in a browser that speaks ${locale}`, { locale }])),
};

let slips: SlipPage;
let browser: Browser;
let plain: readonly string[];

before(async () => {
  slips = await openSlipPage();
  browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  plain = await inContext({}, async (page) => {
    await open(page);
    return take(page);
  });
});

after(async () => {
  await browser.close();
  await slips.close();
});

async function inContext<Result>(
  options: BrowserContextOptions,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: SIZE, ...options });
  try {
    return await run(await context.newPage());
  } finally {
    await context.close();
  }
}

async function open(page: Page): Promise<void> {
  await page.goto(slips.url);
  await ready(page);
}

async function ready(page: Page): Promise<void> {
  await page.waitForFunction('slips().every(isReady)');
}

function take(page: Page): Promise<string[]> {
  return page.evaluate('take()');
}

describe('the world around a page of every method', () => {
  it('is a plain one to begin with, and every value is shown as it is copied', () => {
    assert.deepEqual(
      [...new Set(plain.map((line) => Number.parseInt(line)))],
      METHODS.map(({ id }) => id),
    );
    for (const line of plain) assert.notEqual(line.split(' | ')[3], '', line);
  });

  for (const [name, options] of sampleOf(Object.entries(WORLDS), 5)) {
    it(`changes no value ${name}`, () =>
      inContext(options, async (page) => {
        await open(page);
        assert.deepEqual(await take(page), plain);
      }));
  }

  it('changes no value of a slip that is on show when the network goes, and of one that is retried when it is back', () =>
    inContext({}, async (page) => {
      await open(page);
      await page.context().setOffline(true);
      assert.deepEqual(await take(page), plain);
      await page.evaluate('slips().forEach((slip) => slip.replaceWith(slip.cloneNode()))');
      await page.waitForFunction("slips().every(({ problem }) => problem?.kind === 'offline')");
      await page.context().setOffline(false);
      await page.evaluate(
        `slips().forEach((slip) => slip.shadowRoot.querySelector('[part="retry"]').click())`,
      );
      await ready(page);
      assert.deepEqual(await take(page), plain);
    }));

  it('changes no value of a page that comes back, out of memory where the browser keeps it', async () => {
    const restored: string[] = [];
    for (const engine of await enginesHere()) {
      const driven = await openBrowser(engine);
      try {
        const page = await driven.newPage(SIZE);
        await page.goto(slips.url);
        await page.waitFor('slips().every(isReady)');
        await page.goto(`${slips.url}/elsewhere`);
        await page.back();
        await page.waitFor("typeof slips === 'function' && slips().length > 0 && slips().every(isReady)");
        if (await page.evaluate('isRestored')) restored.push(engine);
        assert.deepEqual(await page.evaluate('take()'), plain, engine);
      } finally {
        await driven.close();
      }
    }
    assert.notDeepEqual(restored, [], 'a browser kept the page in memory');
  });

  it('hears of nothing but the questions: no other request, no store, no line on the console', () =>
    inContext({}, async (page) => {
      const requests: string[] = [];
      const heard: string[] = [];
      const protocol = await page.context().newCDPSession(page);
      await protocol.send('Network.enable');
      protocol.on('Network.requestWillBeSent', ({ request }) => void requests.push(request.url));
      protocol.on('Network.webSocketCreated', ({ url }) => void requests.push(url));
      page.on('console', (message) => void heard.push(message.text()));
      page.on('popup', (popup) => void heard.push(popup.url()));
      page.on('worker', (worker) => void heard.push(worker.url()));
      page.on('pageerror', (error) => void heard.push(error.message));
      slips.asked.length = 0;
      await open(page);
      await take(page);
      const asks = METHODS.map(({ id, fiat, amount }) => {
        const locked = amount === 'required' ? '&amount=1234.50' : '';
        return `/deposit?paymentId=${id}&fiat=${fiat}${locked}`;
      });
      const expected = ['/', '/deposit-slip.js', ...asks].toSorted();
      const paths = requests.filter((url) => url !== 'data:,').map((url) => url.replace(slips.url, ''));
      assert.deepEqual(paths.toSorted(), expected);
      assert.deepEqual(slips.asked.toSorted(), expected);
      assert.deepEqual(heard, []);
      assert.deepEqual(await page.context().storageState({ indexedDB: true }), { cookies: [], origins: [] });
    }));
});
