/** The payer's phone beside a slip: it shows the bank's app, filled in with what is copied or scanned. */
import type { DepositSlip, Slip } from 'deposit-slip/element';
import { bankAddress, type How } from './address.js';
import { joinPhones } from './channel.js';

/** The phone of this page, if it has one. */
export function startPhone(): void {
  const phone = document.querySelector<HTMLElement>('#phone');
  if (phone) new Phone(phone).start();
}

class Phone {
  readonly #root: HTMLElement;
  readonly #frame: HTMLIFrameElement;
  readonly #scan: HTMLButtonElement;
  readonly #handle: HTMLButtonElement;
  readonly #others = joinPhones((path) => this.#show(path));
  /** The slip whose QR code can be scanned. */
  #slip: Slip | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#frame = root.querySelector('iframe')!;
    this.#scan = root.querySelector('.scan')!;
    this.#handle = root.querySelector('.handle')!;
  }

  start(): void {
    this.#handle.addEventListener('click', () => this.#open(!this.#isOpen));
    this.#frame.addEventListener('load', () => this.#others.tell(this.#path));
    this.#scan.addEventListener('click', () => this.#fill('scanned'));
    document.addEventListener('deposit-ready', ({ slip }) => this.#see(slip));
    for (const name of ['deposit-problem', 'deposit-method', 'deposit-arrived'] as const)
      document.addEventListener(name, () => this.#see(undefined));
    document.addEventListener('deposit-copy', ({ target, outcome }) => {
      // Nothing else can be pasted.
      if (outcome !== 'copied') return;
      this.#slip = (target as DepositSlip).slip ?? undefined;
      this.#fill('copied');
    });
    document.addEventListener('deposit-link', (event) => {
      // The payment page opens on the phone.
      event.preventDefault();
      this.#slip = (event.target as DepositSlip).slip ?? undefined;
      this.#fill('copied');
    });
    showClock(this.#root.querySelector('.clock')!, this.#root.dataset['lang']!);
  }

  get #isOpen(): boolean {
    return this.#root.hasAttribute('data-open');
  }

  /** The address of the bank's page. */
  get #path(): string {
    const { pathname, search } = this.#frame.contentWindow!.location;
    return pathname + search;
  }

  #see(slip: Slip | undefined): void {
    this.#slip = slip;
    this.#scan.hidden = !(slip?.code || slip?.picture || slip?.links.some(({ role }) => role === 'qr'));
  }

  /** Fills in the bank's form with the details of the slip. */
  #fill(how: How): void {
    const path = this.#slip && bankAddress(this.#slip, this.#root.dataset['lang']!, how);
    if (path === undefined) return;
    this.#show(path);
    this.#open(true);
  }

  /** Shows a page of the bank, without a step in the history of this page. */
  #show(path: string): void {
    if (path !== this.#path) this.#frame.contentWindow!.location.replace(path);
  }

  #open(isOpen: boolean): void {
    this.#root.toggleAttribute('data-open', isOpen);
    this.#handle.setAttribute('aria-expanded', String(isOpen));
    const { open, close } = this.#handle.dataset;
    this.#handle.querySelector('span')!.textContent = (isOpen ? close : open)!;
  }
}

function showClock(clock: Element, lang: string): void {
  const format = new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const show = (): void => void (clock.textContent = format.format());
  show();
  setInterval(show, 10_000);
}
