import { html, nothing, type TemplateResult } from 'lit';
import { methodOf } from '../../../core/methods.js';
import type { Offer } from '../../../core/reader/endpoint-response.js';
import { glyph } from '../../shared/views/glyph.js';
import { icon } from '../../shared/views/icon.js';
import type { SlipContext } from './context.js';

/** The methods to choose from, in the given order, each with its transfer time, and the previous deposits. */
export function pickerView(
  offers: readonly Offer[],
  account: TemplateResult | typeof nothing,
  context: SlipContext,
): TemplateResult {
  return html`<div class="body">
    <h2 id="title" part="title" tabindex="-1">${context.messages.chooseTitle}</h2>
    ${account}
    <ul part="picker" class="options">
      ${offers.map((offer) => html`<li>${optionView(offer, context)}</li>`)}
    </ul>
  </div>`;
}

function optionView({ paymentId, fiat }: Offer, { messages, onChoose }: SlipContext): TemplateResult {
  const method = methodOf(paymentId);
  const title = messages.titles[method?.slug ?? 'other'] ?? messages.titles['other'];
  const currency = fiat ?? method?.fiat;
  return html`<button part="option" @click=${() => onChoose(paymentId)}>
    ${glyph(method)}
    <span class="choice"
      ><b>${title}</b>${method ? html` <small>${messages.speeds[method.settles]}</small>` : nothing}</span
    >
    ${currency ? html`<span class="currency" translate="no">${currency}</span>` : nothing}${icon('next')}
  </button>`;
}
