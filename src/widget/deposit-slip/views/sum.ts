import { html, nothing, type TemplateResult } from 'lit';
import { sumText, type Sum, type SumContext } from '../../shared/views/sum.js';

/**
 * A sum with its symbol, and the currency's code in small type if the symbol is ambiguous. `isGone`: it was
 * sent back.
 */
export function sumView(sum: Sum, context: SumContext, isGone = false): TemplateResult {
  const { fiat } = sum;
  const text = sumText(sum, context);
  return html`${isGone ? html`<s class=${sizeClass(text)}>${text}</s>` : wholeSum(text)}${fiat && !text.includes(fiat) ? html`<small> ${fiat}</small>` : nothing}`;
}

/** A sum in large type, which becomes smaller before it would break. */
export function wholeSum(text: string): TemplateResult {
  return html`<span class=${sizeClass(text)}>${text}</span>`;
}

function sizeClass({ length }: string): string {
  return length > 16 ? 'longest' : length > 11 ? 'long' : length > 8 ? '' : 'short';
}
