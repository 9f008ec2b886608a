import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import {
  enginesHere,
  sharedBrowser,
  type Browser,
  type Page,
  type PageOptions,
} from '../../e2e/driver/index.js';
import { sampleOf } from '../scale.js';
import { openSlipPage, type SlipPage } from './page.js';

/**
 * SECURITY.md P13 and P14 in cases that need a browser with special settings: time zone, zoom, network, page
 * cache.
 */

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

const ENVIRONMENTS: Readonly<Record<string, Partial<PageOptions>>> = {
  ...Object.fromEntries(ZONES.map((timeZone) => [`in ${timeZone}`, { timeZone }])),
  'at a zoom of 50 %': { zoom: 0.5 },
  'at a zoom of 200 %': { zoom: 2 },
  'at a zoom of 400 %': { zoom: 4 },
  'in forced colors': { forcedColors: 'active' },
  'with reduced motion': { reducedMotion: 'reduce' },
  'in the dark': { colorScheme: 'dark' },
  ...Object.fromEntries(LANGUAGES.map((locale) => [`in a browser that speaks ${locale}`, { locale }])),
};

let slips: SlipPage;
let browser: Browser;
let plain: readonly string[];

before(async () => {
  slips = await openSlipPage();
  browser = await sharedBrowser('chromium');
  plain = await inPage({}, async (page) => {
    await open(page);
    return take(page);
  });
});

after(() => slips.close());

async function inPage<Result>(
  options: Partial<PageOptions>,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  const page = await browser.newPage({ ...SIZE, ...options });
  try {
    return await run(page);
  } finally {
    await page.close();
  }
}

async function open(page: Page): Promise<void> {
  await page.goto(slips.url);
  await ready(page);
}

async function ready(page: Page): Promise<void> {
  await page.waitFor("typeof slips === 'function' && slips().length > 0 && slips().every(isReady)");
}

function take(page: Page): Promise<string[]> {
  return page.evaluate<Promise<string[]>, []>('take()');
}

describe('a page with every method', () => {
  it('shows every value exactly as it is copied', () => {
    assert.deepEqual(
      [...new Set(plain.map((line) => Number.parseInt(line)))],
      METHODS.map(({ id }) => id),
    );
    for (const line of plain) assert.notEqual(line.split(' | ')[3], '', line);
  });

  for (const [name, options] of sampleOf(Object.entries(ENVIRONMENTS), 5)) {
    it(`shows the same values ${name}`, () =>
      inPage(options, async (page) => {
        await open(page);
        assert.deepEqual(await take(page), plain);
      }));
  }

  it('shows the same values while the network is down, and by itself when it is back', () =>
    inPage({}, async (page) => {
      await open(page);
      await page.setOffline(true);
      assert.deepEqual(await take(page), plain);
      await page.evaluate('slips().forEach((slip) => slip.replaceWith(slip.cloneNode()))');
      await page.waitFor("slips().every(({ problem }) => problem?.kind === 'offline')");
      await page.setOffline(false);
      await ready(page);
      assert.deepEqual(await take(page), plain);
    }));

  it('shows the same values after going back, from the page cache where the browser has one', async () => {
    const restored: string[] = [];
    for (const engine of enginesHere()) {
      const page = await (await sharedBrowser(engine)).newPage(SIZE);
      try {
        await open(page);
        await page.goto(`${slips.url}/elsewhere`);
        await page.back();
        await ready(page);
        if (await page.evaluate('isRestored')) restored.push(engine);
        assert.deepEqual(await take(page), plain, engine);
      } finally {
        await page.close();
      }
    }
    assert.notDeepEqual(restored, [], 'a browser kept the page in memory');
  });

  it('sends only requests for slips, stores nothing and writes nothing to the console', () =>
    inPage({}, async (page) => {
      const { requests, messages } = await page.record();
      slips.requests.length = 0;
      await open(page);
      await take(page);
      const slipPaths = METHODS.map(({ id, fiat, amount }) => {
        const locked = amount === 'required' ? '&amount=1234.50' : '';
        return `/deposit?paymentId=${id}&fiat=${fiat}${locked}`;
      });
      const expected = ['/', '/deposit-slip.js', ...slipPaths].toSorted();
      const paths = requests.filter((url) => url !== 'data:,').map((url) => url.replace(slips.url, ''));
      assert.deepEqual(paths.toSorted(), expected);
      assert.deepEqual(slips.requests.toSorted(), expected);
      assert.deepEqual(messages, []);
      assert.deepEqual(await page.evaluate(stored), []);
    }));
});

/** Runs in the page: returns everything that the page stored. */
async function stored(): Promise<unknown[]> {
  const databases = await indexedDB.databases();
  const cacheNames = await caches.keys();
  return [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...databases.map(({ name }) => name),
    ...cacheNames,
    ...document.cookie.split(';').filter(Boolean),
  ];
}
