import { currencyOf } from './currencies.js';
import { METHODS } from './methods.js';
import { record } from './record.js';
import {
  compareAmounts,
  currencySymbol,
  decimalMark,
  fromMinor,
  isAmount,
  isFiat,
  toMinor,
} from './money.js';

/**
 * Why a typed amount is not accepted. `symbol`: something other than digits and marks. `currency`: another
 * currency.
 */
export type AmountError =
  | 'empty'
  | 'form'
  | 'symbol'
  | 'currency'
  | 'decimals'
  | 'zero'
  | 'too-small'
  | 'too-large';

/**
 * The result of reading a typed amount: a plain decimal string with two decimals, or an error. `symbol` is
 * what the payer must leave out, at most 20 characters.
 */
export type AmountReading =
  | { readonly amount: string }
  | { readonly error: AmountError; readonly symbol?: string };

/** The currency of an amount field, and its inclusive bounds, plain decimals. */
export interface TypedAmountTerms {
  readonly fiat?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A sign of any other currency: `£`, `RD$`. */
const ANY_SIGN = /^\p{L}{0,3}\p{Sc}\p{L}?$/u;

/**
 * The text before the number, the number, and the text after it. A decimal mark directly beside a digit
 * belongs to the number, unless a sign of the currency ends in it: `S/.50`.
 */
const AROUND = /^([^0-9]*?)([.,]?[0-9](?:.*[0-9])?[.,]?)([^0-9]*)$/s;

/** The first visible characters of a text that are not part of a number. */
const SYMBOL = /[^0-9.,\s\p{C}]{1,20}/u;

/** The spaces that people, Intl and print put between groups. */
const SPACES = ' \u00a0\u2009\u202f';

/**
 * Reads an amount as typed or pasted, in the notation of `locale`. The field's currency may be written beside
 * the number (`R$ 10`, `10 BRL`), and the number may have another country's notation (`1,234.56`, `1.234,56`)
 * if it can be read in only one way. A single group of three digits is never read in another notation: where
 * the comma is the decimal mark, `1.234` is 1234, and `1,234` is refused. An amount longer than `isAmount`
 * allows is `too-large`.
 */
export function readTypedAmount(typed: string, locale: string, terms: TypedAmountTerms = {}): AmountReading {
  const { fiat, min, max } = record(terms);
  const text = toAsciiDigits(typed.replace(/[\u200b\u200e]/g, '')).trim();
  if (text === '') return { error: 'empty' };
  const [, before = '', marked = text, after = ''] = AROUND.exec(text) ?? [];
  // The point of `S/.10` belongs to the sign.
  const isOfSign = fiat !== undefined && marked.startsWith('.') && isSignOf(fiat, `${before}.`, locale);
  const number = isOfSign ? marked.slice(1) : marked;
  const refusal = refuseSigns(`${before} ${after}`, fiat, locale);
  if (refusal) return refusal;
  const plain = toPlainDecimal(number, decimalMark(locale));
  if (plain === undefined) return refuseSymbol(number);
  const minor = toMinor(plain);
  if (minor === undefined) return { error: 'decimals' };
  if (minor === 0n) return { error: 'zero' };
  const amount = fromMinor(minor);
  if (min !== undefined && compareAmounts(amount, min) === -1) return { error: 'too-small' };
  const isAboveMax = max !== undefined && compareAmounts(amount, max) === 1;
  return isAboveMax || !isAmount(amount) ? { error: 'too-large' } : { amount };
}

/**
 * Converts fullwidth characters, and Arabic and Persian digits, to ASCII. Arabic and Persian digits must not
 * be mixed with others, because an Arabic zero looks like a point. Other digits (`²`) do not have the value
 * they show.
 */
function toAsciiDigits(text: string): string {
  const halfwidth = text.replace(/[\uff01-\uff5e]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
  if (/[0-9]/.test(halfwidth)) return halfwidth;
  // The code point of each script's zero is a multiple of 16.
  return halfwidth.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** Refuses the first word that is not a sign of the field's currency. */
function refuseSigns(words: string, fiat: string | undefined, locale: string): AmountReading | undefined {
  const known = fiat !== undefined && isFiat(fiat) ? fiat : undefined;
  const stray = words
    .split(/\s+/)
    .find((word) => word !== '' && !(known !== undefined && isSignOf(known, word, locale)));
  if (stray === undefined) return undefined;
  const isOther = ANY_SIGN.test(stray) || METHODS.some(({ fiat: other }) => isSignOf(other, stray, locale));
  return known !== undefined && isOther ? { error: 'currency', symbol: stray } : refuseSymbol(stray);
}

/** Whether a word consists only of signs of a currency: `R$`, `brl`, `COP$`. */
function isSignOf(fiat: string, word: string, locale: string): boolean {
  const symbols = [locale, 'en'].map((each) => currencySymbol(fiat, each).toUpperCase());
  const signs = [fiat, ...(currencyOf(fiat).signs ?? []), ...symbols];
  return signs.reduce((rest, sign) => rest.replace(sign, ''), word.toUpperCase()) === '';
}

function refuseSymbol(text: string): AmountReading {
  const [symbol] = SYMBOL.exec(text) ?? [];
  return symbol === undefined ? { error: 'form' } : { error: 'symbol', symbol };
}

function toPlainDecimal(number: string, mark: '.' | ','): string | undefined {
  const other = mark === '.' ? ',' : '.';
  // The locale's notation takes precedence: if it has a reading, no other counts.
  const notations = [
    `([0-9]+|${grouped(other + SPACES)})(?:[${mark}]([0-9]*))?`,
    `([0-9]+|${grouped(SPACES)})[${other}]([0-9]{0,2})`,
    `(${grouped(mark)})[${other}]([0-9]{1,2})`,
    // A mark that occurs twice cannot be the decimal mark.
    `([1-9][0-9]{0,2}(?:[${mark}][0-9]{3}){2,})`,
  ];
  for (const notation of notations) {
    const [, whole, , fraction] = new RegExp(`^${notation}$`).exec(number) ?? [];
    if (whole === undefined) continue;
    const digits = whole.replace(/[^0-9]/g, '').replace(/^0+(?=[0-9])/, '');
    return fraction ? `${digits}.${fraction}` : digits;
  }
  return undefined;
}

/**
 * A pattern of digits grouped by the same separator throughout. No group follows a leading zero: `0.500` does
 * not mean 500.
 */
function grouped(separators: string): string {
  return `[1-9][0-9]{0,2}([${separators}])[0-9]{3}(?:\\2[0-9]{3})*`;
}
