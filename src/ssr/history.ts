import '../widget/all-locales.js';
import '../widget/deposit-history/all-locales.js';
import type { PropertyValues, TemplateResult } from 'lit';
import type { DepositHistoryProperties } from '../widget/deposit-history/properties.js';
import { DepositHistory } from '../widget/deposit-history/deposit-history.js';
import { splitOptions, toHtml, type Rendering, type PageOptions } from './render.js';
import { scriptTextsFor } from './texts.js';

/**
 * Options for rendering `<deposit-history>`: the page, the attributes by property name, and the response to
 * `?history=1`.
 */
export type DepositHistoryRendering = PageOptions & Omit<DepositHistoryProperties, 'getSession'>;

/**
 * Renders `<deposit-history>` as `renderDepositSlip` renders the slip. Days and times are in the server's
 * time zone until the element takes over.
 */
export async function renderDepositHistory(options: DepositHistoryRendering): Promise<string> {
  const { page, values } = splitOptions(options);
  return toHtml(DepositHistory, new ServerHistory(page, values).draw(), values, page);
}

/** The element on a server: rendered once, and without a page. */
class ServerHistory extends DepositHistory {
  readonly #lang: string;

  constructor({ lang }: PageOptions, values: DepositHistoryProperties) {
    super();
    this.#lang = lang;
    this.setAttribute('lang', lang);
    Object.assign(this, values);
    this.willUpdate(new Map() as PropertyValues<this>);
  }

  draw(): Rendering {
    const withoutScript = this.status === 'loading' ? scriptTextsFor(this.#lang).needsScript : '';
    return { template: this.render() as TemplateResult, withoutScript };
  }
}
