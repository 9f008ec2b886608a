import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { DemoBrowsers, reach } from './demo-browsers.js';
import type { Page } from './driver/index.js';
import { tabUntil } from './page-checks.js';

const CHECKOUT = '#checkout deposit-slip';
/** The methods whose slip does not require an amount first. */
const PAYABLE = METHODS.filter(({ amount }) => amount !== 'required');
const demo = new DemoBrowsers({ width: 420, height: 900 }, ['chromium']);

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

describe('the simulator', () => {
  it('works by keyboard: filled in by its address, by every preset, and back to the shop', () =>
    demo.inEachEngine(async (page, browser) => {
      await page.goto(`${demo.url}/?country=MX`);
      await reach(page, CHECKOUT, 'ready');
      const account = await page.evaluate(
        (selector) =>
          document.querySelector<HTMLElementTagNameMap['deposit-slip']>(selector)!.slip!.rows[0]!.copy,
        CHECKOUT,
      );
      const query = new URLSearchParams({ account, lang: 'es-MX', return: `${demo.url}/` });
      const address = `${demo.sandbox.url}/sandbox/pay?${query}`;
      const bank = await browser.newPage({ width: 280, height: 800 });
      await bank.goto(address);
      assert.equal(await bank.evaluate('document.documentElement.lang'), 'es-MX');
      await tabTo(bank, '#beneficiary');
      await bank.type('Sol');
      await tabTo(bank, '#amount');
      await bank.type('1,234.50');
      for (const [preset, heading, sum] of [
        ['refuse', 'Pago rechazado', '1,234.50'],
        ['late', 'En camino', '1,234.50'],
        ['part', 'Enviado a Sol', '1,233.50'],
        ['more', 'Enviado a Sol', '1,235.50'],
        ['return', 'Enviado a Sol', '1,234.50'],
      ] as const) {
        await payByKeyboard(bank, preset, heading, sum);
        // Back to the form, which still has the amount that was entered.
        await tabTo(bank, 'a[href*="account="]');
        await bank.press('Enter');
        await bank.waitFor("document.querySelector('#amount')?.value === '1,234.50'");
      }
      await payByKeyboard(bank, 'twice', 'Enviado a Sol', '1,234.50');
      await reach(page, CHECKOUT, 'arrived');
      await tabTo(bank, 'a.primary');
      await bank.press('Enter');
      await bank.waitFor(
        (url) => location.href.startsWith(url) && document.querySelector('deposit-slip') !== null,
        { args: [demo.url], what: 'the shop' },
      );
      await bank.close();
    }));

  it('is filled in by the link under every method', () =>
    demo.inEachEngine(async (page) => {
      await page.goto(`${demo.url}/methods`);
      const links = await page.waitFor(
        (wanted) => {
          const found = [...document.querySelectorAll<HTMLAnchorElement>('.pay a')];
          return found.length === wanted && found.map(({ href }) => href);
        },
        { args: [PAYABLE.length], what: 'a link under every slip' },
      );
      for (const link of links || []) {
        const bank = await fetch(link);
        assert.equal(bank.status, 200, link);
        assert.match(await bank.text(), /id="amount"/, link);
      }
    }));
});
