/**
 * Measures the QR codes that pages draw for random Pix codes: their size, and whether an independent decoder
 * reads them.
 */
import type { puppeteerCore } from '@web/test-runner-chrome';
import { appendEmvCrc, emvField } from 'deposit-slip/core';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { expand, integer, randomOf, times, type Random } from '../../test/fixtures/grammar.js';
import type { Page } from './pages/page.js';

const CODES = 60;
const SEED = 20_261_123;
const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;

/** The result of drawing the random codes in a page. */
export interface QrCodes {
  readonly drawn: number;
  /** Number of codes that the decoder read exactly. */
  readonly decoded: number;
  /** Mean version, from 1 to 40. At the same size, a lower version has larger modules. */
  readonly version: number;
}

/** Draws every code in a loaded page, and scans a screenshot of it. */
export async function qrCodesOf(
  browser: puppeteerCore.Browser,
  origin: string,
  page: Page,
): Promise<QrCodes> {
  const context = await browser.createBrowserContext();
  try {
    const tab = await context.newPage();
    await tab.setViewport({ width: 800, height: 1200, deviceScaleFactor: 2 });
    await tab.goto(`${origin}${page.path}`);
    await tab.waitForFunction(page.complete);
    const versions: number[] = [];
    const codes = randomCodes();
    for (const code of codes) {
      const found = await scan(tab, page.draw!, code);
      if (found?.data === code) versions.push(found.version);
    }
    const version = versions.reduce((sum, each) => sum + each, 0) / versions.length;
    return { drawn: codes.length, decoded: versions.length, version };
  } finally {
    await context.close();
  }
}

async function scan(tab: puppeteerCore.Page, draw: string, code: string): Promise<ReturnType<typeof decode>> {
  const drawing = await tab.evaluateHandle(`(${draw})(${JSON.stringify(code)})`);
  // Dark pixels on a light background, with the margin that the page leaves around the code.
  const png = PNG.sync.read(Buffer.from(await (drawing as puppeteerCore.ElementHandle).screenshot()));
  return decode(new Uint8ClampedArray(png.data), png.width, png.height);
}

/** Pix codes of 130 to 330 characters, with a key or the URL of a charge, a message, and a payee. */
function randomCodes(): string[] {
  const random = randomOf(SEED);
  return Array.from({ length: CODES }, () => randomCode(random));
}

const HEX = times([...'0123456789abcdef'], 1, 1);
const LETTERS = (min: number, max: number) => times([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ '], min, max);

function randomCode(random: Random): string {
  const make = (rule: Parameters<typeof expand>[0]): string => expand(rule, random);
  const hasKey = random() < 0.5;
  const account = hasKey
    ? emvField('01', make(times(HEX, 36, 36))) + emvField('02', make(LETTERS(1, 30)))
    : emvField('25', `pix.example.com/qr/v2/${make(times(HEX, 10, 50))}`);
  const amount = `${integer(random, 100_000)}.${10 + integer(random, 90)}`;
  return appendEmvCrc(
    [
      emvField('00', '01'),
      emvField('26', emvField('00', 'br.gov.bcb.pix') + account),
      emvField('52', '0000'),
      emvField('53', '986'),
      emvField('54', amount),
      emvField('58', 'BR'),
      emvField('59', make(LETTERS(5, 25))),
      emvField('60', make(LETTERS(5, 15))),
      emvField('62', emvField('05', make(times(HEX, 1, 25)))),
      random() < 0.5
        ? emvField('80', emvField('00', 'com.example') + emvField('01', make(LETTERS(10, 70))))
        : '',
    ].join(''),
  );
}
