import { html, nothing, type TemplateResult } from 'lit';
import type { Method } from '../../../core/methods.js';
import { glyph } from '../../shared/views/glyph.js';
import { fill } from '../../shared/i18n/formatting.js';
import { sumText, sumView, type Sum } from '../../shared/views/sum.js';
import type { SlipContext } from './context.js';

/** The head of every view: the rail, whom the payment is for, and the amount if it is known. `whole`: what it is the rest of. */
export function headerView(
  title: string,
  method: Method | undefined,
  sum: Sum | undefined,
  context: SlipContext,
  whole?: string,
): TemplateResult {
  return html`<header part="header">
    <div class="who">
      ${glyph(method)}
      <div>
        <h2 id="title" part="title" tabindex="-1">${title}</h2>
        ${recipient(context)}
      </div>
    </div>
    ${sum ? totalView(sum, whole, context) : nothing}
  </header>`;
}

/** The amount to pay. Of a rest, what it is the rest of says the currency. */
function totalView(sum: Sum, whole: string | undefined, context: SlipContext): TemplateResult {
  const view = whole
    ? html`<span>${sumText(sum, context)}</span
        ><small> ${fill(context.messages.account.of, { amount: whole })}</small>`
    : sumView(sum, context);
  return html`<p part="total" class="total" translate="no">${view}</p>`;
}

/** "to {merchant}" and the number of the order, as far as the page gave them. */
export function recipient({ merchantName, order, messages }: SlipContext): TemplateResult | typeof nothing {
  if (!merchantName && !order) return nothing;
  const [before, after] = messages.to.split('{merchant}');
  const name = html`${before}<bdi translate="no">${merchantName}</bdi>${after}`;
  const number = html`${messages.account.order} <bdi translate="no">${order}</bdi>`;
  return html`${merchantName ? html`<p class="to">${name}</p>` : nothing}
  ${order ? html`<p class="to">${number}</p>` : nothing}`;
}

/** A sentence whose placeholders are names and sums: in bold, and not to be translated by the browser. */
export function withStrong(text: string, values: Readonly<Record<string, string>>): TemplateResult {
  const parts = text.split(/\{(\w+)\}/);
  return html`${parts.map((part, at) =>
    at % 2 === 0 ? part : html`<b translate="no"><bdi>${values[part] ?? ''}</bdi></b>`,
  )}`;
}
