import { html, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import { methodOf } from '../../core/methods.js';
import { record } from '../../core/record.js';
import { readTypedAmount } from '../../core/typed-amount.js';
import { epcOf } from '../../core/schemes/epc.js';
import type { Problem } from '../../core/problem.js';
import type { Deposit } from '../../core/reader/endpoint-response.js';
import type { Payment } from '../../core/reader/payment.js';
import type { Slip } from '../../core/reader/slip.js';
import { canRender } from '../shared/can-render.js';
import { contactAddress } from '../shared/contact.js';
import type { CopyOutcome } from '../shared/clipboard.js';
import { CopyController } from '../shared/controllers/copy-controller.js';
import { FocusController } from '../shared/controllers/focus-controller.js';
import { LocaleController } from '../shared/controllers/locale-controller.js';
import { PictureController, type PictureSource } from '../shared/controllers/picture-controller.js';
import { QrController } from '../shared/controllers/qr-controller.js';
import { directionOf, numberLocale } from '../shared/i18n/formatting.js';
import { messagesFor, spokenLanguage } from '../shared/i18n/registry.js';
import { inlineAnswer } from '../shared/inline-answer.js';
import { printAlone } from '../shared/printing.js';
import { warnOfProblem } from '../shared/problem-warning.js';
import { loadEncoder } from '../shared/qr.js';
import { qrImage, saveFile } from '../shared/qr-image.js';
import { canShare, share } from '../shared/sharing.js';
import { base } from '../shared/styles/base.js';
import { card } from '../shared/styles/card.js';
import { controls } from '../shared/styles/controls.js';
import { row } from '../shared/styles/row.js';
import { tokens } from '../shared/styles/tokens.js';
import type { CopyTarget, Derived } from '../shared/views/row.js';
import { mirrorStates } from './custom-states.js';
import { DepositAmountEvent, DepositCopyEvent, DepositLinkEvent, DepositMethodEvent } from './events.js';
import { dispatchOutcome } from './outcome.js';
import { SlipProperties } from './properties.js';
import { shownReference, settingsOf } from './settings.js';
import { SlipController } from './slip-controller.js';
import { IDLE, slipOf, type SlipState, type Status } from './state.js';
import { print } from './styles/print.js';
import { skeleton } from './styles/skeleton.js';
import { slip } from './styles/slip.js';
import { views } from './styles/views.js';
import type { AmountTerms } from './views/amount.js';
import type { SlipContext } from './views/context.js';
import { DERIVED, derivedText } from './views/derived.js';
import { linesOf, sharedText } from './views/lines.js';
import { testText } from './views/arrival.js';
import { announcementOf, hasAnnouncement, stateView } from './views/state.js';

/** Attributes that define the request. */
const REQUEST = ['endpoint', 'paymentId', 'fiat', 'amount'] as const;

/** A change to any of these requires a new slip. */
const RESTARTS = [...REQUEST, 'answer', 'strict', 'allowedHosts', 'beneficiaryName', 'seen'] as const;

/**
 * Shows a payer exactly where and how to send money, and when it has arrived.
 *
 * @tag deposit-slip
 * @summary The instructions of one deposit, requested from the merchant's own endpoint.
 * @slot header - Above the slip's title.
 * @slot help - Below the instructions.
 * @slot footer - At the foot of the slip.
 * @slot done - Below the receipt of a deposit that arrived: what comes next in your page.
 * @event {DepositReadyEvent} deposit-ready - The slip is shown.
 * @event {DepositProblemEvent} deposit-problem - The slip could not be shown.
 * @event {DepositMethodEvent} deposit-method - The payer chose a method.
 * @event {DepositAmountEvent} deposit-amount - The payer entered an amount; cancelable.
 * @event {DepositCopyEvent} deposit-copy - A copy button was pressed; carries the outcome.
 * @event {DepositLinkEvent} deposit-link - The payer follows a link; cancelable.
 * @event {DepositWarningEvent} deposit-warning - The response has a defect, but the slip is shown.
 * @event {DepositArrivedEvent} deposit-arrived - The payment is complete, or a deposit arrived. Once each.
 * @event {DepositChangeEvent} deposit-change - A part, an excess, a second deposit or a return.
 * @csspart card - The surface behind all content.
 * @csspart test - The stripe of a response that is marked as test; also a `notice`.
 * @csspart header - The glyph of the rail, the title, the merchant and the amount.
 * @csspart title - The heading of a view.
 * @csspart total - The amount in the header, or the amount that arrived.
 * @csspart status - The line that says whether the deposit has arrived or cannot be tracked.
 * @csspart notice - What the payer must read before paying.
 * @csspart lead - The panel of the one value to use, with the primary button and the QR code.
 * @csspart row - One value with its label and copy button; also the one in `lead`.
 * @csspart label - The label of a row.
 * @csspart value - Only the value of a row.
 * @csspart copy - A copy button.
 * @csspart qr - The box of the QR code or its picture; has `data-drawn` once it is drawn.
 * @csspart toggle - The button that shows and hides the QR code.
 * @csspart link - A link to a payment page, as a button.
 * @csspart more - The control that unfolds further values.
 * @csspart steps - The instructions, as a numbered list.
 * @csspart facts - The name that the payer's bank should show, and how long the transfer takes.
 * @csspart actions - Secondary actions at the bottom of the slip: new code, print, share, other methods.
 * @csspart picker - The list of methods to choose from.
 * @csspart option - One method of the picker.
 * @csspart field - The box around the field of an amount, with its currency.
 * @csspart amount - The field an amount is entered in.
 * @csspart submit - The button that requests a slip for the amount entered.
 * @csspart problem - A problem, with what the payer can do about it.
 * @csspart retry - The button that tries again.
 * @csspart account - The deposits of a payment so far, and the missing amount.
 * @csspart arrival - The view of an arrived deposit.
 * @csspart receipt - The list of arrived deposits, with method and time.
 */
export class DepositSlip extends SlipProperties {
  static readonly tag: string = 'deposit-slip';
  static override styles = unsafeCSS(tokens + base + card + row + controls + slip + views + skeleton + print);
  readonly #locale = new LocaleController(this);
  readonly #copier = new CopyController(this);
  readonly #qr = new QrController(this);
  readonly #picture = new PictureController(this);
  readonly #controller = new SlipController(this, () =>
    settingsOf(this, {
      inlineAnswer: this.#inlineAnswer,
      canRender: this.#canRender,
      hostname: this.hostname,
    }),
  );
  readonly #focus = new FocusController(this, () => {
    const { state } = this.#controller;
    const target = state.status === 'asking' ? '#amount' : '#title';
    return { key: state, view: state.status, isBusy: state.status === 'loading', target };
  });
  readonly #states = this.attachInternals?.().states;
  readonly #canRender = canRender();
  /** The state that was last rendered. */
  #shown: SlipState = IDLE;
  #inlineAnswer: unknown;
  #drawn: Promise<boolean> | undefined;

  /** The current status of the element. */
  get status(): Status {
    return this.#controller.state.status;
  }

  /** The slip that is shown. */
  get slip(): Slip | undefined {
    return slipOf(this.#controller.state);
  }

  /** The problem that is shown. */
  get problem(): Problem | undefined {
    const { state } = this.#controller;
    return state.status === 'problem' ? state.problem : undefined;
  }

  /** The state of the payment in the last response; undefined if the endpoint does not report it. */
  get payment(): Payment | undefined {
    return this.#controller.state.payment;
  }

  /** The current payment id, set or chosen; undefined until it is known. */
  get chosenId(): number | undefined {
    const { state } = this.#controller;
    return this.slip?.paymentId ?? ('request' in state ? state.request.paymentId : undefined);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) this.#inlineAnswer = inlineAnswer(this);
    // The inline answer belongs to the initial attributes. Drop it when one of them changes.
    else if (REQUEST.some((name) => changed.get(name))) this.#inlineAnswer = undefined;
    if (!this.hasUpdated || RESTARTS.some((name) => changed.has(name))) this.#controller.start();
    else if (changed.has('session')) this.#controller.renewSession();
    else if (changed.has('watch')) this.#controller.watch();
    const before = this.#shown;
    if (hasAnnouncement(before, this.#controller.state)) this.#copier.clear();
    const drawings = [this.#qr.draw(this.#payload()), this.#picture.show(this.#pictureSource())];
    this.#drawn = Promise.all(drawings).then((outcomes) => outcomes.every(Boolean));
  }

  protected override updated(): void {
    const before = this.#shown;
    const { state } = this.#controller;
    if (before === state) return;
    this.#shown = state;
    mirrorStates(this.#states, state);
    warnOfProblem(this.localName, before, state);
    dispatchOutcome(this, before, state, this.#drawn);
  }

  /** The payload of the QR code. A SEPA code is drawn when the payer unfolds it. */
  #payload(): string | undefined {
    const { slip } = this;
    return slip?.code?.payload ?? (slip && this.#qr.state.open ? epcOf(slip) : undefined);
  }

  /** The picture of a code that the response contains, or the link to one on a host that the page allows. */
  #pictureSource(): PictureSource | undefined {
    const { slip } = this;
    const isLinked = slip?.lead === 'qr' && this.allowedHosts?.trim();
    return slip?.picture ?? (isLinked ? slip.links.find(({ role }) => role === 'qr')?.href : undefined);
  }

  /** Loads the QR encoder first: otherwise the code would disappear until it is drawn again. */
  protected override async beforeTakeOver(): Promise<void> {
    if (this.shadowRoot?.querySelector('[data-drawn]')) await loadEncoder().catch(() => undefined);
  }

  /** Requests a new slip. */
  reload(): void {
    if (this.hasUpdated) this.#controller.reload(true);
  }

  /** Polls now, if your page learned of a deposit by other means: after an arrival it polls every 30 s. */
  check(): void {
    this.#controller.resume();
  }

  /**
   * Copies one value by its wire key (`amount` for the amount, `bank` for the bank of a CLABE), or without a
   * key all values as lines of `label: value`, with their warnings. Without such a value it is `blocked`.
   */
  async copy(key?: string): Promise<CopyOutcome> {
    const { state } = this.#controller;
    if (key === undefined && 'request' in state) {
      const text = linesOf(state, this.#context());
      return text ? this.#copier.copy('all', text, null) : 'blocked';
    }
    if (!this.slip || key === undefined) return 'blocked';
    const derived = DERIVED.find((of) => of === key && this.#derivedText(of) !== undefined);
    const target = derived ?? this.slip.rows.find((row) => row.key === key);
    return target ? this.#copy(target, this.#nodeOf(target)) : 'blocked';
  }

  /**
   * Chooses a method by its payment id, or without one returns to the list of methods, if there is a choice.
   * `amount`, a decimal string, is used if the payer would have to enter one.
   */
  chooseMethod(paymentId?: number, amount?: string): void {
    if (paymentId === undefined) this.#controller.chooseOther();
    else this.#controller.choose(paymentId, amount);
  }

  /**
   * Saves the QR code as a PNG image: through the share sheet on a touch screen, else as a download. False if
   * there is none, or only a picture from another host, or if nothing shows that the frame may download.
   */
  async saveQr(): Promise<boolean> {
    const { drawing } = this.#qr.state;
    const name = `${this.slip?.txId ?? 'qr'}.png`;
    const image = await (drawing ? qrImage(drawing, name) : this.#picture.file(name));
    return image ? saveFile(image) : false;
  }

  /** Prints the slip or the receipt alone, with its QR code and date, dark on light and without buttons. */
  print(): void {
    printAlone(this);
  }

  /** Shares the slip as text through the device. Resolves to whether it was shared. */
  async share(): Promise<boolean> {
    const text = sharedText(this.#controller.state, this.#context());
    return text ? share({ text }) : false;
  }

  /** Shows the deposit as arrived, if your page learned of it by other means. */
  markArrived(deposit: Deposit = {}): void {
    this.#controller.markArrived(deposit);
  }

  /** Moves the focus to the first thing a payer can do. */
  override focus(options?: FocusOptions): void {
    const selector = this.status === 'asking' ? '#amount' : '.card :is(input, a, button, summary)';
    this.shadowRoot?.querySelector<HTMLElement>(selector)?.focus(options);
  }

  protected override render(): TemplateResult | string {
    const { state } = this.#controller;
    const context = this.#context();
    if (!this.#canRender) return context.messages.problems.unconfigured;
    const lang = spokenLanguage(this.#locale.tag);
    const announcement = announcementOf(state, context, this.#focus.headingTakesFocus);
    return html`<div class="frame">
      <section part="card" class="card" lang=${lang} dir=${directionOf(lang)} aria-labelledby="title">
        ${state.test ? html`<p part="notice test" class="test">${testText(state, context)}</p>` : nothing}
        <slot name="header"></slot>
        ${stateView(state, this.#terms(), context)}
        <slot name="help"></slot><slot name="footer"></slot>
      </section>
      <p class="sr" role="status" lang=${lang} dir=${directionOf(lang)}>${announcement}</p>
    </div>`;
  }

  #context(): SlipContext {
    const tag = this.#locale.tag;
    const { state } = this.#controller;
    const messages = messagesFor(tag, this.messages);
    return {
      messages,
      lang: spokenLanguage(tag),
      tag,
      merchant: this.merchantName || [messages.merchant],
      merchantName: this.merchantName,
      order: shownReference(this),
      contact: contactAddress(this.contact),
      copied: this.#copier.feedback,
      qr: this.#qr.state,
      picture: this.#picture.state,
      isTest: state.test || state.status === 'loading',
      watch: this.watch,
      canRenew: Boolean(this.endpoint),
      canShare: canShare(),
      canChoose: state.offers.length > 1,
      canChangeAmount: this.#controller.takesAmount,
      ...this.#handlers,
    };
  }

  #terms(): AmountTerms {
    const offer = this.#controller.offer(this.chosenId);
    return {
      fiat: this.fiat || (offer?.fiat ?? methodOf(this.chosenId)?.fiat),
      min: this.minAmount || offer?.min,
      max: this.maxAmount || offer?.max,
      isOptional: offer?.amount === 'optional' && this.#controller.takesAmount,
    };
  }

  async #copy(target: CopyTarget, shown: Node | null): Promise<CopyOutcome> {
    const isDerived = typeof target === 'string';
    const { key, kind } = isDerived ? { key: target, kind: target } : target;
    const text = isDerived ? this.#derivedText(target) : target.copy;
    const outcome = await this.#copier.copy(target, text ?? '', shown);
    this.dispatchEvent(new DepositCopyEvent(key, kind, outcome));
    return outcome;
  }

  /** The node that shows a value. */
  #nodeOf(target: CopyTarget): Node | null {
    const [name, value] = typeof target === 'string' ? ['data-derived', target] : ['data-key', target.key];
    const rows = [...this.renderRoot.querySelectorAll('.row')];
    const row = rows.find((each) => each.getAttribute(name) === value);
    return row?.querySelector('.value') ?? null;
  }

  #derivedText(of: Derived): string | undefined {
    return this.slip && derivedText(of, this.slip, this.#context());
  }

  #onChoose(paymentId: number): void {
    this.dispatchEvent(new DepositMethodEvent(paymentId));
    this.#controller.choose(paymentId);
  }

  #onLink(event: Event, href: string): void {
    if (!this.dispatchEvent(new DepositLinkEvent(href))) event.preventDefault();
  }

  #onSubmit(): void {
    const { state } = this.#controller;
    if (!('entry' in state)) return;
    const { text } = state.entry;
    const terms = this.#terms();
    const reading = record(readTypedAmount(text, numberLocale(this.#locale.tag, terms.fiat), terms));
    if ('error' in reading) {
      this.#controller.input({ text, ...reading });
      // Where the payer corrects it.
      this.shadowRoot?.querySelector<HTMLElement>('#amount')?.focus();
    } else if (this.dispatchEvent(new DepositAmountEvent(reading.amount, terms.fiat)))
      this.#controller.submitAmount(reading.amount);
  }

  readonly #handlers = {
    onCopy: (target, shown) => void this.#copy(target, shown),
    onLink: (event, href) => this.#onLink(event, href),
    onToggleQr: () => this.#qr.toggle(),
    onSaveQr: () => void this.saveQr(),
    onInput: (event) => this.#controller.input({ text: (event.target as HTMLInputElement).value }),
    onKeydown: (event) => {
      if (event.key === 'Enter' && !event.isComposing) this.#onSubmit();
    },
    onSubmit: () => this.#onSubmit(),
    onChoose: (paymentId) => this.#onChoose(paymentId),
    onChangeMethod: () => this.#controller.chooseOther(),
    onChangeAmount: () => this.#controller.changeAmount(),
    // The second click of a double click may come after a fast response and must not request another code.
    onRenew: ({ detail }) => {
      if (detail < 2) this.#controller.reload(true);
    },
    onShare: () => void this.share(),
    onPrint: () => this.print(),
    onRetry: () => this.#controller.reload(),
    onCheckAgain: () => this.#controller.resume(),
  } satisfies Partial<SlipContext>;
}
