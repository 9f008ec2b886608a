import type { PendingFundFiats } from './methods.js';
import { record } from './record.js';

/** What `Intl` does not know about a currency. */
interface Currency {
  /** Whether payers pay in whole units: a fraction of zeros is then neither shown nor copied. */
  readonly isWhole?: true;
  /** Signs in capitals that payers write for it, besides its code and those of `Intl`. Longest first. */
  readonly signs?: readonly string[];
}

type MethodFiat = PendingFundFiats[keyof PendingFundFiats];

/** The currencies of the API, in its order. This does not compile if the currency of a method is missing. */
export const CURRENCIES = {
  MXN: { signs: ['MEX$', 'MX$'] },
  ARS: { signs: ['AR$'] },
  COP: { isWhole: true, signs: ['COL$'] },
  BRL: {},
  PEN: { signs: ['S/.', 'S/'] },
  USD: { signs: ['US$', 'U$S'] },
  EUR: {},
} as const satisfies Readonly<Record<string, Currency> & Record<MethodFiat, Currency>>;

/**
 * An ISO 4217 code of the API's currencies.
 *
 * @useDeclaredType
 */
export type Fiat = keyof typeof CURRENCIES;

/** The entry of a currency; empty if the API does not use the currency. */
export function currencyOf(fiat: string): Currency {
  return record<Currency>(Object.hasOwn(CURRENCIES, fiat) ? CURRENCIES[fiat as Fiat] : {});
}
