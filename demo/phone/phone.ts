/** The payer's phone beside a slip: it shows the bank's app, filled in with what is copied or scanned. */
import type { DepositSlip, Slip } from 'deposit-slip/element';
import { timeOf } from '../site/clock.js';
import {
  bankAddress,
  canPastePayee,
  filledIn,
  namesPayee,
  pastedFrom,
  scannedFrom,
  type Details,
  type How,
} from './address.js';
import { BankFrame } from './bank-frame.js';

/** The phone of this page, if it has one. */
export function startPhone(): void {
  const phone = document.querySelector<HTMLElement>('#phone');
  if (phone) new Phone(phone).start();
}

/** The details of one slip that the payer transferred to the bank's form. */
interface Form {
  readonly slip: Slip;
  readonly details: Details;
  /** How the payee reached the form. */
  readonly how?: How | undefined;
  /** The address of the form. */
  readonly path: string;
}

class Phone {
  readonly #root: HTMLElement;
  readonly #bank: BankFrame;
  readonly #scan: HTMLButtonElement;
  readonly #handle: HTMLButtonElement;
  /** The slip whose QR code can be scanned. */
  #slip: Slip | undefined;
  /** The form on the phone, until the payer leaves it. */
  #form: Form | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#bank = new BankFrame(root.querySelector('iframe')!, () => this.#onLoad());
    this.#scan = root.querySelector('.scan')!;
    this.#handle = root.querySelector('.handle')!;
  }

  start(): void {
    this.#handle.addEventListener('click', () => this.#open(!this.#isOpen));
    this.#scan.addEventListener('click', () =>
      this.#fill(this.#slip, this.#slip && scannedFrom(this.#slip), 'scanned'),
    );
    document.addEventListener('deposit-ready', ({ slip }) => this.#see(slip));
    for (const name of ['deposit-problem', 'deposit-method', 'deposit-arrived'] as const)
      document.addEventListener(name, () => this.#see(undefined));
    for (const name of ['deposit-arrived', 'deposit-change'])
      document.addEventListener(name, () => this.#offerOrder());
    document.addEventListener('deposit-copy', ({ target, key, kind, outcome }) => {
      const slip = (target as DepositSlip).slip ?? undefined;
      // Other values cannot be pasted.
      if (outcome === 'copied' && this.#fill(slip, slip && pastedFrom(slip, key, kind), 'copied'))
        this.#invite();
    });
    document.addEventListener('deposit-link', (event) => {
      // The payment page opens on the phone.
      event.preventDefault();
      if (this.#fill((event.target as DepositSlip).slip ?? undefined, { link: event.href })) this.#open(true);
    });
    this.#bank.start();
    showClock(this.#root.querySelector('.clock')!, this.#root.dataset['lang']!);
  }

  get #isOpen(): boolean {
    return this.#root.hasAttribute('data-open');
  }

  #onLoad(): void {
    if (this.#bank.path !== this.#form?.path) this.#form = undefined;
  }

  #see(slip: Slip | undefined): void {
    this.#slip = slip;
    this.#scan.hidden = !(slip && scannedFrom(slip));
  }

  /**
   * Fills in new details, keeping earlier ones from the same slip. Returns whether the bank shows them: it
   * does not show an amount whose payee is yet to be scanned or followed.
   */
  #fill(slip: Slip | undefined, added: Details | undefined, how?: How): boolean {
    if (!slip || !added) return false;
    const before = this.#form?.slip === slip ? this.#form : undefined;
    const details = filledIn(before?.details, added);
    const source = namesPayee(added) || !before ? how : before.how;
    const { lang = '', fiat = '' } = this.#root.dataset;
    const isShown = namesPayee(details) || canPastePayee(slip);
    const path = isShown ? bankAddress(details, { lang, fiat }, source) : this.#bank.path;
    this.#form = { slip, details, how: source, path };
    this.#bank.show(path);
    return isShown;
  }

  /**
   * If the phone is a sheet, its handle shows that there is something to paste; it does not open yet, because
   * more may have to be copied first.
   */
  #invite(): void {
    if (!this.#isOpen) this.#highlight(this.#handle.dataset['paste']!);
  }

  /** An open sheet hides what changed on the page. */
  #offerOrder(): void {
    if (this.#isOpen) this.#highlight(this.#handle.dataset['order']!);
  }

  #highlight(name: string): void {
    this.#root.toggleAttribute('data-filled', true);
    this.#name(name);
  }

  #open(isOpen: boolean): void {
    this.#root.toggleAttribute('data-open', isOpen);
    this.#root.toggleAttribute('data-filled', false);
    this.#handle.setAttribute('aria-expanded', String(isOpen));
    const { open, close } = this.#handle.dataset;
    this.#name((isOpen ? close : open)!);
  }

  #name(text: string): void {
    this.#handle.querySelector('span')!.textContent = text;
  }
}

function showClock(clock: Element, lang: string): void {
  const show = (): void => void (clock.textContent = timeOf(lang, Date.now()));
  show();
  setInterval(show, 10_000);
}
