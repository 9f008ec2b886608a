import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { launched } from '../../sandbox/test/command.js';
import { reach } from './demo-browsers.js';
import { sharedBrowsers, type Browser, type Page, type PageOptions } from './driver/index.js';
import { settled } from './workbench-page.js';

/** What a newcomer does in the first two minutes after `npm start`. */

const CHECKOUT = '#checkout deposit-slip';
const BANK = '#phone iframe';

/**
 * Pays on the phone with the copied or scanned details and the amount of the slip, and waits until the order
 * is paid.
 */
async function payOnPhone(page: Page, amount: string): Promise<void> {
  await page.click(`${BANK} >> #amount`);
  await page.type(amount);
  await page.click(`${BANK} >> [value="pay"]`);
  await page.waitFor(() => document.querySelector('main')!.dataset['state'] === 'paid', {
    what: 'the order to be paid',
  });
  await reach(page, CHECKOUT, 'arrived');
}

/** Only a Mexican bank asks for it. */
async function copyBeneficiary(page: Page): Promise<void> {
  await page.click(`${CHECKOUT} >> [data-key="beneficiary-name"] [part~="copy"]`);
  await page.waitFor(
    (frame) => {
      const bank = document.querySelector<HTMLIFrameElement>(frame)!.contentDocument;
      return bank?.querySelector<HTMLInputElement>('#beneficiary')?.value;
    },
    { args: [BANK], what: 'the beneficiary to be pasted' },
  );
}

async function inPage(
  browser: Browser,
  options: PageOptions,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage(options);
  await run(page);
  assert.equal(await page.evaluate(() => document.documentElement.dataset['violations']), '0');
  await page.close();
}

function isVisible(page: Page, text: string): Promise<boolean> {
  return page.evaluate((wanted) => document.body.innerText.includes(wanted), text);
}

async function buyInTwoCountries(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/?country=MX`);
  await reach(page, CHECKOUT, 'ready');
  assert.ok(await isVisible(page, 'Paga tu pedido'));
  await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
  await copyBeneficiary(page);
  await payOnPhone(page, '1250');
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
  await payOnPhone(page, '187,40');
  assert.ok(await isVisible(page, 'Obrigado, Ana'));
}

/**
 * Opens a failed check as an Argentine payer sees it in dark mode: three clicks from any page, then two
 * knobs.
 */
async function openFailedCheck(page: Page): Promise<void> {
  await page.click('.site-header a[href$="/workbench"]');
  await page.click('[data-situation="failed-check"]');
  await settled(page, 'the failed check');
  await page.click('input[name="theme"][value="dark"] + span');
  await page.click('input[name="lang"][value="es-AR"] + span');
  const shown = await page.waitFor(
    () => {
      const inside = document.querySelector('iframe')!.contentDocument!;
      const card = inside.querySelector('deposit-slip')!.shadowRoot!.querySelector<HTMLElement>('.card')!;
      const { colorScheme } = inside.defaultView!.getComputedStyle(card);
      return card.lang === 'es-AR' && colorScheme === 'dark' && card.textContent;
    },
    { what: 'the knobs to take effect' },
  );
  assert.match(String(shown), /No pagues todavía/);
  assert.match(
    await page.evaluate<string, []>('location.search'),
    /situation=failed-check.*theme=dark|theme=dark.*situation=failed-check/,
  );
}

/** Pays on a phone: copies the account, opens the bank below the shop, and types the amount. */
async function payByTaps(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/?country=MX`);
  await reach(page, CHECKOUT, 'ready');
  await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
  await page.waitFor("document.querySelector('#phone').hasAttribute('data-filled')", {
    what: 'the bank to say that there is something to paste',
  });
  assert.ok(await isVisible(page, 'Pegar en el banco de prueba'));
  await copyBeneficiary(page);
  await page.click('#phone .handle');
  await payOnPhone(page, '1250');
  await page.click('#phone .handle');
  const news = await page.evaluate(() => {
    const heading = [...document.querySelectorAll('h1')].find((each) => each.checkVisibility())!;
    return [heading.textContent, document.querySelector('#phone .sheet')!.checkVisibility()];
  });
  assert.deepEqual(news, ['Gracias, Lucía', false]);
}

describe("a newcomer's first two minutes", () => {
  it('are enough to start the demo, pay an order, pay another in another country, open a failed check, and pay by touch', () =>
    launched(['npm', 'start'], async ({ url }) => {
      await Promise.all(
        (await sharedBrowsers()).map(async (browser) => {
          await inPage(browser, { width: 1400, height: 900 }, async (page) => {
            await buyInTwoCountries(page, url);
            await openFailedCheck(page);
          });
          // The other engines cannot emulate a finger.
          if (browser.engine === 'chromium')
            await inPage(browser, { width: 360, height: 740, touch: true }, (page) => payByTaps(page, url));
        }),
      );
    }));
});
