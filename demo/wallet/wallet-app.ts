import { methodOf } from 'deposit-slip/core';
import type { DepositSlip } from 'deposit-slip/element';
import type { DepositHistory, DepositOpenEvent, HistoryDeposit } from 'deposit-slip/history';
import { html, LitElement, nothing, render, type PropertyDeclarations, type TemplateResult } from 'lit';
import { icon } from '../site/lit-icons.js';
import { BalanceController, formatMoney } from './balance-controller.js';
import { createHistory, createSlip } from './elements.js';
import { NewsController } from './news-controller.js';
import { SUNRISE } from './pictures.js';
import { FIATS, ONE_OF_EACH_RAIL, RAIL_NAMES } from './rails.js';
import { Router } from './router.js';
import { textsOf } from './texts/index.js';

const TABS = [
  { path: '', name: 'home', drawing: 'home', limit: 5 },
  { path: '/deposits', name: 'deposits', drawing: 'list', limit: 20 },
] as const;
type Tab = (typeof TABS)[number];

/** The path of the drawer, which opens over the tab that the payer came from. */
const ADD = '/add';

/** The wallet: the balance, the deposits, and a drawer with the slip that adds money. */
export class WalletApp extends LitElement {
  static override properties: PropertyDeclarations = { fiat: {} };

  /** The currency on show. */
  fiat = 'USD';
  readonly #lang = document.documentElement.lang;
  readonly #texts = textsOf(this.#lang);
  readonly #balance = new BalanceController(this);
  readonly #news = new NewsController(this);
  readonly #router = new Router('/wallet', (path) => this.#show(path));
  #tab: Tab = TABS[0];
  #isOpen = false;
  /** Kept while the drawer is closed, so that a returning payer finds it unchanged. */
  #slip: DepositSlip | undefined;
  /** The list of each tab, kept while another tab is visible. */
  readonly #lists = new Map<Tab, DepositHistory>();
  /** The currency of the payer's country first. */
  #fiats = FIATS;

  /** Nothing is cleaned up, because the app never leaves the page. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.#fiats = [this.fiat, ...FIATS.filter((fiat) => fiat !== this.fiat)];
    this.addEventListener('deposit-list', ({ arrived }) => {
      void this.#balance.refresh();
      this.#news.add(arrived);
    });
    this.addEventListener('deposit-arrived', () => void this.#balance.refresh());
    this.addEventListener('deposit-open', (event) => this.#onOpen(event));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented && this.#isOpen) this.#close();
    });
    this.#router.start();
  }

  /** The app is styled by the page's own sheet. */
  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<div class="view" ?inert=${this.#isOpen}>
        ${this.#tab.name === 'home' ? this.#balanceView() : nothing} ${this.#listOf(this.#tab)}
      </div>
      ${this.#tabsView()}
      <div class="veil" ?hidden=${!this.#isOpen} @click=${this.#close}></div>
      ${this.#drawerView()}
      <div class="news" role="status">${this.#news.deposits.map((deposit) => this.#newsView(deposit))}</div>`;
  }

  /**
   * Opens and closes the dialog. It is not modal, because the payer needs the phone beside it; the rest of
   * the app is inert meanwhile.
   */
  protected override updated(): void {
    const dialog = this.querySelector('dialog')!;
    document.documentElement.toggleAttribute('data-drawer', this.#isOpen);
    if (this.#isOpen === dialog.open) return;
    if (this.#isOpen) dialog.show();
    else dialog.close();
  }

  #balanceView(): TemplateResult {
    const { currency, balance, add } = this.#texts;
    const { amount } = this.#balance;
    return html`<section class="balance" aria-labelledby="balance">
      <h2 id="balance">${balance}</h2>
      <p class="sum">
        ${amount === undefined ? nothing : html`${formatMoney(amount, this.fiat, this.#lang)} <small>${this.fiat}</small>`}
      </p>
      <div class="fiats" role="group" aria-label=${currency} translate="no">
        ${this.#fiats.map(
          (fiat) =>
            html`<button type="button" aria-pressed=${fiat === this.fiat} @click=${() => this.#choose(fiat)}>
              ${fiat}
            </button>`,
        )}
      </div>
      <a class="button primary" href=${this.#router.href(ADD)}>${icon('plus')}${add}</a>
    </section>`;
  }

  #tabsView(): TemplateResult {
    return html`<nav class="tabs" aria-label=${this.#texts.tabs} ?inert=${this.#isOpen}>
      ${TABS.map(
        (tab) =>
          html`<a href=${this.#router.href(tab.path)} aria-current=${tab === this.#tab ? 'page' : nothing}>
            ${icon(tab.drawing)}${this.#texts[tab.name]}
          </a>`,
      )}
    </nav>`;
  }

  #drawerView(): TemplateResult {
    const { add, close } = this.#texts;
    return html`<dialog class="drawer" aria-labelledby="drawer-title">
      <div class="head">
        <h2 id="drawer-title" tabindex="-1" autofocus>${add}</h2>
        <button type="button" class="close" aria-label=${close} @click=${this.#close}>
          ${icon('close')}
        </button>
      </div>
      ${this.#slip}
    </dialog>`;
  }

  #newsView({ amount, fiat, paymentId }: HistoryDeposit): TemplateResult {
    const { received, justNow } = this.#texts;
    const rail = RAIL_NAMES[methodOf(paymentId)?.slug ?? ''];
    return html`<p class="card">
      <span class="tick">${icon('check')}</span>
      <b>${received(formatMoney(amount ?? '', fiat, this.#lang))}</b>
      <span class="soft">${rail === undefined ? justNow : `${rail}, ${justNow}`}</span>
    </p>`;
  }

  #listOf(tab: Tab): DepositHistory {
    const known = this.#lists.get(tab);
    if (known) return known;
    const title = tab.name === 'deposits' ? { history: { title: this.#texts.deposits } } : {};
    const list = createHistory({ limit: tab.limit, merchantName: this.#texts.name, messages: title });
    render(html`<div slot="empty">${SUNRISE}</div>`, list);
    this.#lists.set(tab, list);
    return list;
  }

  /** The slip in the current currency. A receipt is not shown again. */
  #openSlip(): DepositSlip {
    const { fiat } = this;
    if (this.#slip && this.#slip.fiat === fiat && this.#slip.status !== 'arrived') return this.#slip;
    const methods = ONE_OF_EACH_RAIL.filter((method) => method.fiat === fiat);
    this.#slip = createSlip({
      fiat,
      merchantName: this.#texts.name,
      paymentId: methods.map(({ id }) => id).join(' '),
    });
    render(
      html`<button slot="done" type="button" class="button" @click=${() => this.#close()}>
        ${this.#texts.done}
      </button>`,
      this.#slip,
    );
    return this.#slip;
  }

  #show(path: string): void {
    this.#isOpen = path === ADD;
    if (this.#isOpen) this.#openSlip();
    else this.#tab = TABS.find((tab) => tab.path === path) ?? TABS[0];
    this.#news.hold(this.#isOpen);
    document.title = this.#title;
    this.requestUpdate();
  }

  get #title(): string {
    const { name, add, deposits } = this.#texts;
    if (this.#isOpen) return `${add} · ${name}`;
    return this.#tab.name === 'deposits' ? `${deposits} · ${name}` : name;
  }

  #choose(fiat: string): void {
    this.fiat = fiat;
    this.#balance.reset();
  }

  readonly #close = (): void => this.#router.back(this.#tab.path);

  /** The drawer shows the details of an awaited deposit. */
  #onOpen(event: DepositOpenEvent): void {
    const { paymentId, txId, amount } = event;
    const method = methodOf(paymentId);
    if (!method) return;
    event.preventDefault();
    this.#choose(method.fiat);
    const slip = this.#openSlip();
    this.#router.go(ADD);
    const isOnShow = slip.slip?.paymentId === method.id && slip.slip.txId === txId;
    if (!isOnShow) void this.#chooseMethod(slip, method.id, amount);
  }

  /** An element accepts a choice once it is in the page. */
  async #chooseMethod(slip: DepositSlip, paymentId: number, amount: string | undefined): Promise<void> {
    await this.updateComplete;
    await slip.updateComplete;
    slip.chooseMethod(paymentId, amount);
  }
}
