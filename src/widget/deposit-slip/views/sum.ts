import { html, nothing, type TemplateResult } from 'lit';
import { sumText, type Sum, type SumContext } from '../../shared/views/sum.js';

/**
 * A sum with its symbol, and the currency's code in small type if the symbol is ambiguous. `isGone`: it was
 * sent back.
 */
export function sumView(sum: Sum, context: SumContext, isGone = false): TemplateResult {
  const { fiat } = sum;
  const text = sumText(sum, context);
  return html`${isGone ? html`<s>${text}</s>` : html`<span>${text}</span>`}${fiat && !text.includes(fiat) ? html`<small> ${fiat}</small>` : nothing}`;
}
