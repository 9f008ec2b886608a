import { reach, type DemoBrowsers } from '../../../e2e/demo-browsers.js';
import type { Page } from '../../../e2e/driver/index.js';
import { enter, payAtBank, textOf, untilFilledIn } from './checkout.js';

const SLIP = 'sol-deposit';

/** The demo's wallet with its drawer open, and its payer. */
export class Wallet {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(
    demo: DemoBrowsers,
    newPage: () => Promise<Page>,
    visit: string,
    country: string,
  ): Promise<Wallet> {
    const page = await newPage();
    await enter(page, demo.url, visit);
    await page.goto(`${demo.url}/wallet?country=${country}`);
    await page.click('.balance .primary');
    await reach(page, SLIP, 'ready');
    return new Wallet(page);
  }

  /** Takes the details of the slip to the bank on the phone. */
  async take(button: string): Promise<void> {
    await this.page.click(`${SLIP} >> ${button}`);
    await untilFilledIn(this.page);
  }

  pay(amount: string): Promise<void> {
    return payAtBank(this.page, 'pay', amount);
  }

  async receives(sum: string): Promise<void> {
    await reach(this.page, SLIP, 'arrived');
    await this.page.waitFor(
      (place, wanted) =>
        document
          .querySelector(place)!
          .shadowRoot!.querySelector<HTMLElement>('.card')!
          .innerText.replaceAll(/\s/g, '')
          .includes(wanted),
      { args: [SLIP, sum], what: `the receipt of ${sum}` },
    );
  }

  text(): Promise<string> {
    return textOf(this.page, SLIP);
  }

  status(): Promise<string> {
    return this.page.evaluate(
      (place) => document.querySelector<HTMLElementTagNameMap['deposit-slip']>(place)!.status,
      SLIP,
    );
  }

  /** Waits until the list shows these sums. */
  async lists(...sums: readonly string[]): Promise<void> {
    await this.page.waitFor(
      (...wanted: string[]) => {
        const card = document.querySelector('sol-history')!.shadowRoot!.querySelector<HTMLElement>('.card');
        const text = card?.innerText.replaceAll(/\s/g, '') ?? '';
        return wanted.every((sum) => text.includes(sum));
      },
      { args: [...sums], what: `the list of ${sums.join(', ')}` },
    );
  }

  /** Waits until the balance is this sum. */
  async balances(sum: string): Promise<void> {
    await this.page.waitFor(
      (wanted) => document.querySelector('.sum')!.textContent.replaceAll(/\s/g, '') === wanted,
      { args: [sum], what: `the balance ${sum}` },
    );
  }
}
