/** The pages of the sandbox: axe finds nothing in them, and none is wider than its window. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMerchantClient } from 'deposit-slip/client';
import { ConsolePage, VIEWS } from '../../e2e/console-pages.js';
import { DemoBrowsers } from '../../e2e/demo-browsers.js';
import type { Page } from '../../e2e/driver/index.js';
import { expectFitting, expectSound } from '../../e2e/page-checks.js';
import { simulatorPages } from '../../e2e/simulator-pages.js';
import { isSoak } from '../scale.js';

const demo = new DemoBrowsers({ width: 420, height: 900 }, ['chromium']);

/** In a sample, axe checks each page in one of its looks, in turn. */
const check = (page: Page, isTurn: boolean): Promise<void> =>
  isSoak || isTurn ? expectSound(page) : expectFitting(page);

describe('every page', () => {
  for (const [turn, [width, colorScheme]] of (
    [
      [1360, 'light'],
      [320, 'dark'],
    ] as const
  ).entries())
    it(`of the console passes axe and fits, at ${width} px, ${colorScheme}`, () =>
      demo.inEachEngine(async (_, browser) => {
        const page = await browser.newPage({ width, height: 800, colorScheme });
        const tester = new ConsolePage(page);
        await page.goto(`${demo.sandbox.url}/`);
        await tester.sees('Control token');
        await expectSound(page);
        await tester.open(demo.sandbox);
        const client = createMerchantClient({ baseUrl: demo.sandbox.url, token: demo.sandbox.token });
        await client.funds.claim({ merchantId: '1001', fiat: 'MXN', amount: '1.00', userPaymentId: '501' });
        await demo.sandbox.control.faults([{ route: 'orders', status: 503 }]);
        await page.press('j');
        await page.press('Enter');
        await expectSound(page);
        for (const [at, title] of VIEWS.entries()) {
          await tester.go(String((at + 1) % 10), title);
          await check(page, at % 2 === turn);
        }
        for (const [at, key] of ['d', 'f', 'S', '?'].entries()) {
          await page.press(key);
          await check(page, at % 2 === turn);
          await page.press('Escape');
        }
        await page.close();
      }));

  for (const [turn, [width, colorScheme, lang]] of (
    [
      [280, 'light', 'en'],
      [420, 'dark', 'es-MX'],
      [900, 'light', 'pt-BR'],
    ] as const
  ).entries())
    it(`of the simulator passes axe and fits, at ${width} px, ${colorScheme}, in ${lang}`, () =>
      demo.inEachEngine(async (_, browser) => {
        const page = await browser.newPage({ width, height: 800, colorScheme });
        const { messages } = await page.record();
        const addresses = await simulatorPages(demo.sandbox, lang);
        for (const [at, address] of addresses.entries()) {
          await page.goto(address);
          await check(page, at % 3 === turn);
        }
        for (const [address, result] of [
          [addresses.at(-2)!, '[role=alert]'],
          [addresses.at(-1)!, '.sum'],
        ] as const) {
          await page.goto(address);
          await page.click('[value="part"]');
          await page.waitFor((selector) => document.querySelector(selector) !== null, { args: [result] });
          await expectSound(page);
        }
        // A page that reports an input error has status 422, which the browser logs.
        assert.deepEqual(
          messages.filter((message) => !message.includes('422')),
          [],
        );
        await page.close();
      }));
});
