import { html, nothing, type TemplateResult } from 'lit';
import type { Method } from '../../../core/methods.js';
import { glyph } from '../../shared/views/glyph.js';
import { sumView, type Sum } from '../../shared/views/sum.js';
import type { SlipContext } from './context.js';

/** The head of every view: the rail, whom the payment is for, and the amount if it is known. */
export function headerView(
  title: string,
  method: Method | undefined,
  sum: Sum | undefined,
  context: SlipContext,
): TemplateResult {
  return html`<header part="header">
    <div class="who">
      ${glyph(method)}
      <div>
        <h2 id="title" part="title" tabindex="-1">${title}</h2>
        ${recipient(context)}
      </div>
    </div>
    ${sum ? html`<p part="total" class="total">${sumView(sum, context)}</p>` : nothing}
  </header>`;
}

/** "to {merchant}", if the page gave the merchant's name. */
export function recipient({ merchantName, messages }: SlipContext): TemplateResult | typeof nothing {
  if (!merchantName) return nothing;
  const [before, after] = messages.to.split('{merchant}');
  return html`<p class="to">${before}<bdi>${merchantName}</bdi>${after}</p>`;
}

/** A sentence with one of its placeholders in bold. */
export function withStrong(text: string, placeholder: string, value: string): TemplateResult {
  const [before, after] = text.split(placeholder);
  return html`${before}<b><bdi>${value}</bdi></b
    >${after}`;
}
