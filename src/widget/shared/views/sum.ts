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

/** A sum inside a sentence. */
export function sumText({ amount, fiat }: Sum, { numberLocale }: SumContext): string {
  return fiat ? formatSum(amount, fiat, numberLocale) : amount;
}
