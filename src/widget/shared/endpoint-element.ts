import {
  isServer,
  LitElement,
  type PropertyDeclarations,
  type PropertyValues,
  type RenderOptions,
  type TemplateResult,
} from 'lit';
import { record } from '../../core/record.js';
import { PaletteController } from './controllers/palette-controller.js';
import { PrintController } from './controllers/print-controller.js';
import { resolveEndpoint, type Endpoint } from './endpoint.js';
import { ForeignChanges } from './foreign-changes.js';
import { loadTakeOver } from './load-take-over.js';
import type { takeOver } from './take-over.js';

/** Milliseconds for a whole request by default. */
const TIMEOUT = 10_000;
/** The longest time a browser's timer accepts. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/**
 * The properties of every element that shows the responses of the merchant's endpoint. The custom properties
 * of their style sheets are in styles/tokens.ts.
 */
export class EndpointElement extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    session: {},
    merchantName: { attribute: 'merchant-name' },
    contact: {},
    theme: { reflect: true },
    watch: { type: Boolean },
    timeout: { type: Number },
    getSession: { attribute: false },
  };

  /** The merchant's deposit endpoint. */
  endpoint?: string;
  /** Sent as `Authorization: Bearer`. Setting it after the problem `unauthorized` repeats the request. */
  session?: string;
  /** The merchant's name, used in texts. */
  merchantName?: string;
  /** Where a payer can contact the merchant: an https, mailto or tel URL. */
  contact?: string;
  /** `auto`, `light` or `dark`. */
  theme?: 'auto' | 'light' | 'dark';
  /** Polls for the deposit, if the response allows it. */
  watch = false;
  /** Milliseconds for a whole request, including the body. */
  timeout = TIMEOUT;
  /** Called to get a session before a request, and once more after a 401. */
  getSession?: () => Promise<string>;

  static override shadowRootOptions: ShadowRootInit = record({ mode: 'open' });

  /** Lit reads every option of a property, most of which ours do not have. */
  protected static override finalize(): void {
    for (const options of Object.values(this.properties)) Object.setPrototypeOf(options, null);
    super.finalize();
  }

  /** Lit asks whether there is one before it creates it. */
  override readonly renderRoot: HTMLElement | DocumentFragment = undefined!;
  override readonly renderOptions: RenderOptions = record({ host: this });

  /** Whether a server rendered the element. */
  readonly #isRendered = !isServer && this.shadowRoot !== null;
  #takeOver: typeof takeOver | undefined;
  readonly #print = new PrintController(this, () => {
    if (!this.hasUpdated) return;
    this.requestUpdate();
    this.performUpdate();
  });
  #foreignChanges: ForeignChanges | undefined;

  constructor() {
    super();
    this.addController(new PaletteController(this));
  }

  /** The page's host: links may point to this machine only if the page came from it. */
  protected get hostname(): string {
    return location.hostname;
  }

  /** Whether the page is being printed. */
  protected get isPrinting(): boolean {
    return this.#print.isPrinting;
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    // Otherwise Lit would render before the server-rendered content is taken over.
    if (this.#isRendered) this.renderOptions.renderBefore = null;
    return root;
  }

  /**
   * The first rendering gets its own task: together with the script that registers the element, it would
   * block the page for twice as long.
   */
  protected override scheduleUpdate(): void | Promise<unknown> {
    const update = () => super.scheduleUpdate();
    return this.hasUpdated ? update() : this.#prepare().then(update);
  }

  async #prepare(): Promise<void> {
    warnOfTrustKey(this);
    await new Promise((resolve) => setTimeout(resolve));
    if (!this.#isRendered) return;
    // Content that cannot be taken over is rendered again.
    const loaded = loadTakeOver().catch(() => () => this.renderRoot.replaceChildren());
    [this.#takeOver] = await Promise.all([loaded, this.beforeTakeOver()]);
  }

  /** Resolves when everything is available for taking over server-rendered content. */
  protected async beforeTakeOver(): Promise<void> {}

  protected override update(changed: PropertyValues): void {
    try {
      this.#foreignChanges?.undo();
      this.#takeOver?.(this, this.render() as TemplateResult, this.renderOptions);
      this.#takeOver = undefined;
      super.update(changed);
    } catch (error) {
      console.warn(
        `<${this.localName}> could not update its content and renders all of it again. See deposit-slip/docs/troubleshooting.md#content-that-others-change`,
        error,
      );
      this.#clear();
      super.update(changed);
    }
    this.#foreignChanges ??= new ForeignChanges(this.renderRoot, () => this.requestUpdate());
    this.#foreignChanges.ignore();
  }

  /** Removes all content, so that Lit renders it anew. */
  #clear(): void {
    // Lit finds what it rendered by the node that it rendered before.
    const end = document.createComment('');
    this.renderRoot.replaceChildren(end);
    this.renderOptions.renderBefore = end;
    this.#foreignChanges = undefined;
  }
}

let hasWarned = false;

/** Warns once that responses are no longer verified. */
function warnOfTrustKey(element: HTMLElement): void {
  if (hasWarned || !(element.hasAttribute('trust-key') || Object.hasOwn(element, 'trustKey'))) return;
  hasWarned = true;
  console.warn(
    `<${element.localName}> no longer knows trust-key: it does not verify who signed a response. Remove it.`,
  );
}

/**
 * The endpoint of an element and the data of its requests; undefined if `endpoint` is absent or not a URL. A
 * removed attribute is null and an empty one is the empty string; both count as absent.
 */
export function endpointOf({
  endpoint,
  session,
  getSession,
  timeout,
}: EndpointElement): Endpoint | undefined {
  const url = resolveEndpoint(endpoint);
  return url === undefined
    ? undefined
    : {
        url,
        session,
        getSession,
        timeout: timeout > 0 && timeout <= MAX_TIMEOUT ? timeout : TIMEOUT,
      };
}
