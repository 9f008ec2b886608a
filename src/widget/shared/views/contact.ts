import { html, nothing, type TemplateResult } from 'lit';
import type { Words } from '../i18n/formatting.js';
import type { Messages } from '../i18n/types.js';
import { sentenceView } from './sentence.js';

/** The merchant and how to contact them. */
export interface ContactContext {
  readonly messages: Messages;
  /** The merchant's name, or the words for "the merchant". */
  readonly merchant: string | Words;
  /** An https, mailto or tel URL, if the page gave one. */
  readonly contact: string | undefined;
}

/** The contact link, if the page set an address. It looks the same everywhere. */
export function contactLink({
  messages,
  merchant,
  contact,
}: ContactContext): TemplateResult | typeof nothing {
  if (contact === undefined) return nothing;
  return html`<a class="button second" href=${contact} target="_blank" rel="noopener noreferrer"
    ><span>${sentenceView(messages.contact, { merchant })}</span></a
  >`;
}
