import { html, nothing, type TemplateResult } from 'lit';
import { formatSum } from '../../../core/money.js';
import type { Sum, SumContext } from '../../shared/views/sum.js';

/**
 * A sum with its symbol, and the currency's code in small type if the symbol is ambiguous. `isGone`: it was
 * sent back.
 */
export function sumView({ amount, fiat }: Sum, { numberLocale }: SumContext, isGone = false): TemplateResult {
  const text = fiat ? formatSum(amount, fiat, numberLocale) : amount;
  return html`${isGone ? html`<s>${text}</s>` : html`<span>${text}</span>`}${fiat && !text.includes(fiat) ? html`<small> ${fiat}</small>` : nothing}`;
}
