import { html, LitElement, type TemplateResult } from 'lit';
import { SITUATIONS } from '../situations/index.js';
import type { Situation } from '../situations/situation.js';
import type { WorkbenchContext } from './context.js';
import { dock } from './dock.js';
import { knobs } from './knobs.js';
import type { FrameMessage, FrameState, LoggedEvent, SettingsMessage } from './messages.js';
import { MERCHANT } from './properties.js';
import { rail } from './rail.js';
import { mustReload, queryOf, readSettings, type Settings } from './settings.js';
import { FRAME_PADDING, heightOf, scaleOf, stage, toolbar } from './stage.js';

/** From this width on, the rail and the knobs are beside the frame. */
const WIDE = '(min-width: 1100px)';
/** The amount that the simulated bank pays if the slip states none. */
const PAID = '150.00';
/** How long a message stays, in milliseconds. */
const MESSAGE_TIME = 5_000;

/** Every situation in a list, and one of them in a frame. The state is the query of the address. */
export class Workbench extends LitElement implements WorkbenchContext {
  static override readonly properties = {
    settings: { state: true },
    filter: { state: true },
    frame: { state: true },
    events: { state: true },
    message: { state: true },
    isWide: { state: true },
    stageWidth: { state: true },
    stageHeight: { state: true },
    firstAddress: { state: true },
  };

  declare settings: Settings;
  declare filter: string;
  declare frame: FrameState | undefined;
  declare events: readonly LoggedEvent[];
  declare message: string;
  declare isWide: boolean;
  declare stageWidth: number;
  declare stageHeight: number | undefined;
  declare firstAddress: string;

  readonly #wide = matchMedia(WIDE);
  readonly #sizes = new ResizeObserver(() => this.#measure());
  #canvas: Element | undefined;
  #unsaid: ReturnType<typeof setTimeout> | undefined;
  #revealed = '';

  constructor() {
    super();
    this.settings = readSettings(new URLSearchParams(location.search));
    this.filter = '';
    this.frame = undefined;
    this.events = [];
    this.message = '';
    this.isWide = this.#wide.matches;
    this.stageWidth = 0;
    this.stageHeight = undefined;
    this.firstAddress = '';
  }

  /** The page's own style sheets style the tool. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('message', this.#onMessage);
    window.addEventListener('popstate', this.#onHistory);
    this.#wide.addEventListener('change', () => (this.isWide = this.#wide.matches));
    this.#load();
  }

  get #situation(): Situation {
    return SITUATIONS.find(({ id }) => id === this.settings.situation)!;
  }

  get #iframe(): HTMLIFrameElement | null {
    return this.querySelector('iframe');
  }

  readonly change = (changes: Partial<Settings>): void => {
    const before = this.settings;
    this.settings = { ...before, ...changes };
    history.replaceState(null, '', this.#address);
    this.#show(before);
  };

  readonly open = (situation: string): void => {
    const before = this.settings;
    this.settings = { ...before, situation, amount: '' };
    history.pushState(null, '', this.#address);
    this.#show(before);
  };

  readonly setFilter = (filter: string): void => {
    this.filter = filter;
  };

  readonly clearLogs = (): void => {
    this.events = [];
    this.message = '';
  };

  readonly copy = (text: string, what: string): void => {
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'));
    copied.then(
      () => this.#say(`${what}: copied.`),
      () => this.#say('Could not copy. Select the text and copy it yourself.'),
    );
  };

  /** Sends the form of the payer's bank for the slip in the frame. */
  readonly pay = (preset: string): void => {
    const fields = this.frame?.payment;
    if (!fields) return;
    // A slip that does not poll would never show that the deposit arrived.
    if (this.settings.watch !== 'on') this.change({ watch: 'on' });
    const body = new URLSearchParams({ amount: PAID, beneficiary: MERCHANT, ...fields, preset });
    void fetch('/sandbox/pay', { method: 'POST', body }).then(
      ({ ok, status }) => this.#say(ok ? 'The bank sent it.' : `The bank refused it (${status}).`),
      () => this.#say('The bank did not answer.'),
    );
  };

  /** Shows a message over the stage for a while. */
  #say(message: string): void {
    this.message = message;
    clearTimeout(this.#unsaid);
    this.#unsaid = setTimeout(() => (this.message = ''), MESSAGE_TIME);
  }

  get #address(): string {
    return `/workbench?${queryOf(this.settings)}`;
  }

  /** Updates the frame from the previous settings to the current ones. */
  #show(before: Settings): void {
    if (mustReload(before, this.settings)) this.#load();
    else {
      const message: SettingsMessage = { type: 'settings', query: queryOf(this.settings) };
      this.#iframe?.contentWindow?.postMessage(message, location.origin);
    }
  }

  #load(): void {
    this.clearLogs();
    this.frame = undefined;
    document.title = `${this.#situation.title} · Workbench`;
    const address = `/workbench/frame?${queryOf(this.settings)}`;
    // Replaces the address instead of assigning it, so that Back leads to the previous situation.
    if (this.#iframe) this.#iframe.contentWindow!.location.replace(address);
    else this.firstAddress = address;
  }

  readonly #onMessage = ({ data, origin, source }: MessageEvent<FrameMessage>): void => {
    if (origin !== location.origin || source !== this.#iframe?.contentWindow) return;
    if (data.type === 'event') this.events = [data, ...this.events];
    else this.frame = data;
  };

  readonly #onHistory = (): void => {
    const before = this.settings;
    this.settings = readSettings(new URLSearchParams(location.search));
    this.#show(before);
  };

  protected override render(): TemplateResult {
    const situation = this.#situation;
    return html`<div class="workbench">
      ${this.#side('Situations', rail(this))}
      <div class="middle">
        ${toolbar(this, situation)}
        <div class="canvas">
          ${this.firstAddress === '' || this.stageWidth === 0 ? '' : stage(this, situation)}
          <p class="message" role="status">${this.message}</p>
        </div>
        ${dock(this, situation)}
      </div>
      ${this.#side('Settings', knobs(this, situation))}
    </div>`;
  }

  /**
   * Beside the frame, or folded above and below it. Both layouts have the same structure, because a frame
   * that moves in the page loads again.
   */
  #side(label: string, content: TemplateResult): TemplateResult {
    return html`<details class="side" ?open=${this.isWide}>
      <summary>${label}</summary>
      <div class="side-body">${content}</div>
    </details>`;
  }

  /** Scrolls the rail to a situation. */
  #revealSituation(): void {
    if (this.#revealed === this.settings.situation) return;
    this.#revealed = this.settings.situation;
    this.querySelector('.rail [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  /** Sets what depends on the frame's size: inline styles in the markup would violate the policy. */
  protected override updated(): void {
    if (this.isWide) this.#revealSituation();
    const frame = this.querySelector<HTMLElement>('.frame');
    const scale = scaleOf(this);
    frame?.style.setProperty('--frame-width', `${this.settings.width + 2 * FRAME_PADDING}px`);
    frame?.style.setProperty('--frame-height', `${heightOf(this)}px`);
    frame?.style.setProperty('--scale', String(scale));
  }

  protected override firstUpdated(): void {
    this.#canvas = this.querySelector('.canvas')!;
    this.#sizes.observe(this.#canvas);
  }

  #measure(): void {
    this.stageWidth = this.#canvas?.clientWidth ?? 0;
    this.stageHeight = this.isWide ? this.#canvas?.clientHeight : undefined;
  }
}
