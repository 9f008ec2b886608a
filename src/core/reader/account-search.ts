import { ruleOf, type Kind } from '../kinds.js';
import { bankOfClabe, isTestClabe } from '../schemes/clabe-banks.js';
import { ibanLengthOf, isRegisteredIban } from '../schemes/iban.js';
import { isRouting } from '../schemes/routing.js';
import { cleanText } from './hostile-text.js';

/** Accounts that their check digits reveal under any key. */
export const ACCOUNTS: readonly Kind[] = ['clabe', 'cbu', 'cvu', 'iban', 'cci'];

const CLABE_LENGTH = 18;
const CCI_LENGTH = 20;
const CBU_LENGTH = 22;

/**
 * The longest text that is searched, in UTF-16 code units. Real names, references and addresses are shorter.
 */
const MAX_SEARCHED = 256;

/**
 * Anything that can be taken for other digits, letters or separators than it is, or that turns the order of
 * digits: all but Latin letters with their accents, ASCII, punctuation, currencies and `№`. Such a text is
 * not read but marked, if it has as many digits as an account needs.
 */
const STRANGE =
  /[^\0-\xb1\xb4-\xb8\xba\xbb\xbf-\u017f\u0218-\u021b\u1e00-\u1ef9\u2000-\u206f\u20a0-\u20bf\u2116]/;
/** Signs in a row that may be digits. */
const DIGITS = new RegExp(String.raw`(?:[\p{N}OoØøºI°l|¦!¡ıł]|${STRANGE.source})+`, 'gu');
/** A Greek or Cyrillic letter that looks neither like 0 nor like 1. */
const WORD = /(?![\u039f\u03bf\u0399\u03b9\u041e\u043e\u0406\u0456\u04c0\u04cf])[\p{scx=Grek}\p{scx=Cyrl}]/u;
/** The digits of the shortest IBAN, that of the Netherlands. A street and a postal code have fewer. */
const MIN_DIGITS = 12;

/** A random Pix key or a reference: one in a hundred has digits that look like an account. */
const UUID = /\b[0-9A-F]{8}-?(?:[0-9A-F]{4}-?){3}[0-9A-F]{12}\b|\d{8}-(?:\d{4}-){3}\d{12}/gi;

/**
 * Whether text contains an account or a code among other words. Text too long to be searched counts as one
 * that does.
 */
export function holdsAccount(text: string): boolean {
  if (isTooLong(text) || /000201\d{4}.{20}/s.test(text)) return true;
  if (STRANGE.test(text) && countDigits(text) >= MIN_DIGITS) return true;
  return readingsOf(plainOf(text.replace(UUID, searchedPart))).some((reading) => {
    const parts = reading.normalize('NFKC').replace(UUID, searchedPart).match(/\d+/g) ?? [];
    const ibans = [...new Set([reading, withLetters(reading)])].flatMap(ibansIn);
    return namesUsAccount(parts) || [...numbersIn(parts), ...ibans].some(isAccount);
  });
}

/**
 * How many signs of a text may be digits: digits, what stands directly behind them, and what may be nothing
 * but digits.
 */
function countDigits(text: string): number {
  return [...text.matchAll(DIGITS)].reduce((count, { 0: run, index }) => {
    const [behind = ''] = run.match(/\p{N}.*/su) ?? [];
    const isOfWord = !behind && /\p{L}/u.test((text[index - 1] ?? '') + (text[index + run.length] ?? ''));
    const isAlike = !isOfWord && mayBeDigits(run.replace(/\p{N}/gu, ''), text);
    return count + [...(isAlike ? run : behind)].length;
  }, 0);
}

/**
 * Whether signs may stand for 0 and 1: there are no more than two of them, each repeated in the text, and
 * they are no word.
 */
function mayBeDigits(signs: string, text: string): boolean {
  const kinds = [...new Set(signs)];
  return kinds.length <= 2 && !WORD.test(signs) && kinds.every((sign) => text.split(sign).length > 2);
}

/** Text without disguise and accents. Compatibility would make letters of ª and º, and two signs of ŀ. */
function plainOf(text: string): string {
  const shown = text
    .replace(/[\u00aa\u2116\u20a8]/g, ' ')
    .replace(/\u00ba/g, '\u00b0')
    .replace(/[łŀı]/g, 'l');
  return unmask(shown)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\u00d8/g, 'O')
    .replace(/\u00f8/g, 'o');
}

/** What else a payer may read: signs as what they look like. */
const READINGS: readonly ((text: string) => string)[] = [
  // Marks of HTML and escapes of a URL are separators,
  (text) => text.replace(/<[^<>]*>|&\p{L}+;|%[\dA-Fa-f]{2}/gu, ' '),
  // and so are words in lower case, also those that may be digits.
  (text) => text.replace(/(?<![\p{L}\p{N}])(?![lo]+(?!\p{L}))\p{Ll}+(?![\p{L}\p{N}])/gu, ' '),
  (text) => text.replace(/(?<![\p{L}\p{N}])[lo]+(?![\p{L}\p{N}])/gu, ' '),
  // The edges of a table, of either kind, and the sign of an ordinal.
  (text) => text.replaceAll('|', ' '),
  (text) => text.replaceAll('¦', ' '),
  (text) => text.replace(/\u00b0(?![^\s,.;])/g, ' '),
  (text) => text.replace(/[l|¦!¡]/g, 'I'),
  // Signs that stand for digits: first those beside which no letter stands, which may be of an IBAN.
  (text) => text.replace(/(?<!\p{L})[0-9Oo\u00b0Il|]+(?!\p{L}|['\u2019][^\P{L}OoIl])/gu, digitsOf),
  // Beside letters, `ll` and `Ol` are of words.
  (text) => text.replace(/[0-9Oo\u00b0Il|]{2,}/g, (run) => (/[0-9]|(.)\1\1/.test(run) ? digitsOf(run) : run)),
];

/** A text, and each way to read it that makes another one of it. */
function readingsOf(text: string): string[] {
  return READINGS.reduce<string[]>((texts, read) => [...new Set([...texts, ...texts.map(read)])], [text]);
}

/** Whether text is too long to be searched. One sign can stand for 18 others. */
function isTooLong(text: string): boolean {
  return text.length > MAX_SEARCHED || unmask(text).length > MAX_SEARCHED;
}

/** A deposit id, unless a payer could take it for an account (docs/reading-policy.md R11). */
export function shownId(txId: string | undefined): string | undefined {
  return txId === undefined || holdsAccount(txId) ? undefined : txId;
}

/**
 * Whether text is a number of a scheme. References can look like an IBAN of a country whose form is not
 * known.
 */
export function isNumberOf(kind: Kind, compact: string): boolean {
  return ruleOf(kind).check!(compact) && (kind !== 'iban' || isRegisteredIban(compact));
}

/** Text without what only disguises it: forms of compatibility, and signs that are not seen. */
export function unmask(text: string): string {
  return cleanText(text.normalize('NFKC'));
}

/** Signs that look like a letter of an IBAN. */
const ALIKE = '€$£₱₦₿₭₮¢@ßĸ';
const LETTERS = 'ESLPNBKTCABK';

/** Signs as the letters they look like. */
function withLetters(text: string): string {
  return text.replace(/[^\0-#%-?A-~]/g, (sign) => LETTERS[ALIKE.indexOf(sign)] ?? sign);
}

/** Signs as the digits they look like, in full width: they may still be letters of a country. */
function digitsOf(signs: string): string {
  return signs.replace(/[Il|]/g, '\uff11').replace(/[Oo\u00b0]/g, '\uff10');
}

/** What is searched of a UUID: nothing if it has a letter, and else any part of it. */
function searchedPart(uuid: string): string {
  return /[A-F]/i.test(uuid) ? ' ' : [...uuid].join(' ');
}

function isAccount(compact: string): boolean {
  return ACCOUNTS.some((kind) => isNumberOf(kind, compact));
}

/**
 * Whether parts of digits are a routing number and what may be its account: few are shorter, and few dates
 * and streets longer.
 */
function namesUsAccount(parts: readonly string[]): boolean {
  const [routing] = parts.filter(isRouting);
  return routing !== undefined && parts.some((part) => part.length >= 6 && part !== routing);
}

/**
 * The numbers that parts of digits make. A phone number and a date can look like a CLABE, but hardly like one
 * of a bank that exists.
 */
function numbersIn(parts: readonly string[]): string[] {
  return joinedFrom(parts).filter(isAccountNumber);
}

/** Letters that are ordinary, have no base in ASCII and look like one of it, and those. */
const STROKED = 'ÐĐŁĿĦŦŊÞ';
const BASES = 'DDLLHTNP';

/**
 * What may be an IBAN in text: it can begin anywhere, be parted by any signs, and have any text behind it.
 */
function ibansIn(text: string): string[] {
  const compact = text
    .toUpperCase()
    .replace(/[\x80-\ufeff]/g, (sign) => BASES[STROKED.indexOf(sign)] ?? '')
    .replace(/[^0-9A-Z\uff10\uff11]/g, '');
  return [...compact.matchAll(/(?=([A-Z\uff10\uff11]{2})([0-9OI\uff10\uff11]{2}))/g)].flatMap(
    ({ 1: letters = '', 2: digits = '', index }) =>
      countriesOf(letters).map((country) => {
        const rest = digitsOf(digits) + compact.slice(index + 4, index + ibanLengthOf(country)!);
        return country + rest.normalize('NFKC');
      }),
  );
}

/**
 * Countries by the signs they are written with. Most of a search for IBANs would go into finding them anew.
 */
const COUNTRIES: Record<string, string[]> = {};

/** The countries that two signs may stand for: what is read as 1 may be I or L. */
function countriesOf(letters: string): string[] {
  return (COUNTRIES[letters] ??= ['IL', 'LI']
    .map((ones) =>
      letters.replace(/[I\uff10\uff11]/g, (sign, at: number) => (sign === '\uff10' ? 'O' : ones[at]!)),
    )
    .filter(ibanLengthOf));
}

/** Whether a number has the length of an account, and begins as the codes of banks do. */
function isAccountNumber(number: string): boolean {
  const { length } = number;
  if (length === CLABE_LENGTH) return bankOfClabe(number) !== undefined || isTestClabe(number);
  // Banks of Argentina have codes to 4xx (BCRA), those of Peru 0xx and 8xx (SBS).
  return (length === CBU_LENGTH && number < '5') || (length === CCI_LENGTH && /^[08]/.test(number));
}

/** The words that consecutive parts make, with the lengths of account numbers. */
function joinedFrom(parts: readonly string[]): string[] {
  return parts.flatMap((_, at) => {
    const words: string[] = [];
    let word = '';
    for (const part of parts.slice(at)) {
      word += part;
      if (word.length > CBU_LENGTH) break;
      if (word.length >= CLABE_LENGTH) words.push(word);
    }
    return words;
  });
}
