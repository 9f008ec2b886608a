import { html, nothing, type TemplateResult } from 'lit';
import type { Offer } from '../../../core/reader/answer.js';
import { methodOf } from '../../../core/methods.js';
import { headerView } from './slip.js';
import { icon } from '../../shared/views/icon.js';
import type { Scene } from './context.js';

/** The methods to choose from, in the order given, each with when it lands. */
export function pickerView(offers: readonly Offer[], scene: Scene): TemplateResult {
  const { messages } = scene;
  return html`${headerView(messages.chooseTitle, undefined, scene)}
    <ul part="picker" class="options">
      ${offers.map((offer) => html`<li>${optionView(offer, scene)}</li>`)}
    </ul>`;
}

function optionView({ paymentId, fiat }: Offer, { messages, handlers }: Scene): TemplateResult {
  const method = methodOf(paymentId);
  const title = messages.titles[method?.slug ?? 'other'] ?? messages.titles['other'];
  const currency = fiat ?? method?.fiat;
  return html`<button @click=${() => handlers.onChoose(paymentId)}>
    <span
      >${title}${currency ? `\u00a0·\u00a0${currency}` : nothing}
      ${method ? html`<span class="muted">${messages.settles[method.settles]}</span>` : nothing}</span
    >${icon('next')}
  </button>`;
}
