import { isIban, isSepaIban } from './iban.js';
import { fromMinor, toMinor } from '../money.js';
import { record } from '../record.js';
import { isUnusable, usableValue } from '../reader/row.js';
import type { Slip } from '../reader/slip.js';

/** The contents of a payment code for a SEPA transfer. `amount` is a plain decimal string in euros. */
export interface EpcParts {
  readonly name: string;
  readonly iban: string;
  readonly bic?: string | undefined;
  readonly amount?: string | undefined;
  readonly message?: string | undefined;
}

/** Maximum size of a code in bytes (EPC069-12, version 2). */
const MAX_BYTES = 331;
const MAX_CENTS = 99_999_999_999n;
// SEPA countries outside the European Economic Area.
const OUTSIDE_EEA = /^(?:AD|AL|CH|G[BI]|M[CDEK]|RS|SM|VA)/;

/**
 * Whether a transfer to an IBAN also needs the BIC: only outside the European Economic Area (EPC069-12;
 * Regulation (EU) 260/2012).
 */
export function needsBic(iban: string): boolean {
  return OUTSIDE_EEA.test(iban);
}

/**
 * Returns the text of an EPC069-12 code ("GiroCode"), or `undefined` if the parts do not make a valid one.
 */
export function epcText(parts: EpcParts): string | undefined {
  const { name, iban, bic = '', amount, message = '' } = record(parts);
  const cents = amount === undefined ? undefined : toMinor(amount);
  const isSum = amount === undefined || (cents !== undefined && cents > 0n && cents <= MAX_CENTS);
  const isAccount = isIban(iban) && isSepaIban(iban) && (bic !== '' || !needsBic(iban));
  const isText = name.trim() !== '' && countCharacters(name) <= 70 && countCharacters(message) <= 140;
  if (!isSum || !isAccount || !isText || /\p{Cc}|\p{Cs}/u.test(bic + name + message)) return undefined;
  const sum = cents === undefined ? '' : `EUR${fromMinor(cents)}`;
  const text = ['BCD', '002', '1', 'SCT', bic, name, iban, sum, '', '', message]
    .join('\n')
    .replace(/\n+$/, '');
  return new TextEncoder().encode(text).length <= MAX_BYTES ? text : undefined;
}

/**
 * Returns the EPC069-12 code for a slip in euros with an IBAN. The element draws it when the payer opens it.
 */
export function epcOf(slip: Slip): string | undefined {
  const { rail, fiat, askedAmount: amount } = slip;
  const iban = usableValue(slip, 'iban');
  if (rail?.slug !== 'sepa' || fiat !== 'EUR' || !iban || isUnusable(slip, 'message')) return undefined;
  return epcText({
    iban,
    amount,
    name: usableValue(slip, 'beneficiary') ?? '',
    bic: usableValue(slip, 'bic'),
    message: usableValue(slip, 'message'),
  });
}

function countCharacters(text: string): number {
  return [...text].length;
}
