import type { Fiat } from 'deposit-slip/contract';
import type { AccountKind } from '../issuing/index.js';

/** The form of a country's bank. */
interface Bank {
  /** The type of code that it can pay, if any. */
  readonly code?: 'pix' | 'qr';
  /** The accounts that it can pay to. */
  readonly accounts: readonly AccountKind[];
  /** Whether an account also needs a routing number. */
  readonly hasRouting?: boolean;
}

/** The banks by the currency of their country. */
const BANKS: Readonly<Record<Fiat, Bank>> = {
  MXN: { accounts: ['clabe'] },
  BRL: { code: 'pix', accounts: ['pix-key'] },
  ARS: { code: 'qr', accounts: ['cbu', 'cvu', 'alias'] },
  COP: { accounts: ['account', 'alias'] },
  PEN: { accounts: ['cci'] },
  EUR: { accounts: ['iban'] },
  USD: { accounts: ['account'], hasRouting: true },
};

/** The currency in a parameter. */
export function readBankFiat(text: string | null): Fiat | undefined {
  return (Object.keys(BANKS) as Fiat[]).find((fiat) => fiat === text);
}

/**
 * The kinds of account that the bank of a currency can pay to; without a currency, those of every country.
 */
export function accountsOf(fiat: Fiat | undefined): readonly AccountKind[] {
  const banks: readonly Bank[] = fiat ? [BANKS[fiat]] : Object.values(BANKS);
  return [...new Set(banks.flatMap(({ accounts }) => accounts))];
}

/** The bank of a currency; undefined if it serves every country. */
export function bankOf(fiat: Fiat | undefined): Bank | undefined {
  return fiat && BANKS[fiat];
}
