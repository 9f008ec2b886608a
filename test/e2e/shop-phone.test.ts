import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COUNTRIES } from '../../demo/shop/countries.js';
import { DemoBrowsers } from './demo-browsers.js';
import type { Page } from './driver/index.js';
import { expectSound, tabUntil } from './page-checks.js';
import { BANK, becomes, CHECKOUT, filledIn, openShop, typeAmount, typeBeneficiary } from './shop-page.js';

/** The shop as a payer sees it on a phone. */

const SIZE = { width: 360, height: 740 };
const demo = new DemoBrowsers(SIZE, ['chromium']);

/** What a payer presses first: the button of the value to use, or the methods. */
const FIRST = '.lead :is([part="copy"], [part~="link"]), [part~="option"]';

/**
 * The bottom of the first control to press, and the top of the bank's bar, in pixels from the top of the
 * window.
 */
function places(page: Page): Promise<{ first: number; bar: number; barHeight: number; height: number }> {
  return page.evaluate(
    (slip, selector) => {
      const first = [...document.querySelector(slip)!.shadowRoot!.querySelectorAll(selector)].at(-1)!;
      const bar = document.querySelector('#phone')!.getBoundingClientRect();
      return {
        first: first.getBoundingClientRect().bottom,
        bar: bar.top,
        barHeight: bar.height,
        height: innerHeight,
      };
    },
    CHECKOUT,
    FIRST,
  );
}

/** Records everything on the page that moves by itself. Movements inside the slip have no node here. */
const SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const moved = sources.filter(({ node }) => node !== null).map(({ node }) => node.className || node.nodeName);
      if (!hadRecentInput && moved.length > 0 && value >= 0.01) window.shifts.push(moved);
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

describe('the shop on a phone', () => {
  for (const { code, paymentIds } of COUNTRIES)
    it(`shows the payment of ${code} in its first screen, above the bar of the bank, without a layout shift`, () =>
      demo.inChromium(async (page) => {
        await page.beforeScripts(SHIFTS);
        await openShop(page, demo.url, code, paymentIds.length > 1 ? 'choosing' : 'ready');
        const { first, bar, barHeight, height } = await places(page);
        assert.ok(first <= bar, `${first} px is below ${bar} px`);
        assert.ok(barHeight <= height / 10, `the bar has ${barHeight} px of ${height}`);
        assert.deepEqual(await page.evaluate('window.shifts'), []);
      }));

  it('leaves nine tenths of the screen to the page, whatever was copied, paid or rotated, until the payer opens the bank', () =>
    demo.inChromium(async (page) => {
      const isLow = async (): Promise<void> => {
        const { barHeight, height } = await page.evaluate(() => {
          const bar = document.querySelector('#phone')!.getBoundingClientRect();
          return { barHeight: bar.height, height: innerHeight };
        });
        assert.ok(barHeight <= height / 10, `the bar has ${barHeight} px of ${height}`);
      };
      await openShop(page, demo.url, 'MX');
      await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
      await filledIn(page);
      await isLow();
      await page.setViewport({ width: 740, height: 360 });
      await isLow();
      await page.setViewport(SIZE);
      await page.click('#phone .handle');
      await typeBeneficiary(page);
      await typeAmount(page, '1250');
      await page.click(`${BANK} >> [value="pay"]`);
      await becomes(page, 'paid');
      await page.click('#phone .handle');
      await isLow();
    }));

  it('offers what was copied on the bar, then the order once the deposit has arrived behind the open bank, by touch', () =>
    demo.inChromium(async (_, browser) => {
      const page = await browser.newPage({ ...SIZE, touch: true });
      const bar = (): Promise<string> =>
        page.evaluate(() => document.querySelector<HTMLElement>('#phone .handle')!.innerText.trim());
      await openShop(page, demo.url, 'MX');
      await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
      await filledIn(page);
      assert.equal(await bar(), 'Pegar en el banco de prueba');
      await page.click('#phone .handle');
      assert.equal(await bar(), 'Cerrar el banco de prueba');
      await typeBeneficiary(page);
      await typeAmount(page, '1250');
      await page.click(`${BANK} >> [value="pay"]`);
      await page.waitFor(
        () => document.querySelector<HTMLElement>('#phone .handle')!.innerText.trim() === 'Ver el pedido',
        { what: 'the bar to offer the order' },
      );
      await expectSound(page);
      await page.click('#phone .handle');
      assert.equal(await bar(), 'Abrir el banco de prueba');
      const total = await page.evaluate((slip) => {
        const { shadowRoot, status } = document.querySelector<HTMLElementTagNameMap['deposit-slip']>(slip)!;
        const { top, bottom } = shadowRoot!.querySelector('#title')!.getBoundingClientRect();
        return { status, top, bottom, bar: document.querySelector('#phone')!.getBoundingClientRect().top };
      }, CHECKOUT);
      assert.equal(total.status, 'arrived');
      assert.ok(total.top >= 0 && total.bottom <= total.bar, JSON.stringify(total));
      await page.close();
    }));

  it('invites the payer to paste at the bank only what it can pay with: not the amount of a payment page', () =>
    demo.inChromium(async (page) => {
      const bar = (): Promise<string> =>
        page.evaluate(() => document.querySelector<HTMLElement>('#phone .handle')!.innerText.trim());
      await openShop(page, demo.url, 'PE');
      await page.click(`${CHECKOUT} >> [data-derived="amount"] [part~="copy"]`);
      await page.waitFor(
        (slip) => document.querySelector(slip)!.shadowRoot!.querySelector('[data-outcome="copied"]') !== null,
        { args: [CHECKOUT], what: 'the amount to be copied' },
      );
      assert.equal(await bar(), 'Abrir el banco de prueba');
      await page.click(`${CHECKOUT} >> .lead [part~="link"]`);
      const { details, amount } = await filledIn(page);
      assert.match(details, /Tienda Sol/);
      assert.equal(amount, '250.00');
    }));

  it('folds the order to one line, which unfolds; a wide window shows all of it', () =>
    demo.inChromium(async (page) => {
      await openShop(page, demo.url, 'BR');
      const shown = (): Promise<boolean[]> =>
        page.evaluate(() =>
          ['.fold', '.items'].map((part) => document.querySelector(part)!.checkVisibility()),
        );
      assert.deepEqual(await shown(), [true, false]);
      const line = await page.evaluate(() => {
        const fold = document.querySelector<HTMLElement>('.fold')!;
        return { text: fold.innerText.replaceAll(/\s+/g, ' '), height: fold.offsetHeight };
      });
      assert.equal(line.text.trim(), '1 coador e 2 canecas R$ 187,40');
      assert.ok(line.height <= 56, `one line has ${line.height} px`);
      await expectSound(page);
      await tabUntil(
        page,
        () => page.evaluate(() => document.activeElement!.matches('.fold')),
        'the line of the order',
      );
      await page.press('Enter');
      assert.deepEqual(await shown(), [true, true]);
      await expectSound(page);
      await page.setViewport({ width: 1280, height: 900 });
      assert.deepEqual(await shown(), [false, true]);
    }));
});
