import { html, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { HistoryDeposit } from '../../core/reader/history.js';
import type { Problem } from '../../core/problem.js';
import { canRender } from '../shared/can-render.js';
import { contactAddress } from '../shared/contact.js';
import { CopyController } from '../shared/controllers/copy-controller.js';
import { FocusController } from '../shared/controllers/focus-controller.js';
import { LocaleController } from '../shared/controllers/locale-controller.js';
import { endpointOf } from '../shared/endpoint-element.js';
import { directionOf } from '../shared/i18n/formatting.js';
import { messagesFor } from '../shared/i18n/registry.js';
import { inlineAnswer } from '../shared/inline-answer.js';
import { printAlone } from '../shared/printing.js';
import { warnOfProblem } from '../shared/problem-warning.js';
import { base } from '../shared/styles/base.js';
import { card } from '../shared/styles/card.js';
import { controls } from '../shared/styles/controls.js';
import { row } from '../shared/styles/row.js';
import { tokens } from '../shared/styles/tokens.js';
import type { CopyTarget } from '../shared/views/row.js';
import { mirrorStates } from './custom-states.js';
import { DayController } from './day-controller.js';
import { DepositCopyEvent, DepositListEvent, DepositOpenEvent, DepositProblemEvent } from './events.js';
import { HistoryController, type Settings } from './history-controller.js';
import { historyMessagesFor, spokenLanguage } from './messages.js';
import { HistoryProperties, LIMIT } from './properties.js';
import { isSlipOf, openInSlip } from './slip-opener.js';
import { IDLE, type HistoryState, type Status } from './state.js';
import { list } from './styles/list.js';
import type { HistoryContext } from './views/context.js';
import { announcementOf, copyAnnouncement, stateView } from './views/state.js';

/** Events of a slip after which the list has changed. */
const SLIP_EVENTS = ['deposit-ready', 'deposit-arrived', 'deposit-change'] as const;

/**
 * Shows a payer which of their deposits have arrived and which are awaited.
 *
 * @tag deposit-history
 * @summary The deposits of one payer, requested from the merchant's own endpoint.
 * @slot header - Above the title.
 * @slot empty - Below the message of a list without deposits, for example a button to make one.
 * @slot footer - At the foot of the list.
 * @event {DepositListEvent} deposit-list - The list is shown, or has changed.
 * @event {DepositOpenEvent} deposit-open - The payer pressed an awaited or partial deposit; cancelable.
 * @event {DepositCopyEvent} deposit-copy - A copy button was pressed; carries the outcome.
 * @event {DepositProblemEvent} deposit-problem - The list could not be shown.
 * @csspart card - The surface behind all content.
 * @csspart test - The stripe of a response that is marked as test; also a `notice`.
 * @csspart notice - A notice to the payer about the whole list.
 * @csspart title - The heading.
 * @csspart status - The line that says why the list may be out of date.
 * @csspart day - The heading of one day's deposits, or of the awaited ones.
 * @csspart deposit - One deposit, folded or unfolded.
 * @csspart entry - The line of a deposit, a button.
 * @csspart amount - The amount of a deposit.
 * @csspart state - The status of a deposit, in a word or two.
 * @csspart difference - Below the amount: the missing or excess amount, or the currency.
 * @csspart sums - The deposit itself and the asked amount, if they differ, or the amount sent back.
 * @csspart numbers - The order's reference and the deposit number.
 * @csspart details - The unfolded part of a deposit.
 * @csspart row - One value of the details, with its label and copy button.
 * @csspart label - The label of a row.
 * @csspart value - Only the value of a row.
 * @csspart copy - A copy button.
 * @csspart empty - The message of a list without deposits.
 * @csspart actions - The foot of a list that has more deposits.
 * @csspart more - The button that shows more deposits.
 * @csspart problem - A problem, with what the payer can do about it.
 * @csspart retry - The button that tries again.
 */
export class DepositHistory extends HistoryProperties {
  static readonly tag: string = 'deposit-history';
  static override styles = unsafeCSS(tokens + base + card + row + controls + list);
  readonly #locale = new LocaleController(this);
  readonly #copier = new CopyController(this);
  readonly #canRender = canRender();
  readonly #controller = new HistoryController(this, () => this.#settings());
  readonly #focus = new FocusController(this, () => {
    const { state } = this.#controller;
    return { key: state, view: state.status, isBusy: state.status === 'loading', target: '#title' };
  });
  readonly #states = this.attachInternals?.().states;
  /** The state that was last rendered. */
  #shown: HistoryState = IDLE;
  /** The last announcement. A new object is announced even if its text is the same. */
  #said = { text: '' };

  /** The current status of the element. */
  get status(): Status {
    return this.#controller.state.status;
  }

  /** The loaded deposits: awaited ones, then those that arrived, newest first. */
  get deposits(): readonly HistoryDeposit[] {
    const { state } = this.#controller;
    return state.status === 'ready' ? state.deposits : [];
  }

  /** The problem that is shown. */
  get problem(): Problem | undefined {
    const { state } = this.#controller;
    return state.status === 'problem' ? state.problem : undefined;
  }

  constructor() {
    super();
    this.addController(new DayController(this));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of SLIP_EVENTS) document.addEventListener(type, this.#onSlipEvent);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of SLIP_EVENTS) document.removeEventListener(type, this.#onSlipEvent);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) this.#controller.start(this.#pageAnswer());
    else if (changed.has('answer')) this.#controller.start(this.answer);
    else if (changed.has('endpoint')) this.#controller.start();
    else if (changed.has('session')) this.#controller.renewSession();
    else if (changed.has('watch')) this.#controller.watch();
    if (openOf(this.#controller.state) !== openOf(this.#shown)) this.#copier.clear();
  }

  protected override updated(): void {
    const before = this.#shown;
    const { state } = this.#controller;
    if (before === state) return;
    this.#shown = state;
    mirrorStates(this.#states, state);
    warnOfProblem(this.localName, before, state);
    this.#dispatchOutcome(before, state);
  }

  /** Requests the newest deposits and adds them to the list. */
  refresh(): Promise<void> {
    return this.hasUpdated ? this.#controller.refresh() : Promise.resolve();
  }

  /** Shows more of the list, as the button does. */
  showMore(): Promise<void> {
    return this.#controller.showMore();
  }

  /** Prints this element alone. */
  print(): void {
    printAlone(this);
  }

  /** Moves the focus to the first thing a payer can do. */
  override focus(options?: FocusOptions): void {
    this.shadowRoot?.querySelector<HTMLElement>('.card :is(a, button)')?.focus(options);
  }

  protected override render(): TemplateResult | string {
    const { state } = this.#controller;
    const context = this.#context();
    const { texts, lang } = context;
    if (!this.#canRender) return texts.failed;
    if (state !== this.#shown) this.#said = { text: this.#announcementOf(state, context) };
    const said = this.#said;
    return html`<div class="frame">
      <section part="card" class="card" lang=${lang} dir=${directionOf(lang)} aria-labelledby="title">
        ${state.test ? html`<p part="notice test" class="test">${texts.test}</p>` : nothing}
        <slot name="header"></slot>
        ${stateView(state, context)}
        <slot name="footer"></slot>
      </section>
      <p class="sr" role="status" lang=${lang} dir=${directionOf(lang)}>${keyed(said, said.text)}</p>
      <p class="sr" role="status" lang=${lang} dir=${directionOf(lang)}>${copyAnnouncement(context)}</p>
    </div>`;
  }

  #announcementOf(state: HistoryState, context: HistoryContext): string {
    const before = this.#shown;
    // Screen readers read a heading aloud when it gets the focus.
    if (before.status !== state.status && this.#focus.headingTakesFocus) return '';
    return announcementOf(before, state, context);
  }

  #context(): HistoryContext {
    const { tag } = this.#locale;
    const messages = messagesFor(tag, this.messages);
    return {
      messages,
      texts: historyMessagesFor(tag, this.messages?.history),
      lang: spokenLanguage(tag),
      tag,
      isPrinting: this.isPrinting,
      merchant: this.merchantName || [messages.merchant],
      contact: contactAddress(this.contact),
      copied: this.#copier.feedback,
      onCopy: (target, shown) => void this.#copy(target, shown),
      onOpen: (deposit) => this.#onOpen(deposit),
      onToggle: (id) => this.#controller.toggle(id),
      onShowMore: () => void this.#onShowMore(),
      onNewest: () => this.#controller.start(),
      onRetry: () => this.#controller.start(),
      onCheckAgain: () => this.#controller.resume(),
    };
  }

  /** The response that came with the page; undefined if nothing can be rendered. */
  #pageAnswer(): unknown {
    return this.#canRender ? (this.answer ?? inlineAnswer(this)) : undefined;
  }

  #settings(): Settings {
    return {
      endpoint: this.#canRender ? endpointOf(this) : undefined,
      missing: this.#canRender
        ? 'no endpoint that is a URL'
        : 'Trusted Types policy not allowed by the Content-Security-Policy',
      limit: this.limit >= 1 ? Math.floor(this.limit) : LIMIT,
      watch: this.watch,
    };
  }

  async #copy(target: CopyTarget, shown: Node | null): Promise<void> {
    if (typeof target === 'string') return;
    const outcome = await this.#copier.copy(target.copy, target.copy, shown);
    this.dispatchEvent(new DepositCopyEvent(target.key, target.kind, outcome));
  }

  /** Opens the payment details, or unfolds the deposit if there is no slip on the page. */
  #onOpen(deposit: HistoryDeposit): void {
    const event = new DepositOpenEvent(deposit);
    const url = endpointOf(this)?.url;
    if (!this.dispatchEvent(event)) return;
    if (url === undefined || !openInSlip(this, url, event)) this.#controller.toggle(deposit.id);
  }

  /** Keeps the focus in the list: the focused button may disappear with the last page. */
  async #onShowMore(): Promise<void> {
    const last = [...this.renderRoot.querySelectorAll<HTMLElement>('.entry')].at(-1);
    const id = last?.closest<HTMLElement>('.deposit')?.dataset['id'];
    const hadFocus = this.shadowRoot?.activeElement?.part.contains('more') === true;
    if (hadFocus) last?.focus({ preventScroll: true });
    const focused = this.shadowRoot?.activeElement;
    await this.#controller.showMore();
    await this.updateComplete;
    const entries = [...this.renderRoot.querySelectorAll<HTMLElement>('.entry')];
    const at = entries.findIndex((entry) => entry.closest<HTMLElement>('.deposit')?.dataset['id'] === id);
    // Unless the payer has moved the focus elsewhere in the meantime.
    const [next] = entries.slice(at + 1);
    if (hadFocus && this.shadowRoot?.activeElement === focused) next?.focus({ preventScroll: true });
  }

  readonly #onSlipEvent = (event: Event): void => {
    const url = endpointOf(this)?.url;
    if (url !== undefined && isSlipOf(url, event.composedPath()[0])) this.#controller.follow();
  };

  /** Dispatches one event per outcome, after rendering. */
  #dispatchOutcome(before: HistoryState, state: HistoryState): void {
    if (state.status === 'problem') this.dispatchEvent(new DepositProblemEvent(state.problem));
    if (state.status !== 'ready') return;
    const arrived = before.status === 'ready' ? arrivedSince(before, state) : [];
    if (before.status !== 'ready' || before.deposits !== state.deposits || arrived.length > 0)
      this.dispatchEvent(new DepositListEvent(state.deposits, arrived));
  }
}

function openOf(state: HistoryState): string | undefined {
  return state.status === 'ready' ? state.open : undefined;
}

type Ready = Extract<HistoryState, { status: 'ready' }>;

/** The deposits that arrived since the list was last rendered. */
function arrivedSince(before: Ready, state: Ready): readonly HistoryDeposit[] {
  return state.arrived === before.arrived ? [] : state.arrived;
}
