import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { launched } from '../../sandbox/test/command.js';
import { reach } from './demo-browsers.js';
import { enginesHere, openBrowser, type Page } from './driver/index.js';

/** What somebody does in the first two minutes after `npm start`. */

const CHECKOUT = '#checkout deposit-slip';
const BANK = '#phone iframe';

/** Pays on the phone what was copied or scanned, and waits until the order is paid. */
async function payOnPhone(page: Page): Promise<void> {
  await page.click(`${BANK} >> [value="pay"]`);
  await page.waitFor(() => document.querySelector('main')!.dataset['state'] === 'paid', {
    what: 'the order to be paid',
    timeout: 20_000,
  });
  await reach(page, CHECKOUT, 'arrived');
}

function isVisible(page: Page, text: string): Promise<boolean> {
  return page.evaluate((wanted) => document.body.innerText.includes(wanted), text);
}

async function buyInTwoCountries(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/?country=MX`);
  await reach(page, CHECKOUT, 'ready');
  assert.ok(await isVisible(page, 'Paga tu pedido'));
  await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
  await payOnPhone(page);
  assert.ok(await isVisible(page, 'Gracias, Lucía'));

  await page.evaluate(() => {
    const country = document.querySelector<HTMLSelectElement>('#country')!;
    country.value = 'BR';
    country.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitFor("document.documentElement.lang === 'pt-BR'", { what: 'the shop of Brazil' });
  await reach(page, CHECKOUT, 'ready');
  assert.ok(await isVisible(page, 'Pague seu pedido'));
  await page.click('#phone .scan');
  await payOnPhone(page);
  assert.ok(await isVisible(page, 'Obrigado, Ana'));
}
