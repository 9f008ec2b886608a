import '../widget/all-locales.js';
import type { PropertyValues, TemplateResult } from 'lit';
import type { DepositSlipProperties } from '../widget/deposit-slip/attributes.js';
import { DepositSlip } from '../widget/deposit-slip/deposit-slip.js';
import { fill } from '../widget/shared/i18n/formatting.js';
import { messagesFor } from '../widget/shared/i18n/registry.js';
import { loadEncoder } from '../widget/shared/qr.js';
import { toHtml, type PageOptions } from './render.js';
import { scriptTextsFor } from './texts.js';

/**
 * What `<deposit-slip>` is rendered with: its attributes by the names of the properties, the answer of the endpoint, and what the page
 * needs. An answer in the page has no signature, and functions have no place in HTML.
 */
export type DepositSlipRendering = PageOptions &
  Omit<DepositSlipProperties, 'trustKey' | 'getSession' | 'answer'> & {
    /** What the kit answered, as JSON. Without it the skeleton is rendered, and the element asks for the answer. */
    readonly answer?: object | undefined;
  };

/**
 * Renders `<deposit-slip>` with its shadow root, to be written into a page's HTML. The page is seen, read, scanned and printed before
 * any script has run; with the script of the element, it is taken over as it stands. Send the page with `Cache-Control: no-store`.
 */
export async function renderDepositSlip(options: DepositSlipRendering): Promise<string> {
  if ('trustKey' in options && options.trustKey !== undefined)
    throw new TypeError('An answer in the page has no signature: leave trustKey out, or render nothing.');
  await loadEncoder();
  const { messages, ...rest } = options;
  const element = new ServerSlip(options);
  const template = element.renderOnce();
  return toHtml(DepositSlip as never, { template, withoutScript: element.withoutScript }, rest);
}

/** The element as a server renders it: once, and without a page. */
class ServerSlip extends DepositSlip {
  readonly #options: DepositSlipRendering;

  constructor(options: DepositSlipRendering) {
    super();
    this.#options = options;
    const { lang, url: _, tag: __, slotted: ___, nonce: ____, stylesheet: _____, ...properties } = options;
    this.setAttribute('lang', lang);
    Object.assign(this, properties);
  }

  protected override get hostname(): string {
    const { url } = this.#options;
    return url === undefined ? '' : new URL(url).hostname;
  }

  renderOnce(): TemplateResult {
    this.willUpdate(new Map() as PropertyValues<this>);
    return this.render() as TemplateResult;
  }

  get withoutScript(): string {
    const { lang, messages, merchantName } = this.#options;
    const { merchant, cannotKnow } = messagesFor(lang, messages);
    const { select, needsScript } = scriptTextsFor(lang);
    switch (this.status) {
      case 'ready':
        return `${select} ${fill(cannotKnow, { merchant: merchantName || [merchant] })}`;
      case 'arrived':
      case 'problem':
        return '';
      default:
        return needsScript;
    }
  }
}
