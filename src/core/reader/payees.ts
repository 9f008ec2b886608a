import { copyFormOf, isPayeeKind, ruleOf, type Kind } from '../kinds.js';
import { guardLink } from '../links.js';
import { foldKey, type Method } from '../methods.js';
import { bankOfClabe, isTestClabe } from '../schemes/clabe-banks.js';
import { codeMarketOf, readEmv, readPix } from '../schemes/emv.js';
import { ibanLengthOf, isRegisteredIban } from '../schemes/iban.js';
import { classify } from './classify.js';
import { cleanText } from './hostile-text.js';
import { isCodeKind, type Row } from './row.js';

/** Accounts that their check digits reveal under any key. A routing number is no account without another number. */
const ACCOUNTS: readonly Kind[] = ['clabe', 'cbu', 'cvu', 'iban', 'cci'];

/** A payee by its scheme: the compact number of an account, or a payment code. */
type Payee = readonly [scheme: string, value: string];

/** The longest text in which an account is looked for, in UTF-16 code units. */
const MAX_ACCOUNT = 128;

/** Returns the account or code that a text consists of, in whatever spelling. */
function payeeIn(text: string): Payee | undefined {
  const code = codeIn(text);
  if (code !== undefined) return ['code', code];
  const compact = text.length > MAX_ACCOUNT ? '' : compactOf(text);
  const kind = ACCOUNTS.find((each) => isNumberOf(each, compact));
  return kind && [schemeOf(kind), compact];
}

/** Whether text is a number of a scheme. References can look like an IBAN of a country whose form is not known. */
function isNumberOf(kind: Kind, compact: string): boolean {
  return ruleOf(kind).check!(compact) && (kind !== 'iban' || isRegisteredIban(compact));
}

const CLABE_LENGTH = 18;
const CCI_LENGTH = 20;
const CBU_LENGTH = 22;

/** A random Pix key or a reference: one in a hundred has digits that look like an account. */
const UUID = /\b[0-9A-F]{8}-?(?:[0-9A-F]{4}-?){3}[0-9A-F]{12}\b/g;

/** The longest text that is searched, in UTF-16 code units. Real names, references and addresses are shorter. */
const MAX_SEARCHED = 512;

/** Signs that Unicode turns into digits or letters, such as `①` and `™`. They can hide where a number ends. */
const SIGNS = /[\p{No}\p{Nl}\p{So}\u00aa\u00ba]/gu;
/** Letters of scripts that run from right to left: a browser shows groups of digits beside them in the reverse order. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether text contains an account or a code among other words. Text too long to be searched counts as one that does. */
export function holdsAccount(text: string): boolean {
  if (text.length > MAX_SEARCHED || /000201[0-9]{4}.{20}/s.test(text)) return true;
  return [text, text.replace(SIGNS, ' ')].some((each) => {
    const plain = unmask(each).toUpperCase().replace(UUID, ' ');
    const seen = RIGHT_TO_LEFT.test(plain) ? [plain, reversed(plain)] : [plain];
    return seen.some((order) => numbersIn(order).some(isAccount) || ibansIn(order).some(isAccount));
  });
}

function isAccount(compact: string): boolean {
  return ACCOUNTS.some((kind) => isNumberOf(kind, compact));
}

/** The groups of text from the last to the first. */
function reversed(text: string): string {
  return (text.match(/[A-Z0-9]+/g) ?? []).reduce((after, group) => `${group} ${after}`, '');
}

/** The numbers in text. Any signs may part the digits. A phone number and a date can look like a CLABE, but hardly like one of a bank that exists. */
function numbersIn(text: string): string[] {
  return joinedFrom(text.match(/[0-9]+/g) ?? []).filter(isAccountNumber);
}

/** What may be an IBAN in text: it can begin anywhere, be parted by any signs, and have any text behind it. */
function ibansIn(text: string): string[] {
  const compact = text
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, latinOf)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  return [...compact.matchAll(/[A-Z]{2}[0-9]{2}/g)].flatMap(({ 0: head, index }) => {
    const length = ibanLengthOf(head.slice(0, 2));
    return length === undefined ? [] : [compact.slice(index, index + length)];
  });
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
      if (word.length > 34) break;
      if (word.length >= 15) words.push(word);
    }
    return words;
  });
}

/** Whether a value that is no account by its label contains one: a name, a reference, an alias. */
export function mentionsPayee({ kind, copy }: Row): boolean {
  const isOther =
    isCodeKind(kind) || ACCOUNTS.includes(kind) || kind.endsWith('link') || kind === 'deposit-id';
  return !isOther && holdsAccount(copy);
}

/**
 * Returns the kind of a value that came without a known key, if it identifies a payee: the kind of an account, or `text`
 * for a code, which is not drawn, and for an account in an unusual spelling. Characters that only disguise digits are read
 * as those digits, so that a disguised account is refused as a hostile identifier (docs/reading-policy.md R6).
 */
export function payeeKindOf(raw: string): Kind | undefined {
  if (raw.length > MAX_ACCOUNT) return codeIn(raw) === undefined ? undefined : 'text';
  const plain = unmask(raw).trim();
  const account = ACCOUNTS.find((kind) => ruleOf(kind).check!(copyFormOf(kind, plain)));
  return account ?? (payeeIn(raw) && 'text');
}

/** Letters and digits alone. */
function compactOf(text: string): string {
  return unmask(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

/** A CBU and a CVU are numbers of one scheme. */
function schemeOf(kind: Kind): string {
  return kind === 'cvu' ? 'cbu' : kind;
}

/** The longest key that is compared with the known ones, which are much shorter. */
const MAX_KEY = 64;

/** Whether an unknown key only looks like a known one (docs/reading-policy.md R6). */
export function isLookAlike(key: string, known: ReadonlyMap<string, unknown>): boolean {
  const shown = foldKey(unmask(key));
  if (known.has(foldKey(key)) || shown.length > MAX_KEY) return false;
  const seen = [...skeletonOf(shown)];
  return [...known.keys()].some((each) => {
    const signs = [...skeletonOf(each)];
    return signs.length === seen.length && seen.every((sign, at) => sign === signs[at] || sign === '*');
  });
}

/** Cyrillic and Greek letters that look like Latin ones in lower or upper case, and those; `*` is one of several. */
const LOOK_ALIKES = 'авекмнорстухѕіїјһԁԛԝѵӏгαβειοσκρτχζϲօγημνυ';
const LATIN = 'abekmhopctyxsiijhdqwvlrabeiookptxzcoy****';

function latinOf(sign: string): string {
  return LATIN[LOOK_ALIKES.indexOf(sign)] ?? sign;
}

/**
 * What is seen of a key, with signs that look alike as one (UTS #39, the part that Latin letters need). A Latin letter without
 * a base in ASCII, such as a dotless i, is `*`: it may look like any.
 */
function skeletonOf(key: string): string {
  return foldKey(unmask(key))
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/[^\0-\x7f]/gu, latinOf)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Script=Latin}/gu, (letter) => (/^[a-z]/.test(letter.normalize('NFD')) ? letter : '*'))
    .replace(/[1i|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}

/** Text without what only disguises it: forms of compatibility, signs that are not seen, digits of another script. */
function unmask(text: string): string {
  return cleanText(text.normalize('NFKC')).replace(/\p{Nd}/gu, valueOfDigit);
}

/** The ASCII digit with the value of a digit of any script: each script has its ten in a row. */
function valueOfDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/**
 * Whether an answer names two payees: two accounts of one scheme or two codes, under any keys, or two values for one field
 * (docs/reading-policy.md R5 and R6). Nothing tells which of them is right.
 */
export function hasTwoPayees(rows: readonly Row[]): boolean {
  const payees = rows.flatMap(payeesOf);
  const isSecond = ([scheme, value]: Payee): boolean =>
    payees.some(([otherScheme, other]) => scheme === otherScheme && value !== other);
  return (
    payees.some(isSecond) || rows.some((row, at) => rows.slice(0, at).some((other) => isRival(row, other)))
  );
}

function isRival(row: Row, other: Row): boolean {
  const { role, kind, key, copy } = row;
  if (role === undefined || role !== other.role) return isRivalKey(row, other);
  if (role === 'qr') return kind === 'qr-link' && hostOf(copy) !== hostOf(other.copy);
  const isOneField = ruleOf(kind).identifier || kind === 'link' || foldKey(key) !== foldKey(other.key);
  return isOneField && copy !== other.copy;
}

function hostOf(link: string): string | undefined {
  return guardLink(link, { hosts: [], loopback: true })?.host;
}

/** Whether a code under an unknown key has another Pix key than the row of the key. */
function isRivalKey(row: Row, other: Row): boolean {
  const [code, key] = row.role === 'pixKey' ? [other, row] : [row, other];
  const inCode =
    code.role === undefined && key.role === 'pixKey' ? readPix(codeIn(code.copy) ?? '')?.key : undefined;
  return inCode !== undefined && inCode !== key.copy;
}

/** The payees that a row names: its value under any key, and an unknown key that is an account. */
function payeesOf({ role, key, kind, copy }: Row): Payee[] {
  if (kind.endsWith('link') || kind === 'deposit-id') return [];
  const value: Payee | undefined = isCodeKind(kind)
    ? ['code', copy]
    : ACCOUNTS.includes(kind)
      ? [schemeOf(kind), compactOf(copy)]
      : payeeIn(copy);
  return [value, role === undefined ? payeeIn(key) : undefined].filter((payee) => payee !== undefined);
}

/** The payment code that text is, also in base64. */
function codeIn(text: string): string | undefined {
  const classified = classify(text);
  return 'kind' in classified && isCodeKind(classified.kind) ? classified.raw.trim() : undefined;
}

/** Whether a value identifies a payee although its rail has no such value. */
export function isOfOtherRail({ role, kind }: Row, rail: Method | undefined): boolean {
  const isPayee = isPayeeKind(kind) || isCodeKind(kind) || kind === 'link' || kind === 'qr-link';
  return isPayee && rail !== undefined && rail.fields.every((field) => field.role !== role);
}

/** Whether a code is for a different currency or country than the deposit, so that the payment would be returned. */
export function isForeignCode({ check, copy }: Row, fiat: string | undefined): boolean {
  const market = codeMarketOf(fiat);
  const fields = check === 'passed' && market ? readEmv(copy) : undefined;
  return fields !== undefined && `${fields.get('53')}${fields.get('58')}` !== market;
}
