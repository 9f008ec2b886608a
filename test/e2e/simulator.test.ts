import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { DemoBrowsers, reach } from './demo-browsers.js';
import type { Page } from './driver/index.js';
import { tabUntil } from './page-checks.js';

const CHECKOUT = '#checkout deposit-slip';
const demo = new DemoBrowsers({ width: 420, height: 900 }, Promise.resolve(['chromium']));

/** Moves the focus with the Tab key until it is on an element that the selector finds. */
function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement!.matches(wanted), selector);
  return tabUntil(page, isThere, selector);
}

/** Presses the button of a preset with the Enter key and waits for its outcome. */
async function payByKeyboard(bank: Page, preset: string, heading: string, sum: string): Promise<void> {
  await tabTo(bank, `[value="${preset}"]`);
  await bank.press('Enter');
  await bank.waitFor((text) => document.querySelector('.outcome h1')?.textContent === text, {
    args: [heading],
    what: `the outcome of ${preset}`,
  });
  const shown = await bank.evaluate<string, []>("document.querySelector('.sum').textContent");
  assert.equal(shown.replaceAll('\u00a0', ' '), `$${sum} MXN`);
}

/** The addresses of the links to the simulator on a page. */
function payLinks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('.pay a')].map(({ href }) => href),
  );
}

describe('the simulator', () => {
  it('is used by keyboard: from the link under a slip, by every preset, and back to the shop', () =>
    demo.inEachEngine(async (page, browser) => {
      await page.goto(`${demo.url}/?lang=es-MX`);
      await reach(page, '#spei deposit-slip', 'ready');
      await page.evaluate(() => document.querySelector<HTMLElement>('#spei .pay a')!.focus());
      const address = await page.popup(() => page.press('Enter'));
      const bank = await browser.newPage({ width: 280, height: 800 });
      await bank.goto(address);
      assert.equal(await bank.evaluate('document.documentElement.lang'), 'es-MX');
      await tabTo(bank, '#amount');
      await bank.type('1,234.50');
      for (const [preset, heading, sum] of [
        ['refuse', 'Pago rechazado', '1,234.50'],
        ['late', 'En camino', '1,234.50'],
        ['other', 'Pago enviado', '1,233.50'],
        ['return', 'Pago enviado', '1,234.50'],
      ] as const) {
        await payByKeyboard(bank, preset, heading, sum);
        // Back to the form, which is filled in with the amount that was entered.
        await tabTo(bank, 'a.secondary');
        await bank.press('Enter');
        await bank.waitFor("document.querySelector('#amount')?.value === '1234.50'");
      }
      await payByKeyboard(bank, 'twice', 'Pago enviado', '1,234.50');
      await reach(page, '#spei deposit-slip', 'arrived');
      await tabTo(bank, 'a.primary');
      await bank.press('Enter');
      await bank.waitFor(
        (url) => location.href.startsWith(url) && document.querySelector('deposit-slip') !== null,
        { args: [demo.url], what: 'the shop' },
      );
      await bank.close();
    }));

  it('is linked, filled in, from every slip of the shop, the page of methods and the single-page app', () =>
    demo.inEachEngine(async (page) => {
      await page.goto(`${demo.url}/`);
      await reach(page, CHECKOUT, 'choosing');
      const inShop = await waitForLinks(page, 3);
      await page.goto(`${demo.url}/methods`);
      // The methods with an amount have no slip yet.
      const onMethods = await waitForLinks(
        page,
        METHODS.filter(({ amount }) => amount !== 'required').length,
      );
      await page.goto(`${demo.url}/spa/deposit`);
      const inApp = await waitForLinks(page, 1);
      await page.goto(`${demo.url}/spa/order`);
      for (const link of [...inShop, ...onMethods, ...inApp, ...(await waitForLinks(page, 1))]) {
        const answer = await fetch(link);
        const html = await answer.text();
        assert.equal(answer.status, 200, link);
        assert.match(html, /<h1>(Pay|Pagar a) (Tienda Sol|Mercado Luna|Sol Wallet)</, link);
        assert.ok(html.includes(demo.url), `${link} leads back`);
      }
    }));
});

async function waitForLinks(page: Page, count: number): Promise<string[]> {
  await page.waitFor((wanted) => document.querySelectorAll('.pay a').length >= wanted, {
    args: [count],
    what: `${count} links to the simulator`,
    timeout: 30_000,
  });
  return payLinks(page);
}
