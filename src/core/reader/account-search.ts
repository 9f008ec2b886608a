import { ruleOf, type Kind } from '../kinds.js';
import { bankOfClabe, isTestClabe } from '../schemes/clabe-banks.js';
import { ibanLengthOf, isRegisteredIban } from '../schemes/iban.js';
import { cleanText } from './hostile-text.js';

/** Accounts that can be recognized by their check digits under any key. */
export const ACCOUNTS: readonly Kind[] = ['clabe', 'cbu', 'cvu', 'iban', 'cci'];

/**
 * The longest text that is searched, in UTF-16 code units. Real names, references and addresses are shorter.
 */
const MAX_SEARCHED = 256;

/** The digits of a CLABE, a CCI and a CBU or CVU. */
const LENGTHS = [18, 20, 22];
/** Whole groups of digits that form such a number. Each match is empty, so that others may overlap it. */
const NUMBERS = LENGTHS.map(
  (length) => new RegExp(String.raw`(?<![0-9])(?=((?:[0-9][ .-]*){${length}})(?![0-9]))`, 'g'),
);
/** Text that begins like an IBAN. */
const IBANS = /(?=([A-Z]{2}(?:[ .-]*[0-9]){2}[0-9A-Z .-]+))/g;
/** The beginning of a payment code. */
const CODE = /000201\d{4}.{20}/s;
/** A random Pix key or a reference: some of them contain digits that look like an account. */
const UUID = /\b[0-9A-F]{8}-?(?:[0-9A-F]{4}-?){3}[0-9A-F]{12}\b/g;

/**
 * Whether text contains a payment code or an account, in one piece or separated by spaces, dots and hyphens.
 * Text that is too long to search counts as containing one.
 */
export function holdsAccount(text: string): boolean {
  const plain = unmask(text).toUpperCase();
  if (plain.length > MAX_SEARCHED || CODE.test(plain)) return true;
  const searched = plain.replace(UUID, ',');
  return (
    NUMBERS.some((pattern) => compactIn(searched, pattern).some(isLikelyNumber)) ||
    compactIn(searched, IBANS).some((start) =>
      isNumberOf('iban', start.slice(0, ibanLengthOf(start.slice(0, 2)))),
    )
  );
}

/** What a pattern captures in text, without the separators. */
function compactIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, captured = '']) => captured.replace(/[ .-]/g, ''));
}

/**
 * Whether a number is an account of a possible bank. Two telephone numbers can look like a CLABE, but hardly
 * like one of an existing bank. Bank codes go up to 4xx in Argentina (BCRA); in Peru they are 0xx and 8xx
 * (SBS).
 */
function isLikelyNumber(number: string): boolean {
  if (bankOfClabe(number) !== undefined || isTestClabe(number)) return true;
  if (isNumberOf('cci', number)) return /^[08]/.test(number);
  return (isNumberOf('cbu', number) || isNumberOf('cvu', number)) && number < '5';
}

/** A deposit id, unless a payer could take it for an account (docs/reading-policy.md R11). */
export function shownId(txId: string | undefined): string | undefined {
  return txId === undefined || holdsAccount(txId) ? undefined : txId;
}

/**
 * Whether text is a number of a scheme. References can look like an IBAN of a country whose format is
 * unknown.
 */
export function isNumberOf(kind: Kind, compact: string): boolean {
  return ruleOf(kind).check!(compact) && (kind !== 'iban' || isRegisteredIban(compact));
}

/** Text with compatibility forms normalized and invisible characters removed. */
export function unmask(text: string): string {
  return cleanText(text.normalize('NFKC'));
}
