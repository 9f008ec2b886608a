/** Minor units of a currency, as decimals. Every currency of the API has 2 (ISO 4217), COP too. */
export const CURRENCY_DECIMALS = 2;

const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** Whether `text` has the form of an ISO 4217 code; `Intl` throws at any other. */
export function isFiat(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

/** Whether `text` is a plain positive decimal (`1500.00`): no sign, no exponent, no grouping, not zero, at most 2 decimals. */
export function isAmount(text: string): boolean {
  const minor = toMinor(text);
  return minor !== undefined && minor > 0n;
}

/** A plain decimal string as integer minor units; undefined if it has another form or more decimals than the currency. */
export function toMinor(text: string): bigint | undefined {
  const parts = DECIMAL.exec(text);
  if (!parts) return undefined;
  const fraction = parts[2] ?? '';
  if (fraction.length > CURRENCY_DECIMALS) return undefined;
  return BigInt(parts[1]! + fraction.padEnd(CURRENCY_DECIMALS, '0'));
}

/** Integer minor units as a decimal string with the currency's decimals; the sign is kept. */
export function fromMinor(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(CURRENCY_DECIMALS + 1, '0');
  const sign = minor < 0n ? '-' : '';
  return `${sign}${digits.slice(0, -CURRENCY_DECIMALS)}.${digits.slice(-CURRENCY_DECIMALS)}`;
}

/** -1, 0 or 1; undefined where one of them is no plain decimal. */
export function compareAmounts(one: string, other: string): -1 | 0 | 1 | undefined {
  const a = toMinor(one);
  const b = toMinor(other);
  if (a === undefined || b === undefined) return undefined;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Why an amount a person typed was not taken. */
export type AmountFault = 'empty' | 'form' | 'decimals' | 'zero' | 'too-small' | 'too-large';

/** What a person typed, read in their country's notation: a plain decimal string with two decimals, or why not. */
export type AmountReading = { readonly amount: string } | { readonly fault: AmountFault };

/**
 * Reads a typed amount. The locale's decimal mark is taken, and the other one where only one reading is possible
 * (a single mark followed by one or two digits). Grouping must be well formed: `1,2,3` is refused.
 */
export function readTypedAmount(
  typed: string,
  locale: string,
  bounds: { readonly min?: string | undefined; readonly max?: string | undefined } = {},
): AmountReading {
  const text = typed.trim();
  if (text === '') return { fault: 'empty' };
  const plain = toPlain(text, decimalMark(locale));
  if (plain === undefined) return { fault: 'form' };
  const minor = toMinor(plain);
  if (minor === undefined) return { fault: 'decimals' };
  if (minor === 0n) return { fault: 'zero' };
  const amount = fromMinor(minor);
  if (bounds.min !== undefined && compareAmounts(amount, bounds.min) === -1) return { fault: 'too-small' };
  if (bounds.max !== undefined && compareAmounts(amount, bounds.max) === 1) return { fault: 'too-large' };
  return { amount };
}

function toPlain(text: string, mark: '.' | ','): string | undefined {
  const group = mark === '.' ? ',' : '.';
  // One kind of grouping throughout, and none after a leading zero: `0.500` is no way to write 500.
  const grouped = `[1-9][0-9]{0,2}([${group}\u00a0\u202f ])[0-9]{3}(?:\\1[0-9]{3})*`;
  const own = new RegExp(`^(?:[0-9]+|${grouped})(?:[${mark}][0-9]+)?$`);
  const other = /^[0-9]+[.,][0-9]{1,2}$/;
  if (own.test(text))
    return unzero(text.replace(new RegExp(`[${group}\u00a0\u202f ]`, 'g'), '').replace(mark, '.'));
  return other.test(text) ? unzero(text.replace(',', '.')) : undefined;
}

function unzero(plain: string): string {
  return plain.replace(/^0+(?=[0-9])/, '');
}

/** The decimal mark of a locale, a point or a comma. */
export function decimalMark(locale: string): '.' | ',' {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.';
}

/**
 * A decimal string as a person of `locale` writes it, with symbol and code (`R$ 187,40 BRL`): `$` alone names four
 * currencies. Every digit that came is shown, none is rounded. COP drops a fraction of zeros, as its people do.
 */
export function formatAmount(amount: string, fiat: string, locale: string): string {
  const parts = DECIMAL.exec(amount);
  if (!parts || !isFiat(fiat)) return `${amount} ${fiat}`;
  const fraction = shownFraction(parts[2] ?? '', fiat);
  // The fraction is put in by hand: `Intl` takes 20 decimals at most, and a code may name any amount.
  const places = Math.min(fraction.length, CURRENCY_DECIMALS);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: fiat,
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  const shown = format
    .formatToParts(BigInt(parts[1]!))
    .map(({ type, value }) => (type === 'fraction' ? fraction : value))
    .join('');
  return shown.includes(fiat) ? shown : `${shown}\u00a0${fiat}`;
}

function shownFraction(fraction: string, fiat: string): string {
  if (fiat === 'COP' && /^0*$/.test(fraction)) return '';
  return fraction.padEnd(CURRENCY_DECIMALS, '0');
}

/** The form a bank's amount field takes: the locale's decimal mark, no grouping, no symbol (`1234,50`). */
export function copyAmount(amount: string, locale: string): string {
  const minor = toMinor(amount);
  return minor === undefined ? amount : fromMinor(minor).replace('.', decimalMark(locale));
}
