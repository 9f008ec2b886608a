import { LitElement, html, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import type { Deposit } from '../../core/reader/answer.js';
import { isLoopback } from '../../core/links.js';
import { methodOf } from '../../core/methods.js';
import { copyAmount, readTypedAmount } from '../../core/money.js';
import type { Problem } from '../../core/problem.js';
import type { Slip } from '../../core/reader/slip.js';
import { idsOf, missingOf, wordsOf } from './attributes.js';
import { canRender } from '../shared/can-render.js';
import type { CopyOutcome } from '../shared/clipboard.js';
import { CopyController, type CopyTarget } from '../shared/controllers/copy-controller.js';
import { QrController } from '../shared/controllers/qr-controller.js';
import {
  DepositAmountEvent,
  DepositArrivedEvent,
  DepositCopyEvent,
  DepositLinkEvent,
  DepositMethodEvent,
  DepositProblemEvent,
  DepositReadyEvent,
  DepositWarningEvent,
} from './events.js';
import { FocusController } from '../shared/controllers/focus-controller.js';
import { messagesFor, numberLocale, spokenLanguage } from '../shared/i18n/registry.js';
import type { PartialMessages } from '../shared/i18n/types.js';
import { inlineAnswer } from '../shared/inline-answer.js';
import { Language } from '../shared/controllers/locale-controller.js';
import { canShare, shareText } from '../shared/sharing.js';
import { mirrorStates } from './custom-states.js';
import { controls } from '../shared/styles/controls.js';
import { sheet } from './styles.js';
import { tokens } from '../shared/styles/tokens.js';
import { addressOf } from '../shared/endpoint.js';
import { IDLE, type Status, type Visit } from './state.js';
import { SlipController, type Setup } from './slip-controller.js';
import type { AmountTerms } from './views/amount.js';
import { linesOf, sharedText } from './views/lines.js';
import { announcementOf, visitView } from './views/state.js';
import type { Handlers, Scene } from './views/context.js';

/** Milliseconds for a whole request; the most a timer takes. */
const TIMEOUT = 10_000;
const MAX_TIMEOUT = 2 ** 31 - 1;

/** What is asked, and of whom. */
const ASK = ['endpoint', 'paymentId', 'fiat', 'amount'] as const;

/** A change of any of these makes another slip. */
const ASKS_ANEW = [
  ...ASK,
  'answer',
  'strict',
  'allowedHosts',
  'beneficiaryName',
  'seen',
  'trustKey',
] as const;

/**
 * Shows a payer exactly where and how to send money, and when it arrived.
 *
 * @summary The instructions of one deposit, asked from the merchant's own endpoint.
 * @slot header - Above the slip's title.
 * @slot help - Below the instructions.
 * @slot footer - At the foot of the slip.
 * @event {DepositReadyEvent} deposit-ready - The slip is on show.
 * @event {DepositProblemEvent} deposit-problem - The slip could not be shown.
 * @event {DepositMethodEvent} deposit-method - The payer chose a method.
 * @event {DepositAmountEvent} deposit-amount - The payer entered an amount; cancelable.
 * @event {DepositCopyEvent} deposit-copy - A copy button was pressed, and what came of it.
 * @event {DepositLinkEvent} deposit-link - The payer follows a link; cancelable.
 * @event {DepositWarningEvent} deposit-warning - Something about the answer the merchant should look at.
 * @event {DepositArrivedEvent} deposit-arrived - The deposit arrived; once per slip.
 * @csspart header - Title, amount and merchant.
 * @csspart picker - The methods to choose from.
 * @csspart amount - The box an amount is entered in.
 * @csspart submit - The button that asks with the amount entered.
 * @csspart row - One value with its label and copy button.
 * @csspart label - The label of a row.
 * @csspart value - The value of a row, and nothing else.
 * @csspart copy - A copy button.
 * @csspart qr - The QR code's box; `data-drawn` once it is drawn.
 * @csspart link - A link to a payment page.
 * @csspart notice - What a payer must be told about the slip as a whole.
 * @csspart problem - A problem in words.
 * @csspart retry - The button that asks again.
 * @csspart actions - Quiet actions at the foot.
 * @csspart arrival - The line that says whether the deposit arrived.
 * @cssstate idle, choosing, asking, loading, ready, problem, arrived - The status.
 * @cssstate watching - The arrival is being asked for.
 * @cssstate paused - It was, and will be again when the payer asks.
 * @cssstate test - An answer was marked as test.
 */
export class DepositSlip extends LitElement {
  static override styles = unsafeCSS(tokens + sheet + controls);
  static override properties = {
    endpoint: {},
    paymentId: { attribute: 'payment-id' },
    fiat: {},
    amount: {},
    minAmount: { attribute: 'min-amount' },
    maxAmount: { attribute: 'max-amount' },
    session: {},
    merchantName: { attribute: 'merchant-name' },
    beneficiaryName: { attribute: 'beneficiary-name' },
    seen: {},
    allowedHosts: { attribute: 'allowed-hosts' },
    theme: { reflect: true },
    strict: { type: Boolean },
    watch: { type: Boolean },
    trustKey: { attribute: 'trust-key' },
    timeout: { type: Number },
    answer: { attribute: false },
    getSession: { attribute: false },
    messages: { attribute: false },
  };

  readonly #language = new Language(this);
  readonly #copier = new CopyController(this);
  readonly #drawer = new QrController(this);
  readonly #visitor = new SlipController(this, () => this.#setup());
  readonly #focusKeeper = new FocusController(this, () => this.#visitor.visit);
  readonly #internals = this.attachInternals();
  readonly #handlers: Handlers = {
    onCopy: (target) => void this.#copy(target),
    onLink: (event, href) => this.#onLink(event, href),
    onToggleQr: () => this.#drawer.toggle(),
    onTyped: (event) => this.#visitor.type({ typed: (event.target as HTMLInputElement).value }),
    onTypedKey: (event) => {
      if (event.key === 'Enter' && !event.isComposing) this.#onSubmit();
    },
    onSubmit: () => this.#onSubmit(),
    onChoose: (paymentId) => this.#onChoose(paymentId),
    onOther: () => this.#visitor.chooseOther(),
    // The second click of a double click comes after a quick answer, and wants no other code again.
    onRenew: ({ detail }) => {
      if (detail < 2) this.#visitor.again(true);
    },
    onShare: () => void this.share(),
    onPrint: () => this.print(),
    onRetry: () => this.#visitor.again(),
    onCheckAgain: () => this.#visitor.resume(),
  };
  readonly #canRender = canRender();
  /** The visit as it was last shown. */
  #shown: Visit = IDLE;
  #inline: unknown;
  #drawn: Promise<boolean> | undefined;

  /** The merchant's deposit endpoint. */
  endpoint?: string;
  /** One payment id, or several separated by spaces: then the payer chooses. */
  paymentId?: string;
  /** ISO 4217 code, where a method has more than one currency. */
  fiat?: string;
  /** A preset amount, a plain decimal string. */
  amount?: string;
  /** The smallest amount the payer may enter, a plain decimal string. */
  minAmount?: string;
  /** The largest amount the payer may enter, a plain decimal string. */
  maxAmount?: string;
  /** Sent as `Authorization: Bearer`; setting it after `unauthorized` asks again. */
  session?: string;
  /** The merchant's name, used in texts. */
  merchantName?: string;
  /** The holder's name, shown where the answer names none but bank apps ask for one. */
  beneficiaryName?: string;
  /** `slip.fingerprint` of an earlier visit: if the account is another now, the slip says so first. */
  seen?: string;
  /** Hosts links may lead to, separated by spaces; absent: any https host. */
  allowedHosts?: string;
  /** `auto`, `light` or `dark`. */
  theme?: 'auto' | 'light' | 'dark';
  /** An essential value that fails its check ends in the problem `unverified`. */
  strict = false;
  /** Asks whether the deposit arrived, where the answer allows it. */
  watch = false;
  /** Ed25519 public key, 43 characters of base64url: answers it did not sign end in the problem `unsafe`. */
  trustKey?: string;
  /** Milliseconds for a whole request, body included. */
  timeout = TIMEOUT;
  /** An answer brought along, envelope or its data: then nothing is requested. */
  answer?: object;
  /** Asked for a session before a request, and once more after a 401. */
  getSession?: () => Promise<string>;
  /** Overrides of any text. */
  messages?: PartialMessages;

  /** What the element is doing. */
  get status(): Status {
    return this.#visitor.visit.status;
  }

  /** The slip on show. */
  get slip(): Slip | undefined {
    return slipOf(this.#visitor.visit);
  }

  /** The problem on show. */
  get problem(): Problem | undefined {
    const { visit } = this.#visitor;
    return visit.status === 'problem' ? visit.problem : undefined;
  }

  /** The payment id on show, given or chosen; undefined until it is known. */
  get chosenId(): number | undefined {
    const { visit } = this.#visitor;
    return this.slip?.paymentId ?? ('ask' in visit ? visit.ask.paymentId : undefined);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) this.#inline = inlineAnswer(this);
    // It was written for the ask of its page, and answers no other.
    else if (ASK.some((name) => changed.get(name))) this.#inline = undefined;
    if (!this.hasUpdated || ASKS_ANEW.some((name) => changed.has(name))) this.#visitor.begin();
    else if (changed.has('session')) this.#visitor.takeSession();
    else if (changed.has('watch')) this.#visitor.watch();
    if (this.slip !== slipOf(this.#shown)) this.#copier.clear();
    this.#drawn = this.#drawer.draw(this.slip?.code?.payload);
  }

  protected override updated(): void {
    const before = this.#shown;
    const { visit } = this.#visitor;
    if (before === visit) return;
    this.#shown = visit;
    mirrorStates(this.#internals, visit);
    this.#tell(before, visit);
  }

  /** Asks again, for a new slip. */
  reload(): void {
    if (this.hasUpdated) this.#visitor.again(true);
  }

  /** Copies one value by its wire key (`amount`: the amount), or all of them as lines of `label: value`. */
  async copy(key?: string): Promise<CopyOutcome> {
    if (!this.slip) return 'blocked';
    if (key === undefined) return this.#copier.copy('all', linesOf(this.slip, this.#scene()), null);
    const target =
      key === 'amount' && this.slip.askedAmount ? key : this.slip.rows.find((row) => row.key === key);
    return target ? this.#copy(target) : 'blocked';
  }

  /** Prints the page, of the slip its values, its code and its date, dark on light and without buttons. */
  print(): void {
    globalThis.print();
  }

  /** Hands the slip as text to the device's own sharing. Resolves to whether it was taken. */
  async share(): Promise<boolean> {
    const { slip } = this;
    return slip ? shareText(sharedText(slip, this.#visitor.visit.test, this.#scene())) : false;
  }

  /** Says that the deposit arrived, where the page learned it by other means. */
  markArrived(deposit: Deposit = {}): void {
    this.#visitor.markArrived(deposit);
  }

  /** Moves the focus to the first thing a payer can do. */
  override focus(options?: FocusOptions): void {
    this.shadowRoot?.querySelector<HTMLElement>('.card :is(input, a, button)')?.focus(options);
  }

  protected override render(): TemplateResult | string {
    const { visit } = this.#visitor;
    const scene = this.#scene();
    if (!this.#canRender) return scene.messages.problems.unconfigured;
    const lang = spokenLanguage(this.#language.tag);
    const said = this.#focusKeeper.isSpoken && !scene.copied ? '' : announcementOf(visit, scene);
    return html`<section class="card" lang=${lang} aria-labelledby="title">
        ${visit.test ? html`<p part="notice" class="test">${scene.messages.test}</p>` : nothing}
        <slot name="header"></slot>
        ${visitView(visit, this.#terms(), scene)}
        <slot name="help"></slot><slot name="footer"></slot>
      </section>
      <p class="sr" role="status" lang=${lang}>${said}</p>`;
  }

  #setup(): Setup {
    const { session, getSession, strict, watch } = this;
    // Only what was never set, or removed, is none: an empty or malformed key trusts nobody.
    const trustKey = this.trustKey ?? undefined;
    const endpoint = this.#canRender && addressOf(this.endpoint);
    const timeout = this.timeout > 0 && this.timeout <= MAX_TIMEOUT ? this.timeout : TIMEOUT;
    return {
      source: endpoint ? { endpoint, session, getSession, timeout, trustKey } : undefined,
      signed: trustKey !== undefined,
      given: this.#canRender ? (this.answer ?? this.#inline) : undefined,
      paymentIds: idsOf(this.paymentId),
      reading: {
        links: { hosts: wordsOf(this.allowedHosts), loopback: isLoopback(location.hostname) },
        strict,
        beneficiaryName: this.beneficiaryName || undefined,
        seen: this.seen || undefined,
      },
      // An attribute that is removed leaves null, an empty one says nothing either.
      fiat: this.fiat || undefined,
      amount: this.amount || undefined,
      watch,
    };
  }

  #scene(): Scene {
    const lang = this.#language.tag;
    const messages = messagesFor(lang, this.messages);
    return {
      messages,
      numbers: numberLocale(lang, methodOf(this.chosenId)?.amountLocale),
      merchant: this.merchantName || messages.merchant,
      merchantName: this.merchantName,
      copied: this.#copier.feedback,
      qr: this.#drawer.state,
      watch: this.watch,
      canRenew: Boolean(this.endpoint),
      canShare: canShare(),
      handlers: this.#handlers,
    };
  }

  #terms(): AmountTerms {
    const offer = this.#visitor.offer(this.chosenId);
    return {
      fiat: this.fiat || (offer?.fiat ?? methodOf(this.chosenId)?.fiat),
      min: this.minAmount || offer?.min,
      max: this.maxAmount || offer?.max,
      isOptional: this.#visitor.takesAmount,
    };
  }

  async #copy(target: Exclude<CopyTarget, 'all'>): Promise<CopyOutcome> {
    const { key, kind } = target === 'amount' ? { key: target, kind: target } : target;
    const text =
      target === 'amount' ? copyAmount(this.slip?.askedAmount ?? '', this.#scene().numbers) : target.copy;
    const outcome = await this.#copier.copy(target, text, this.#shownOf(target));
    this.dispatchEvent(new DepositCopyEvent(key, kind, outcome));
    return outcome;
  }

  #shownOf(target: CopyTarget): Node | null {
    const at = this.slip?.rows.findIndex((row) => row === target) ?? -1;
    return at < 0
      ? this.renderRoot.querySelector('.total > span')
      : this.renderRoot.querySelectorAll('.value')[at]!;
  }

  #onChoose(paymentId: number): void {
    this.dispatchEvent(new DepositMethodEvent(paymentId));
    this.#visitor.choose(paymentId);
  }

  #onLink(event: Event, href: string): void {
    if (!this.dispatchEvent(new DepositLinkEvent(href))) event.preventDefault();
  }

  #onSubmit(): void {
    const { visit } = this.#visitor;
    if (!('entry' in visit)) return;
    const { typed } = visit.entry;
    const terms = this.#terms();
    const reading = readTypedAmount(typed, this.#scene().numbers, terms);
    if ('error' in reading) this.#visitor.type({ typed, fault: reading.error });
    else if (this.dispatchEvent(new DepositAmountEvent(reading.amount, terms.fiat)))
      this.#visitor.submitAmount(reading.amount);
  }

  /** One event per outcome, when it is on show. */
  #tell(before: Visit, visit: Visit): void {
    if (visit.status === 'ready' && visit.slip !== slipOf(before)) void this.#tellReady(visit.slip);
    else if (visit.status === 'problem') this.#tellProblem(visit.problem);
    else if (visit.status === 'arrived')
      this.dispatchEvent(new DepositArrivedEvent(visit.deposits, visit.expected));
  }

  async #tellReady(slip: Slip): Promise<void> {
    const drawn = this.#drawn;
    this.dispatchEvent(new DepositReadyEvent(slip));
    for (const warning of slip.warnings) this.dispatchEvent(new DepositWarningEvent(warning));
    const code = slip.rows.find(({ key }) => key === slip.code?.key);
    if (!(await drawn) && code && this.slip === slip)
      this.dispatchEvent(new DepositWarningEvent({ key: code.key, kind: code.kind, reason: 'qr' }));
  }

  #tellProblem(failure: Problem): void {
    if (failure.kind === 'unconfigured')
      console.warn(`<${this.localName}> needs ${missingOf(this.#canRender, this.paymentId)}.`);
    this.dispatchEvent(new DepositProblemEvent(failure));
  }
}

function slipOf(visit: Visit): Slip | undefined {
  return 'slip' in visit ? visit.slip : undefined;
}
