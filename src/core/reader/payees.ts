import { copyFormOf, isPayeeKind, ruleOf, type Kind } from '../kinds.js';
import { guardLink } from '../links.js';
import { foldKey, type Method } from '../methods.js';
import { codeMarketOf, readEmv, readPix } from '../schemes/emv.js';
import { ACCOUNTS, isNumberOf, unmask } from './account-search.js';
import { classify } from './classify.js';
import { isCodeKind, type Row } from './row.js';

/** A payee by its scheme: the compact number of an account, or a payment code. */
type Payee = readonly [scheme: string, value: string];

/** The longest text that is searched for an account, in UTF-16 code units. */
const MAX_ACCOUNT = 128;

/** Returns the account or code that a text consists of, in whatever spelling. */
function payeeIn(text: string): Payee | undefined {
  const code = codeIn(text);
  if (code !== undefined) return ['code', code];
  const compact = text.length > MAX_ACCOUNT ? '' : compactOf(text);
  const kind = ACCOUNTS.find((each) => isNumberOf(each, compact));
  return kind && [schemeOf(kind), compact];
}

/**
 * The texts of a row that is not labeled as an account: a name, a reference, an alias. An unknown key is
 * included, because it is shown.
 */
export function searchedTextOf({ role, key, kind, copy }: Row): string {
  if (isCodeKind(kind) || ACCOUNTS.includes(kind) || kind.endsWith('link')) return '';
  return role === undefined ? `${key} ${copy}` : copy;
}

/**
 * Returns the kind of a value under an unknown key, if the value identifies a payee: the kind of an account,
 * or `text` for a code, which is not drawn, and for an account in an unusual spelling. Characters that only
 * disguise digits are read as those digits, so that a disguised account is refused as a hostile identifier
 * (docs/reading-policy.md R6).
 */
export function payeeKindOf(raw: string): Kind | undefined {
  if (raw.length > MAX_ACCOUNT) return codeIn(raw) === undefined ? undefined : 'text';
  const plain = unmask(raw).trim();
  const account = ACCOUNTS.find((kind) => ruleOf(kind).check!(copyFormOf(kind, plain)));
  return account ?? (payeeIn(raw) && 'text');
}

/** Only the letters and digits of a text. */
function compactOf(text: string): string {
  return unmask(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

/** CBUs and CVUs are numbers of the same scheme. */
function schemeOf(kind: Kind): string {
  return kind === 'cvu' ? 'cbu' : kind;
}

/** The longest key that is compared with the known keys, which are much shorter. */
const MAX_KEY = 64;

/** Any letter, in a skeleton. A folded key has no upper case. */
const ANY = 'Ω';
const LETTER = /[\p{L}\p{N}]/u;
const SIGNS_AT_ENDS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * Whether an unknown key only looks like a known one, also between signs (docs/reading-policy.md R6). A sign
 * at an end may be one of these, or stand for a letter.
 */
export function isLookAlike(key: string, known: ReadonlyMap<string, unknown>): boolean {
  const shown = foldKey(unmask(key));
  if (known.has(foldKey(key)) || shown.length > MAX_KEY) return false;
  const seen = [...skeletonOf(shown)];
  const isLetter = seen.map((sign) => LETTER.test(sign));
  const [first, last] = [isLetter.indexOf(true), isLetter.lastIndexOf(true)];
  return [...known.keys()].some((each) => {
    const letters = [...skeletonOf(each.replace(SIGNS_AT_ENDS, ''))];
    return seen.some(
      (_, start) =>
        start <= first &&
        start + letters.length > last &&
        letters.every((letter, at) => looksLike(seen[start + at], letter)),
    );
  });
}

function looksLike(sign: string | undefined, letter: string): boolean {
  return sign === letter || sign === ANY || sign === '*' || (sign === '|' && letter === 'l');
}

/**
 * Letters that look like Latin ones in lower or upper case, followed by these Latin letters. Only Cyrillic
 * and Greek, in which a whole key can be written: other letters occur beside Latin ones.
 */
const LOOK_ALIKES = 'авекорсухѕіԁԛӏгαβειορκχϲυνμ';
const LATIN = `abekopcyxsidqlrabeiopkxc${ANY.repeat(3)}`;

/**
 * The appearance of a key, with look-alike characters replaced by one of them (UTS #39, the part for Latin
 * letters). Beside Latin letters, any other letter becomes `ANY`, because it may look like one of them, as
 * may a Latin letter without an ASCII base, such as a dotless i; any sign beyond ASCII becomes `*`.
 */
function skeletonOf(key: string): string {
  const shown = key.replace(/[^\0-\x7f]/gu, (sign) => LATIN.charAt(LOOK_ALIKES.indexOf(sign)) || sign);
  const isLatin = /\p{Script=Latin}/u.test(shown);
  return shown
    .replace(/[^\0-\x7f]/gu, (sign) => {
      if (!isLatin || /^[a-z]/.test(sign.normalize('NFD'))) return sign;
      return LETTER.test(sign) ? ANY : '*';
    })
    .replace(/[1i]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}

/**
 * Whether a response names two payees: two accounts of one scheme or two codes, under any keys, or two values
 * for one field (docs/reading-policy.md R5 and R6). There is no way to tell which is right.
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
  if (role === 'qr') return kind === 'qr-link' && linkHost(copy) !== linkHost(other.copy);
  const isOneField = ruleOf(kind).identifier || kind === 'link' || foldKey(key) !== foldKey(other.key);
  return isOneField && copy !== other.copy;
}

function linkHost(link: string): string | undefined {
  return guardLink(link, { hosts: [], loopback: true })?.host;
}

/** Whether a code under an unknown key contains a different Pix key than the row of the key. */
function isRivalKey(row: Row, other: Row): boolean {
  const [code, key] = row.role === 'pixKey' ? [other, row] : [row, other];
  const inCode =
    code.role === undefined && key.role === 'pixKey' ? readPix(codeIn(code.copy) ?? '')?.key : undefined;
  return inCode !== undefined && inCode !== key.copy;
}

/** The payees that a row names: its value under any key, and an unknown key that is an account itself. */
function payeesOf({ role, key, kind, copy }: Row): Payee[] {
  if (kind.endsWith('link') || kind === 'deposit-id') return [];
  const value: Payee | undefined = isCodeKind(kind)
    ? ['code', copy]
    : ACCOUNTS.includes(kind)
      ? [schemeOf(kind), compactOf(copy)]
      : payeeIn(copy);
  return [value, role === undefined ? payeeIn(key) : undefined].filter((payee) => payee !== undefined);
}

/** The payment code in a text, which may be base64. */
function codeIn(text: string): string | undefined {
  const classified = classify(text);
  return classified && isCodeKind(classified.kind) ? classified.raw.trim() : undefined;
}

/** Whether a value identifies a payee although its rail has no such value. */
export function isOfOtherRail({ role, kind }: Row, rail: Method | undefined): boolean {
  const isPayee = isPayeeKind(kind) || isCodeKind(kind) || kind === 'link' || kind === 'qr-link';
  return isPayee && rail !== undefined && rail.fields.every((field) => field.role !== role);
}

/**
 * Whether a code is for a different currency or country than the deposit, so that the payment would be
 * returned.
 */
export function isForeignCode({ check, copy }: Row, fiat: string | undefined): boolean {
  const market = codeMarketOf(fiat);
  const fields = check === 'passed' && market ? readEmv(copy) : undefined;
  return fields !== undefined && `${fields.get('53')}${fields.get('58')}` !== market;
}
