import assert from 'node:assert/strict';
import { formatSum } from 'deposit-slip/core';
import { COUNTRIES } from '../../../../demo/shop/countries.js';
import { reach, type DemoBrowsers } from '../../../e2e/demo-browsers.js';
import type { Page } from '../../../e2e/driver/index.js';
import { textOnPaper } from '../../../e2e/driver/paper.js';
import { isSoak } from '../../scale.js';

const SLIP = '#checkout deposit-slip';
const BANK = '#phone iframe';
export const SIZE = { width: 1280, height: 900 };

/** How a payer takes the details of a slip to the bank: the button to press, on the slip or on the phone. */
const TAKEN = {
  copied: `${SLIP} >> .lead [part~="copy"]`,
  scanned: '#phone .scan',
  opened: `${SLIP} >> [part~="link"]`,
} as const;
export type Taken = keyof typeof TAKEN;

/** What the bank does with a payment (sandbox/README.md). */
export type Preset = 'pay' | 'part' | 'twice' | 'late' | 'return';

/** What every surface says has been received for an order, as decimal strings. */
export interface Told {
  readonly status: 'open' | 'part' | 'paid' | 'over';
  readonly received: string;
  readonly remaining?: string;
  readonly excess?: string;
  /** Every deposit, the oldest first. */
  readonly deposits: readonly string[];
  /** The deposit that was most recently returned. */
  readonly returned?: string;
}

/** The texts that a surface shows for each status. */
type Sums = Readonly<Record<Told['status'], readonly (string | undefined)[]>>;

/** A page of the demo shop, and its payer. */
export class Checkout {
  readonly page: Page;
  readonly #demo: DemoBrowsers;
  readonly #country: (typeof COUNTRIES)[number];

  private constructor(page: Page, demo: DemoBrowsers, country: (typeof COUNTRIES)[number]) {
    this.page = page;
    this.#demo = demo;
    this.#country = country;
  }

  /** Opens the shop on a page of a visit, and waits for the slip, or for another status. */
  static async open(
    demo: DemoBrowsers,
    page: Page,
    { visit, code, status }: { visit: string; code: string; status: string },
  ): Promise<Checkout> {
    const country = COUNTRIES.find((each) => each.code === code)!;
    const checkout = new Checkout(page, demo, country);
    await enter(page, demo.url, visit);
    await checkout.show(status);
    return checkout;
  }

  logIn(visit: string): Promise<void> {
    return logIn(this.page, visit);
  }

  async logOut(): Promise<void> {
    await this.page.evaluate(() => void (document.cookie = 'visit=; path=/; max-age=0'));
  }

  async show(status: string): Promise<void> {
    await this.page.goto(`${this.#demo.url}/?country=${this.#country.code}`);
    await reach(this.page, SLIP, status);
  }

  async reload(status: string): Promise<void> {
    await this.page.reload();
    await reach(this.page, SLIP, status);
  }

  becomes(status: string): Promise<boolean> {
    return reach(this.page, SLIP, status);
  }

  /** Chooses a method of the list by its position. */
  async choose(place: number): Promise<void> {
    await this.page.click(`${SLIP} >> li:nth-child(${place}) [part~="option"]`);
    await this.becomes('ready');
  }

  /** Presses a button of the slip by its text. */
  async press(text: string): Promise<void> {
    await this.page.evaluate(
      (place, wanted) => {
        const buttons = document.querySelector(place)!.shadowRoot!.querySelectorAll('button');
        const [button] = [...buttons].filter(({ textContent }) => textContent.trim() === wanted);
        button!.id = 'pressed';
      },
      SLIP,
      text,
    );
    await this.page.click(`${SLIP} >> #pressed`);
  }

  /**
   * Takes the details of the slip to the bank on the phone, with a reference, a routing number and the amount
   * if the slip has them.
   */
  async take(how: Taken): Promise<void> {
    for (const [place, field] of [
      ['.reference', '#reference'],
      ['[data-key="Bank Routing Number"]', '#routing'],
    ] as const)
      if (await this.#copyIfThere(place)) await untilPasted(this.page, field);
    await this.page.click(TAKEN[how]);
    await untilFilledIn(this.page);
    // A code or a payment page may already have filled in the amount.
    const amount = (bank: string): string =>
      document
        .querySelector<HTMLIFrameElement>(bank)!
        .contentDocument?.querySelector<HTMLInputElement>('#amount')?.value ?? '';
    if ((await this.page.evaluate(amount, BANK)) !== '') return;
    await this.#copyIfThere('[data-derived="amount"]');
    await this.page.waitFor(amount, { args: [BANK], what: 'the bank to have the amount' });
  }

  async #copyIfThere(place: string): Promise<boolean> {
    const isThere = await this.page.evaluate(
      (slip, row) => document.querySelector(slip)!.shadowRoot!.querySelector(row) !== null,
      SLIP,
      place,
    );
    if (isThere) await this.page.click(`${SLIP} >> ${place} [part~="copy"]`);
    return isThere;
  }

  /** Pays at the bank on the phone: the slip's amount, or another one if it is given. */
  pay(preset: Preset, amount?: string): Promise<void> {
    return payAtBank(this.page, preset, amount);
  }

  number(): Promise<string> {
    return this.page.evaluate(() => document.querySelector('main')!.dataset['order']!);
  }

  /** The amount that the slip copies. */
  async askedAmount(): Promise<string | undefined> {
    return this.page.evaluate(
      (place) => document.querySelector<HTMLElementTagNameMap['deposit-slip']>(place)!.slip?.askedAmount,
      SLIP,
    );
  }

  /** The values that the rows of the slip copy. */
  async details(): Promise<readonly string[]> {
    return this.page.evaluate(
      (place) =>
        document
          .querySelector<HTMLElementTagNameMap['deposit-slip']>(place)!
          .slip!.rows.map(({ copy }) => copy),
      SLIP,
    );
  }

  text(): Promise<string> {
    return textOf(this.page, SLIP);
  }

  async says(sentence: string): Promise<void> {
    await this.page.waitFor(
      (place, wanted) => {
        const card = document.querySelector(place)!.shadowRoot!.querySelector<HTMLElement>('.card')!;
        return card.innerText.replaceAll(/\s+/g, ' ').includes(wanted);
      },
      { args: [SLIP, sentence], what: sentence },
    );
  }

  /**
   * The same sums are on the page as it is, after a reload, in print, and in the list of the order's
   * payments.
   */
  async tells(told: Told): Promise<void> {
    await this.tellsNow(told);
    await this.reload(told.status === 'paid' || told.status === 'over' ? 'arrived' : 'ready');
    await this.tellsNow(told);
    await this.#prints(told);
    await this.#lists(told);
    await this.tellsNow(told);
  }

  /** The same for sums that another test reads everywhere: in a sample, only on the page as it is. */
  tellsAgain(told: Told): Promise<void> {
    return isSoak ? this.tells(told) : this.tellsNow(told);
  }

  /** Waits until the slip and the shop know about the deposit, and reads both. */
  async tellsNow(told: Told): Promise<void> {
    const { status, received } = told;
    const args: [string, string, string] = [SLIP, status, received];
    await this.page.waitFor(
      async (place, wantedStatus, wantedSum) => {
        const slip = document.querySelector<HTMLElementTagNameMap['deposit-slip']>(place)!;
        const isKnown = slip.payment?.status === wantedStatus && slip.payment.received === wantedSum;
        return isKnown && slip.status !== 'loading' && slip.updateComplete;
      },
      { args, what: `the slip to say that ${received} came: ${status}` },
    );
    const text = await this.text();
    for (const sum of this.#onSlip(told)) assert.ok(text.includes(sum), `the slip lacks ${sum}: ${text}`);
    await this.#isToldByShop(told);
    if (status === 'open' || status === 'part')
      assert.equal(await this.askedAmount(), told.remaining, 'the sum that is copied');
  }

  async #isToldByShop({ status, received, remaining, excess, returned }: Told): Promise<void> {
    const sums: Sums = { open: [returned], part: [received, remaining], paid: [], over: [received, excess] };
    const states = { open: 'waiting', part: 'part', paid: 'paid', over: 'paid' };
    const wanted = sums[status].filter((sum) => sum !== undefined).map((sum) => this.#sum(sum));
    const args: [string, string[]] = [states[status], wanted];
    await this.page.waitFor(
      (inState, texts) => {
        const { dataset } = document.querySelector('main')!;
        const account = document.querySelector('.account')!.textContent.replaceAll(/\s/g, '');
        return dataset['state'] === inState && texts.every((text) => account.includes(text));
      },
      { args, what: `the shop to say ${status}: ${wanted.join(', ')}` },
    );
  }

  /** The sums that the slip, the receipt and the print show. */
  #onSlip({ status, received, remaining, excess, deposits, returned }: Told): readonly string[] {
    const whole = deposits.length > 1 ? [received] : [];
    const sums: Sums = {
      open: [remaining, returned],
      part: [remaining, ...deposits, returned],
      paid: [...deposits, ...whole, returned],
      over: [...deposits, ...whole, excess],
    };
    return sums[status].filter((sum) => sum !== undefined).map((sum) => this.#sum(sum));
  }

  /** Only Chromium prints to a file that tests can read. */
  async #prints(told: Told): Promise<void> {
    if (this.page.engine !== 'chromium') return;
    await this.page.evaluate((place) => {
      window.print = () => undefined;
      document.querySelector<HTMLElementTagNameMap['deposit-slip']>(place)!.print();
    }, SLIP);
    const input = await this.page.pdf();
    await this.page.evaluate(() => void dispatchEvent(new Event('afterprint')));
    const text = withoutSpaces(await textOnPaper(input));
    for (const sum of [...this.#onSlip(told), await this.number()])
      assert.ok(text.includes(sum), `the print lacks ${sum}: ${text}`);
  }

  /** Follows the link to the order's payments, reads them, and comes back. */
  async #lists(told: Told): Promise<void> {
    const number = await this.number();
    await this.page.click('.to-payments a');
    const text = withoutSpaces(
      await this.page.waitFor(
        async () => {
          const list = document.querySelector<HTMLElementTagNameMap['deposit-history']>('deposit-history');
          if (list?.status !== 'ready' || !(await list.updateComplete)) return '';
          return list.shadowRoot!.querySelector<HTMLElement>('.card')!.innerText;
        },
        { what: 'the payments of the order' },
      ),
    );
    for (const sum of [...this.#inHistory(told), number])
      assert.ok(text.includes(sum), `the history lacks ${sum}: ${text}`);
    await this.page.click('.back');
    await this.becomes(told.status === 'paid' || told.status === 'over' ? 'arrived' : 'ready');
  }

  #inHistory({ status, received, remaining, excess, deposits, returned }: Told): readonly string[] {
    const sums = [...deposits, ...(deposits.length > 1 || status === 'part' ? [received] : [])];
    const others: Sums = { open: [], part: [remaining], paid: [], over: [excess] };
    return [...sums, ...others[status], returned]
      .filter((sum) => sum !== undefined)
      .map((sum) => this.#sum(sum));
  }

  /** The order's deposits as the server's hooks received them, in order. */
  async isBooked(...lines: readonly string[]): Promise<void> {
    const number = await this.number();
    assert.deepEqual(this.#demo.told(number), lines);
  }

  /** As it is read from a surface. */
  #sum(amount: string): string {
    return withoutSpaces(formatSum(amount, this.#country.fiat, this.#country.lang));
  }
}

/** Waits until a field of the bank has a value, even if the field is collapsed. */
async function untilPasted(page: Page, field: string): Promise<void> {
  await page.waitFor(
    (bank, selector) =>
      Boolean(
        document
          .querySelector<HTMLIFrameElement>(bank)!
          .contentDocument?.querySelector<HTMLInputElement>(selector)?.value,
      ),
    { args: [BANK, field], what: `${field} of the bank to be filled in` },
  );
}

export async function untilFilledIn(page: Page): Promise<void> {
  await page.waitFor(
    (bank) =>
      document.querySelector<HTMLIFrameElement>(bank)!.contentDocument?.querySelector('#amount') !== null,
    { args: [BANK], what: 'the bank to be filled in' },
  );
}

export async function payAtBank(page: Page, preset: Preset, amount?: string): Promise<void> {
  if (amount !== undefined) {
    await page.click(`${BANK} >> #amount`);
    await page.press('Control+a');
    await page.type(amount);
  }
  // Only if the bank asks for it.
  await page.evaluate((bank) => {
    const form = document.querySelector<HTMLIFrameElement>(bank)!.contentDocument!;
    const field = form.querySelector<HTMLInputElement>('#beneficiary');
    if (field) field.value ||= 'Tienda Sol';
  }, BANK);
  if (preset !== 'pay') await page.click(`${BANK} >> .trials summary`);
  await page.click(`${BANK} >> [value="${preset}"]`);
  await page.waitFor(
    (bank) =>
      document.querySelector<HTMLIFrameElement>(bank)!.contentDocument?.querySelector('.outcome') !== null,
    { args: [BANK], what: 'the bank to say what it did' },
  );
}

/** Adds a visit to a page before the shop does, as on another device or on a later day. */
export async function enter(page: Page, url: string, visit: string): Promise<void> {
  await page.goto(`${url}/demo/site/icon.svg`);
  await logIn(page, visit);
}

async function logIn(page: Page, visit: string): Promise<void> {
  await page.evaluate((id) => void (document.cookie = `visit=${id}; path=/`), visit);
}

/** All text that a slip shows, without spaces. */
export async function textOf(page: Page, place: string): Promise<string> {
  return withoutSpaces(
    await page.evaluate(
      (slip) => document.querySelector(slip)!.shadowRoot!.querySelector<HTMLElement>('.card')!.innerText,
      place,
    ),
  );
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}
