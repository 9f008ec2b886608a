import { currencyOf } from './currencies.js';
import { record } from './record.js';

/** Decimals of the amounts of the API, also in currencies that are paid in whole units. */
const CURRENCY_DECIMALS = 2;

const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** Maximum digits of an amount that a page can show, including its decimal mark. */
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

/**
 * Converts a plain decimal string to minor units. Returns `undefined` for any other form or more than 2
 * decimals.
 */
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

/** Returns the decimal mark of a locale: a point or a comma. */
export function decimalMark(locale: string): '.' | ',' {
  const parts = new Intl.NumberFormat(locale, record({ numberingSystem: 'latn' })).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.';
}

/**
 * Formats a decimal string for `locale` with symbol and currency code (`R$ 187,40 BRL`), for places where
 * nothing else names the currency: four of the API's currencies use `$`.
 */
export function formatAmount(amount: string, fiat: string, locale: string): string {
  const sum = formatSum(amount, fiat, locale);
  return sum.includes(fiat) ? sum : `${sum}\u00a0${fiat}`;
}

/**
 * Formats a decimal string for `locale` with the currency's symbol (`R$ 187,40`). Shows every digit without
 * rounding. If the currency is paid in whole units, such as COP, a fraction of zeros is omitted.
 */
export function formatSum(amount: string, fiat: string, locale: string): string {
  const parts = DECIMAL.exec(amount);
  if (!parts || !isFiat(fiat)) return `${amount} ${fiat}`;
  const fraction = shownFraction(parts[2] ?? '', fiat);
  // The fraction is inserted separately: `Intl` allows at most 20 decimals, and a payment code can have more.
  const places = Math.min(fraction.length, CURRENCY_DECIMALS);
  const style = record({
    style: 'currency',
    currency: fiat,
    currencyDisplay: displayOf(fiat, locale),
    numberingSystem: 'latn',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  } as const);
  const format = new Intl.NumberFormat(locale, style);
  return format
    .formatToParts(BigInt(parts[1]!))
    .map(({ type, value }) => (type === 'fraction' ? fraction : value))
    .join('');
}

/** Where `$` means pesos, as in most of Latin America, dollars are written `US$` or `USD`. */
function displayOf(fiat: string, locale: string): 'symbol' | 'narrowSymbol' {
  return fiat === 'USD' && /^(?:es|pt)\b/.test(locale) ? 'symbol' : 'narrowSymbol';
}

function shownFraction(fraction: string, fiat: string): string {
  if (currencyOf(fiat).isWhole && /^0*$/.test(fraction)) return '';
  return fraction.padEnd(CURRENCY_DECIMALS, '0');
}

/** Returns the sign that a locale writes beside an amount of a currency: its symbol (`R$`), else its code. */
export function currencySymbol(fiat: string, locale: string): string {
  if (!isFiat(fiat)) return fiat;
  const style = record({
    style: 'currency',
    currency: fiat,
    currencyDisplay: displayOf(fiat, locale),
  } as const);
  const parts = new Intl.NumberFormat(locale, style).formatToParts(1);
  return parts.find(({ type }) => type === 'currency')?.value ?? fiat;
}

/**
 * Formats an amount for a bank's amount field: the locale's decimal mark, no grouping, no symbol (`1234,50`).
 * In COP and other currencies that are paid in whole units, a fraction of zeros is omitted: the bank's field
 * would read it as two more digits.
 */
export function copyAmount(amount: string, fiat: string | undefined, locale: string): string {
  const minor = toMinor(amount);
  if (minor === undefined) return amount;
  const [whole = '', fraction = ''] = fromMinor(minor).split('.');
  const shown = fiat === undefined ? fraction : shownFraction(fraction, fiat);
  return shown === '' ? whole : whole + decimalMark(locale) + shown;
}
