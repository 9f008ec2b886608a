import { html, nothing, type TemplateResult } from 'lit';
import type { Method } from '../../../core/methods.js';
import { glyph } from '../../shared/views/glyph.js';
import type { Values } from '../../shared/i18n/formatting.js';
import { isolated, sentenceView } from '../../shared/views/sentence.js';
import { sumText, type Sum } from '../../shared/views/sum.js';
import { sumView, wholeSum } from './sum.js';
import type { SlipContext } from './context.js';

/**
 * The header of every view: the rail, the recipient, and the amount if known. `whole`: the total of which the
 * amount is the rest.
 */
export function headerView(
  title: string,
  method: Method | undefined,
  sum: Sum | undefined,
  context: SlipContext,
  whole?: string,
): TemplateResult {
  const hint = context.messages.titleHints[method?.slug ?? ''];
  return html`<header part="header" class=${sum ? 'priced' : ''}>
    <div class="who">
      ${glyph(method)}
      <div>
        <h2 id="title" part="title" tabindex="-1">${title}</h2>
        ${hint ? html`<p class="to">${hint}</p>` : nothing} ${recipient(context)}
      </div>
    </div>
    ${sum ? totalView(sum, whole, context) : nothing}
  </header>`;
}

/** The amount to pay, with its currency once. */
function totalView(sum: Sum, whole: string | undefined, context: SlipContext): TemplateResult {
  const view = whole
    ? html`${wholeSum(sumText(sum, context))}<small translate="yes">
          ${sentenceView(context.messages.account.of, { amount: whole })}</small
        >`
    : sumView(sum, context);
  return html`<p part="total" class="total" translate="no">${view}</p>`;
}

/** "to {merchant}" and the order number, as far as the page sets them. */
export function recipient({ merchantName, order, messages }: SlipContext): TemplateResult | typeof nothing {
  if (!merchantName && !order) return nothing;
  const name = sentenceView(messages.to, { merchant: merchantName });
  return html`${merchantName ? html`<p class="to">${name}</p>` : nothing}
  ${order ? html`<p class="to">${messages.account.order} ${isolated(order)}</p>` : nothing}`;
}

/** A sentence with its values in bold. */
export function withStrong(text: string, values: Values): TemplateResult {
  return sentenceView(text, values, (value) => html`<b>${isolated(value)}</b>`);
}
