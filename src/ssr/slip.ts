import '../widget/all-locales.js';
import type { PropertyValues, TemplateResult } from 'lit';
import type { DepositSlipProperties } from '../widget/deposit-slip/properties.js';
import { DepositSlip } from '../widget/deposit-slip/deposit-slip.js';
import { knownOffer, slipQuery } from '../widget/deposit-slip/query.js';
import { fill } from '../widget/shared/i18n/formatting.js';
import { messagesFor } from '../widget/shared/i18n/registry.js';
import { loadEncoder } from '../widget/shared/qr.js';
import { splitOptions, toHtml, type Rendering, type PageOptions } from './render.js';
import { scriptTextsFor } from './texts.js';

/**
 * Options for rendering `<deposit-slip>`: the page, the attributes by property name, and the response of the
 * endpoint. HTML has no attribute for `messages`: also set them on the element in the page.
 */
export type DepositSlipRendering = PageOptions & Omit<DepositSlipProperties, 'getSession'>;

/**
 * Renders `<deposit-slip>` with its shadow root, to be written into the HTML of a page: the slip can be seen,
 * read, scanned and printed before any script runs. The element takes it over unchanged. Without `answer`,
 * renders the skeleton, and the element requests the response. Send the page with `Cache-Control: no-store,
 * no-transform`.
 */
export async function renderDepositSlip(options: DepositSlipRendering): Promise<string> {
  await loadEncoder();
  const { page, values } = splitOptions(options);
  return toHtml(DepositSlip, new ServerSlip(page, values).draw(), values, page);
}

/**
 * The element's first request to its endpoint; undefined if the payer first has to choose or enter something.
 */
export function firstQuery(options: DepositSlipRendering): Record<string, string | undefined> | undefined {
  const { page, values } = splitOptions(options);
  return new ServerSlip(page, values).firstQuery();
}

/** The element on a server: rendered once, and without a page. */
class ServerSlip extends DepositSlip {
  readonly #page: PageOptions;

  constructor(page: PageOptions, values: DepositSlipProperties) {
    super();
    this.#page = page;
    this.setAttribute('lang', page.lang);
    Object.assign(this, values);
    this.willUpdate(new Map() as PropertyValues<this>);
  }

  protected override get hostname(): string {
    const { url } = this.#page;
    return url === undefined ? '' : new URL(url).hostname;
  }

  draw(): Rendering {
    const { spokenCode } = scriptTextsFor(this.#page.lang);
    this.messages = { ...this.messages, spokenCode };
    return { template: this.render() as TemplateResult, withoutScript: this.#withoutScript() };
  }

  firstQuery(): Record<string, string | undefined> | undefined {
    if (this.status !== 'loading') return undefined;
    const { chosenId: paymentId, fiat, amount } = this;
    const request = { paymentId, fiat: fiat || undefined, amount: amount || undefined };
    return slipQuery(request, paymentId === undefined ? undefined : knownOffer(paymentId));
  }

  /** The text that replaces the buttons and the status. A receipt and a problem need none. */
  #withoutScript(): string {
    const { lang } = this.#page;
    const { merchant, cannotKnow } = messagesFor(lang, this.messages);
    const { select, needsScript } = scriptTextsFor(lang);
    if (this.status === 'arrived' || this.status === 'problem') return '';
    if (this.status !== 'ready') return needsScript;
    return `${select} ${fill(cannotKnow, { merchant: this.merchantName || [merchant] })}`;
  }
}
