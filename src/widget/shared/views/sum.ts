import { html, nothing, type TemplateResult } from 'lit';
import { formatSum } from '../../../core/money.js';

/** An amount, a decimal string, and its currency. */
export interface Sum {
  readonly amount: string;
  readonly fiat: string | undefined;
}

/** The notation of a sum. */
export interface SumContext {
  /** The locale amounts are written in. */
  readonly numberLocale: string;
}

/**
 * A sum with its symbol, and the currency's code in small type if the symbol is ambiguous. `isGone`: it was
 * sent back.
 */
export function sumView({ amount, fiat }: Sum, { numberLocale }: SumContext, isGone = false): TemplateResult {
  const text = fiat ? formatSum(amount, fiat, numberLocale) : amount;
  return html`${isGone ? html`<s>${text}</s>` : html`<span>${text}</span>`}${fiat && !text.includes(fiat) ? html`<small> ${fiat}</small>` : nothing}`;
}

/** A sum inside a sentence. */
export function sumText({ amount, fiat }: Sum, { numberLocale }: SumContext): string {
  return fiat ? formatSum(amount, fiat, numberLocale) : amount;
}
