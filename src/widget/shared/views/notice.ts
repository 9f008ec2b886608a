import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icon.js';

/** What a payer must read before paying. */
export interface Notice {
  readonly title?: string | undefined;
  readonly text: string;
}

/** A notice above the values, and the way out that belongs to it. */
export function noticeView({ title, text }: Notice, wayOut: TemplateResult | typeof nothing): TemplateResult {
  return html`<div part="notice" class="notice">
    ${icon('warning', 22)}
    <div>${title ? html`<strong>${title}</strong>` : nothing}${text} ${wayOut}</div>
  </div>`;
}
