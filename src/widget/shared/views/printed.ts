import { html, type TemplateResult } from 'lit';
import { fill, formatMoment } from '../i18n/formatting.js';
import type { Messages } from '../i18n/types.js';

/** When this is printed; only on paper. The page renders anew before it is printed. */
export function printedView({ messages, lang }: { messages: Messages; lang: string }): TemplateResult {
  return html`<p class="muted printed now">
    ${fill(messages.printed, { time: formatMoment(Date.now(), lang) })}
  </p>`;
}
