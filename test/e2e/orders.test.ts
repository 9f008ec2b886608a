import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DemoBrowsers, reach } from './demo-browsers.js';
import type { Page } from './driver/index.js';
import {
  BANK,
  becomes,
  CHECKOUT,
  copyAccountAndAmount,
  filledIn,
  numberOf,
  openShop,
  shownAccount,
} from './shop-page.js';

/** The orders of a visitor of the demo shop. */

const demo = new DemoBrowsers({ width: 1280, height: 900 }, ['chromium']);

const open = (page: Page, country: string, status?: string): Promise<void> =>
  openShop(page, demo.url, country, status);

describe('the orders of the demo shop', () => {
  it('keeps the order of a visitor, and shows it to no one else', () =>
    demo.inChromium(async (page, browser) => {
      const address = `${demo.url}/?country=CO`;
      await page.goto(address);
      const number = await numberOf(page);
      await page.goto(`${demo.url}/`);
      assert.equal(await numberOf(page), number);
      const other = await browser.newPage({ width: 800, height: 600 });
      await other.goto(address);
      assert.notEqual(await numberOf(other), number);
      await other.close();
      assert.equal((await fetch(`${demo.url}/orders/${number}/state`)).status, 404);
    }));

  it('keeps an unpaid order when the country changes: its open page can still be paid', () =>
    demo.inChromium(async (page) => {
      await open(page, 'MX');
      await page.evaluate(() => fetch('/?country=AR'));
      await copyAccountAndAmount(page);
      await page.click(`${BANK} >> [value="pay"]`);
      await becomes(page, 'paid');
      await reach(page, CHECKOUT, 'arrived');
    }));

  it('names an unpaid order on the page of another country that the payer chooses, and leads back to it', () =>
    demo.inChromium(async (page) => {
      await open(page, 'MX');
      const first = await numberOf(page);
      const clabe = await shownAccount(page);
      await page.evaluate(() => {
        const country = document.querySelector<HTMLSelectElement>('#country')!;
        country.value = 'AR';
        country.dispatchEvent(new Event('change', { bubbles: true }));
      });
      await page.waitFor("document.documentElement.lang === 'es-AR'", { what: 'the shop of Argentina' });
      await reach(page, CHECKOUT, 'choosing');
      assert.notEqual(await numberOf(page), first);
      const named = await page.evaluate(() => document.querySelector('.open')!.textContent);
      assert.match(named.replaceAll(/\s+/g, ' '), new RegExp(`${first} México \\$1,250\\.00 MXN Pagar`));
      await page.click('.open a');
      await reach(page, CHECKOUT, 'ready');
      assert.deepEqual([await numberOf(page), await shownAccount(page)], [first, clabe]);
    }));

  it('leads back to the order that is unpaid again, even if its country has a newer one', () =>
    demo.inChromium(async (page) => {
      await open(page, 'PE');
      const first = await numberOf(page);
      await page.click(`${CHECKOUT} >> [part="link"]`);
      await filledIn(page);
      await page.click(`${BANK} >> [value="pay"]`);
      await becomes(page, 'paid');
      await page.click('[slot="done"] button');
      await becomes(page, 'waiting');
      const [deposit] = (await demo.sandbox.control.deposits()).filter(
        ({ fiat, amount }) => fiat === 'PEN' && amount === '250.00',
      );
      await demo.sandbox.control.returnDeposit(deposit!.id);
      await page.waitFor(
        (number) =>
          fetch(`/orders/${number}/state`)
            .then((response) => response.json())
            .then(({ state }) => state === 'waiting'),
        { args: [first], what: 'the first order to be open again' },
      );
      await page.reload();
      await page.click('.open a');
      // The slip of the newer order may be ready, too, until the page has changed.
      await page.waitFor((number) => document.querySelector('.band')!.textContent.includes(number), {
        args: [first],
        what: 'the page of the first order',
      });
      await reach(page, CHECKOUT, 'ready');
    }));
});
