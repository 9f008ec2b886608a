import { copyAmount, formatAmount, formatSum } from '../../../core/money.js';
import { numberLocale } from '../i18n/formatting.js';

/** An amount, a decimal string, and its currency. */
export interface Sum {
  readonly amount: string;
  readonly fiat: string | undefined;
}

/** The notation of a sum. */
export interface SumContext {
  /** The payer's own language tag, which decides how amounts are written. */
  readonly tag: string;
}

/** A sum inside a sentence. `withCode`: nothing else there names its currency. */
export function sumText({ amount, fiat }: Sum, { tag }: SumContext, withCode = false): string {
  const locale = numberLocale(tag, fiat);
  if (!fiat) return copyAmount(amount, fiat, locale);
  return (withCode ? formatAmount : formatSum)(amount, fiat, locale);
}
