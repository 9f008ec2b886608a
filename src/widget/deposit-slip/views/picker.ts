import { html, nothing, type TemplateResult } from 'lit';
import { methodOf } from '../../../core/methods.js';
import type { Offer } from '../../../core/reader/answer.js';
import { icon } from '../../shared/views/icon.js';
import type { SlipContext } from './context.js';
import { headerView } from './header.js';

/** The methods to choose from, in the order given, each with how long a deposit takes. */
export function pickerView(offers: readonly Offer[], context: SlipContext): TemplateResult {
  const { messages } = context;
  return html`${headerView(messages.chooseTitle, undefined, context)}
    <ul part="picker" class="options">
      ${offers.map((offer) => html`<li>${optionView(offer, context)}</li>`)}
    </ul>`;
}

function optionView({ paymentId, fiat }: Offer, { messages, onChoose }: SlipContext): TemplateResult {
  const method = methodOf(paymentId);
  const title = messages.titles[method?.slug ?? 'other'] ?? messages.titles['other'];
  const currency = fiat ?? method?.fiat;
  return html`<button @click=${() => onChoose(paymentId)}>
    <span
      >${title}${currency ? `\u00a0·\u00a0${currency}` : nothing}
      ${method ? html`<span class="muted">${messages.settles[method.settles]}</span>` : nothing}</span
    >${icon('next')}
  </button>`;
}
