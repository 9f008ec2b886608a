import { ruleOf, type Kind } from '../kinds.js';
import { bankOfClabe, isTestClabe } from '../schemes/clabe-banks.js';
import { ibanLengthOf, isRegisteredIban } from '../schemes/iban.js';
import { isRouting } from '../schemes/routing.js';
import { cleanText } from './hostile-text.js';

/** Accounts that can be recognized by their check digits under any key. */
export const ACCOUNTS: readonly Kind[] = ['clabe', 'cbu', 'cvu', 'iban', 'cci'];

const CLABE_LENGTH = 18;
const CCI_LENGTH = 20;
const CBU_LENGTH = 22;

/**
 * The longest text that is searched, in UTF-16 code units. Real names, references and addresses are shorter.
 */
const MAX_SEARCHED = 256;

/**
 * Any character that can be taken for other digits, letters or separators than it is, or that reorders
 * digits: everything except Latin letters with accents, ASCII, punctuation, currency signs and `№`. Such a
 * text is not searched but marked, if it has enough digits for an account.
 */
const STRANGE =
  /[^\0-\xb1\xb4-\xb8\xba\xbb\xbf-\u017f\u0218-\u021b\u1e00-\u1ef9\u2000-\u206f\u20a0-\u20bf\u2116]/;
/** Consecutive characters that may be digits. */
const DIGITS = new RegExp(String.raw`(?:[\p{N}OoØøºI°l|¦!¡ıł]|${STRANGE.source})+`, 'gu');
/** A Greek or Cyrillic letter that looks neither like 0 nor like 1. */
const WORD = /(?![\u039f\u03bf\u0399\u03b9\u041e\u043e\u0406\u0456\u04c0\u04cf])[\p{scx=Grek}\p{scx=Cyrl}]/u;
/** The digits of the shortest IBAN, that of the Netherlands. Addresses have fewer. */
const MIN_DIGITS = 12;

/** A random Pix key or a reference: one in a hundred contains digits that look like an account. */
const UUID = /\b[0-9A-F]{8}-?(?:[0-9A-F]{4}-?){3}[0-9A-F]{12}\b|\d{8}-(?:\d{4}-){3}\d{12}/gi;

/**
 * Whether text contains an account or a code among other words. Text that is too long to search counts as
 * containing one.
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
 * How many characters of a text may be digits: digits, the characters directly after them, and characters
 * that can only be digits.
 */
function countDigits(text: string): number {
  return [...text.matchAll(DIGITS)].reduce((count, { 0: run, index }) => {
    const [behind = ''] = run.match(/\p{N}.*/su) ?? [];
    const isOfWord = !behind && /\p{L}/u.test(text.charAt(index - 1) + text.charAt(index + run.length));
    const isAlike = !isOfWord && mayBeDigits(run.replace(/\p{N}/gu, ''), text);
    return count + [...(isAlike ? run : behind)].length;
  }, 0);
}

/**
 * Whether characters may stand for 0 and 1: at most two different ones, each repeated in the text, that form
 * no word.
 */
function mayBeDigits(signs: string, text: string): boolean {
  const kinds = [...new Set(signs)];
  return kinds.length <= 2 && !WORD.test(signs) && kinds.every((sign) => text.split(sign).length > 2);
}

/**
 * Text without disguises and accents. Compatibility normalization would turn ª and º into letters, and ŀ into
 * two characters.
 */
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

/** Other ways a payer may read the text: characters as what they look like. */
const READINGS: readonly ((text: string) => string)[] = [
  // HTML markup and URL escapes are separators,
  (text) => text.replace(/<[^<>]*>|&\p{L}+;|%[\dA-Fa-f]{2}/gu, ' '),
  // and so are lower-case words, even those that may be digits.
  (text) => text.replace(/(?<![\p{L}\p{N}])(?![lo]+(?!\p{L}))\p{Ll}+(?![\p{L}\p{N}])/gu, ' '),
  (text) => text.replace(/(?<![\p{L}\p{N}])[lo]+(?![\p{L}\p{N}])/gu, ' '),
  // Table borders of either kind, and ordinal signs.
  (text) => text.replaceAll('|', ' '),
  (text) => text.replaceAll('¦', ' '),
  (text) => text.replace(/\u00b0(?![^\s,.;])/g, ' '),
  (text) => text.replace(/[l|¦!¡]/g, 'I'),
  // Characters that stand for digits: first those without a letter beside them, which may belong to an IBAN.
  (text) => text.replace(/(?<!\p{L})[0-9Oo\u00b0Il|]+(?!\p{L}|['\u2019][^\P{L}OoIl])/gu, digitsOf),
  // Beside letters, `ll` and `Ol` belong to words.
  (text) => text.replace(/[0-9Oo\u00b0Il|]{2,}/g, (run) => (/[0-9]|(.)\1\1/.test(run) ? digitsOf(run) : run)),
];

/** A text, and each different reading of it. */
function readingsOf(text: string): string[] {
  return READINGS.reduce<string[]>((texts, read) => [...new Set([...texts, ...texts.map(read)])], [text]);
}

/** Whether text is too long to search. One character can stand for 18 others. */
function isTooLong(text: string): boolean {
  return text.length > MAX_SEARCHED || unmask(text).length > MAX_SEARCHED;
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

/** Text without mere disguises: compatibility forms and invisible characters. */
export function unmask(text: string): string {
  return cleanText(text.normalize('NFKC'));
}

/** Characters that look like a letter of an IBAN. */
const ALIKE = '€$£₱₦₿₭₮¢@ßĸ';
const LETTERS = 'ESLPNBKTCABK';

/** Replaces characters by the letters they look like. */
function withLetters(text: string): string {
  return text.replace(/[^\0-#%-?A-~]/g, (sign) => LETTERS.charAt(ALIKE.indexOf(sign)) || sign);
}

/**
 * Replaces characters by the digits they look like, in full width: they may still be letters of a country
 * code.
 */
function digitsOf(signs: string): string {
  return signs.replace(/[Il|]/g, '\uff11').replace(/[Oo\u00b0]/g, '\uff10');
}

/** The part of a UUID to search: nothing if it contains a letter, else all of it. */
function searchedPart(uuid: string): string {
  return /[A-F]/i.test(uuid) ? ' ' : [...uuid].join(' ');
}

function isAccount(compact: string): boolean {
  return ACCOUNTS.some((kind) => isNumberOf(kind, compact));
}

/**
 * Whether groups of digits are a routing number and a possible account: few accounts are shorter, and few
 * dates and addresses are longer.
 */
function namesUsAccount(parts: readonly string[]): boolean {
  const [routing] = parts.filter(isRouting);
  return routing !== undefined && parts.some((part) => part.length >= 6 && part !== routing);
}

/**
 * The numbers that groups of digits form. A phone number and a date can look like a CLABE, but hardly like
 * one of an existing bank.
 */
function numbersIn(parts: readonly string[]): string[] {
  return joinedFrom(parts).filter(isAccountNumber);
}

/** Letters without an ASCII base that look like an ASCII letter, followed by these ASCII letters. */
const STROKED = 'ÐĐŁĿĦŦŊÞ';
const BASES = 'DDLLHTNP';

/**
 * Possible IBANs in text: an IBAN can begin anywhere, contain any separators, and be followed by any text.
 */
function ibansIn(text: string): string[] {
  const compact = text
    .toUpperCase()
    .replace(/[\x80-\ufeff]/g, (sign) => BASES.charAt(STROKED.indexOf(sign)))
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
 * Countries by the characters they are written with. Cached, because finding them would take most of the time
 * of a search.
 */
const COUNTRIES = new Map<string, string[]>();

/** The countries that two characters may stand for: what is read as 1 may be I or L. */
function countriesOf(letters: string): string[] {
  let countries = COUNTRIES.get(letters);
  if (countries) return countries;
  countries = ['IL', 'LI']
    .map((ones) =>
      letters.replace(/[I\uff10\uff11]/g, (sign, at: number) => (sign === '\uff10' ? 'O' : ones[at]!)),
    )
    .filter(ibanLengthOf);
  COUNTRIES.set(letters, countries);
  return countries;
}

/** Whether a number has the length of an account and begins with a possible bank code. */
function isAccountNumber(number: string): boolean {
  const { length } = number;
  if (length === CLABE_LENGTH) return bankOfClabe(number) !== undefined || isTestClabe(number);
  // Bank codes go up to 4xx in Argentina (BCRA); in Peru they are 0xx and 8xx (SBS).
  return (length === CBU_LENGTH && number < '5') || (length === CCI_LENGTH && /^[08]/.test(number));
}

/** The words that consecutive groups form, if they have the length of an account number. */
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
