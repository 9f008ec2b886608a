import { reach } from './demo-browsers.js';
import type { Page } from './driver/index.js';

/** The checkout of the demo shop, as a payer uses it. */

export const CHECKOUT = '#checkout deposit-slip';
export const BANK = '#phone iframe';

/** Opens the shop of a country and waits for its slip. */
export async function openShop(page: Page, url: string, country: string, status = 'ready'): Promise<void> {
  await page.goto(`${url}/?country=${country}`);
  await reach(page, CHECKOUT, status);
}

/** Waits until the order has a state. */
export function becomes(page: Page, state: string): Promise<boolean> {
  return page.waitFor((wanted) => document.querySelector('main')!.dataset['state'] === wanted, {
    args: [state],
    what: `the order to be ${state}`,
  });
}

export function heading(page: Page): Promise<string> {
  return page.evaluate(
    () => [...document.querySelectorAll('h1')].find((each) => each.checkVisibility())!.textContent,
  );
}

export function numberOf(page: Page): Promise<string> {
  return page.evaluate(() => /TS-[0-9]+/.exec(document.querySelector('.band')!.textContent)![0]);
}

export function shownAccount(page: Page): Promise<string> {
  return page.evaluate(
    (selector) =>
      document.querySelector<HTMLElementTagNameMap['deposit-slip']>(selector)!.slip!.rows[0]!.copy,
    CHECKOUT,
  );
}

/** Copies the payee's details from the slip, and its amount. */
export async function copyAccountAndAmount(page: Page): Promise<void> {
  await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
  await page.click(`${CHECKOUT} >> [data-derived="amount"] [part~="copy"]`);
  await amountFilledIn(page);
  // Only if the bank asks for it.
  await page.evaluate((bank) => {
    const form = document.querySelector<HTMLIFrameElement>(bank)!.contentDocument!;
    const field = form.querySelector<HTMLInputElement>('#beneficiary');
    if (field) field.value ||= 'Tienda Sol';
  }, BANK);
}

/** The details of a filled-in payment at the bank on the phone. */
export async function filledIn(page: Page): Promise<{ details: string; amount: string }> {
  await page.waitFor(
    (frame) =>
      Boolean(document.querySelector<HTMLIFrameElement>(frame)!.contentDocument?.querySelector('#amount')),
    { args: [BANK], what: 'the bank to be filled in' },
  );
  return page.evaluate((frame) => {
    const bank = document.querySelector<HTMLIFrameElement>(frame)!.contentDocument!;
    return {
      details: bank.querySelector('main')!.textContent.replaceAll(/\s+/g, ' '),
      amount: bank.querySelector<HTMLInputElement>('#amount')!.value,
    };
  }, BANK);
}

/** Waits until the bank on the phone has an amount, too. */
export function amountFilledIn(page: Page): Promise<string> {
  return filledInAs(page, 'amount');
}

/** Waits until a field of the bank on the phone has a value. */
export async function filledInAs(page: Page, id: string): Promise<string> {
  return page.waitFor(
    (frame, field) => {
      const bank = document.querySelector<HTMLIFrameElement>(frame)!.contentDocument;
      return bank?.querySelector<HTMLInputElement>(`#${field}`)?.value;
    },
    { args: [BANK, id], what: `the ${id} to be filled in` },
  ) as Promise<string>;
}

/** Types the payee's name, if the bank on the phone asks for it. */
export async function typeBeneficiary(page: Page, name = 'Tienda Sol SA de CV'): Promise<void> {
  await filledIn(page);
  await page.click(`${BANK} >> #beneficiary`);
  await page.type(name);
}

/** Types an amount at the bank on the phone. */
export async function typeAmount(page: Page, amount: string): Promise<void> {
  await filledIn(page);
  await page.click(`${BANK} >> #amount`);
  await page.type(amount);
}
