/** Decimals of a currency's minor unit. Every currency of the API has 2 (ISO 4217), including COP. */
export const CURRENCY_DECIMALS = 2;

const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** Digits of an amount that a page can show, with its mark. */
const MAX_LENGTH = 24;

/** Whether `text` has the form of an ISO 4217 code. `Intl` throws for any other text. */
export function isFiat(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

/**
 * Whether `text` is a plain positive decimal (`1500.00`): no sign, exponent or grouping, not zero, at most 2
 * decimals.
 */
export function isAmount(text: string): boolean {
  const minor = text.length > MAX_LENGTH ? undefined : toMinor(text);
  return minor !== undefined && minor > 0n;
}

/** Converts a plain decimal string to minor units. Returns `undefined` for any other form or more than 2 decimals. */
export function toMinor(text: string): bigint | undefined {
  const parts = DECIMAL.exec(text);
  if (!parts) return undefined;
  const fraction = parts[2] ?? '';
  if (fraction.length > CURRENCY_DECIMALS) return undefined;
  return BigInt(parts[1]! + fraction.padEnd(CURRENCY_DECIMALS, '0'));
}

/** Converts minor units to a decimal string with 2 decimals (`-5n` -> `-0.05`). */
export function fromMinor(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(CURRENCY_DECIMALS + 1, '0');
  const sign = minor < 0n ? '-' : '';
  return `${sign}${digits.slice(0, -CURRENCY_DECIMALS)}.${digits.slice(-CURRENCY_DECIMALS)}`;
}

/** Compares two plain decimals by value: -1, 0 or 1. Returns `undefined` if either is not a plain decimal. */
export function compareAmounts(one: string, other: string): -1 | 0 | 1 | undefined {
  const a = toMinor(one);
  const b = toMinor(other);
  if (a === undefined || b === undefined) return undefined;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Why a typed amount is not accepted. */
export type AmountError = 'empty' | 'form' | 'decimals' | 'zero' | 'too-small' | 'too-large';

/** The result of reading a typed amount: a plain decimal string with two decimals, or an error. */
export type AmountReading = { readonly amount: string } | { readonly error: AmountError };

/**
 * Reads an amount as typed in the notation of `locale`. The other decimal mark is also accepted if the text can be
 * read in only one way (a single mark followed by one or two digits). Grouping must be well formed: `1,2,3` is a
 * `form` error. The bounds are inclusive plain decimals.
 */
export function readTypedAmount(
  typed: string,
  locale: string,
  bounds: { readonly min?: string | undefined; readonly max?: string | undefined } = {},
): AmountReading {
  const text = typed.trim();
  if (text === '') return { error: 'empty' };
  const plain = toPlainDecimal(text, decimalMark(locale));
  if (plain === undefined) return { error: 'form' };
  const minor = toMinor(plain);
  if (minor === undefined) return { error: 'decimals' };
  if (minor === 0n) return { error: 'zero' };
  const amount = fromMinor(minor);
  if (bounds.min !== undefined && compareAmounts(amount, bounds.min) === -1) return { error: 'too-small' };
  if (bounds.max !== undefined && compareAmounts(amount, bounds.max) === 1) return { error: 'too-large' };
  return { amount };
}

function toPlainDecimal(text: string, mark: '.' | ','): string | undefined {
  const group = mark === '.' ? ',' : '.';
  // The same grouping mark throughout, and no grouping after a leading zero: `0.500` does not mean 500.
  const grouped = `[1-9][0-9]{0,2}([${group}\u00a0\u202f ])[0-9]{3}(?:\\1[0-9]{3})*`;
  const own = new RegExp(`^(?:[0-9]+|${grouped})(?:[${mark}][0-9]+)?$`);
  const other = /^[0-9]+[.,][0-9]{1,2}$/;
  if (own.test(text))
    return stripLeadingZeros(text.replace(new RegExp(`[${group}\u00a0\u202f ]`, 'g'), '').replace(mark, '.'));
  return other.test(text) ? stripLeadingZeros(text.replace(',', '.')) : undefined;
}

function stripLeadingZeros(plain: string): string {
  return plain.replace(/^0+(?=[0-9])/, '');
}

/** Returns the decimal mark of a locale: a point or a comma. */
export function decimalMark(locale: string): '.' | ',' {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.';
}

/**
 * Formats a decimal string for `locale` with symbol and currency code (`R$ 187,40 BRL`), for places where nothing else
 * names the currency: four of the API's currencies use `$`.
 */
export function formatAmount(amount: string, fiat: string, locale: string): string {
  const sum = formatSum(amount, fiat, locale);
  return sum.includes(fiat) ? sum : `${sum}\u00a0${fiat}`;
}

/**
 * Formats a decimal string for `locale` with the currency's symbol (`R$ 187,40`). Every digit is shown and none is
 * rounded. In COP a fraction of zeros is omitted, as is customary.
 */
export function formatSum(amount: string, fiat: string, locale: string): string {
  const parts = DECIMAL.exec(amount);
  if (!parts || !isFiat(fiat)) return `${amount} ${fiat}`;
  const fraction = shownFraction(parts[2] ?? '', fiat);
  // The fraction is inserted separately: `Intl` allows at most 20 decimals, and a payment code can have more.
  const places = Math.min(fraction.length, CURRENCY_DECIMALS);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: fiat,
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  return format
    .formatToParts(BigInt(parts[1]!))
    .map(({ type, value }) => (type === 'fraction' ? fraction : value))
    .join('');
}

function shownFraction(fraction: string, fiat: string): string {
  if (fiat === 'COP' && /^0*$/.test(fraction)) return '';
  return fraction.padEnd(CURRENCY_DECIMALS, '0');
}

/** Formats an amount for a bank's amount field: the locale's decimal mark, no grouping, no symbol (`1234,50`). */
export function copyAmount(amount: string, locale: string): string {
  const minor = toMinor(amount);
  return minor === undefined ? amount : fromMinor(minor).replace('.', decimalMark(locale));
}
