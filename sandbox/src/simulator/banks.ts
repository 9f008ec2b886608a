import type { AccountKind } from '../issuing/index.js';

/** What the form of a country's bank asks for. */
interface Bank {
  /** The code it can pay, if it pays any. */
  readonly code?: 'pix' | 'qr';
  /** The accounts it pays to. */
  readonly accounts: readonly AccountKind[];
  /** Whether an account has a routing number beside it. */
  readonly hasRouting?: boolean;
}

/** The banks by the currency of their country. */
const BANKS = {
  MXN: { accounts: ['clabe'] },
  BRL: { code: 'pix', accounts: ['pix-key'] },
  ARS: { code: 'qr', accounts: ['cbu', 'cvu', 'alias'] },
  COP: { accounts: ['account', 'alias'] },
  PEN: { accounts: ['cci'] },
  EUR: { accounts: ['iban'] },
  USD: { accounts: ['account'], hasRouting: true },
} as const satisfies Readonly<Record<string, Bank>>;

export type BankFiat = keyof typeof BANKS;

/** A currency that a parameter names. */
export function readBankFiat(text: string | null): BankFiat | undefined {
  return (Object.keys(BANKS) as BankFiat[]).find((fiat) => fiat === text);
}

/** The kinds of account that the bank of a currency pays to; without a currency, those of every country. */
export function accountsOf(fiat: BankFiat | undefined): readonly AccountKind[] {
  const banks: readonly Bank[] = fiat ? [BANKS[fiat]] : Object.values(BANKS);
  return [...new Set(banks.flatMap(({ accounts }) => accounts))];
}

/** The bank of a currency; undefined if it is that of every country. */
export function bankOf(fiat: BankFiat | undefined): Bank | undefined {
  return fiat && BANKS[fiat];
}
