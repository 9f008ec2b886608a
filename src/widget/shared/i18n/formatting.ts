import { METHODS } from '../../../core/methods.js';
import { own } from '../../../core/reader/members.js';
import { record } from '../../../core/record.js';
import { spokenLanguage } from './registry.js';

/**
 * The locale for amounts in a currency: the payer's if the tag names a country, else that of the currency's
 * country, else the default region of the language (es-419, pt-BR). It does not depend on the method, which
 * not every page knows: one amount is written one way.
 */
export function numberLocale(tag: string, fiat: string | undefined): string {
  const { language, region = '' } = new Intl.Locale(tag);
  // `es-419` names no country: Latin America writes numbers in two ways.
  if (region.length === 2 && Intl.NumberFormat.supportedLocalesOf(tag).length > 0) return tag;
  const defaultRegions = record<Record<string, string>>({ es: 'es-419', pt: 'pt-BR' });
  return countryLocale(fiat) ?? defaultRegions[language] ?? spokenLanguage(tag);
}

/** The locale in which the banks of a currency's country write amounts; undefined for euros. */
function countryLocale(fiat: string | undefined): string | undefined {
  return METHODS.find((method) => method.fiat === fiat)?.amountLocale;
}

/**
 * The locale in which the payer's bank writes amounts, whatever the payer's language: `1250,00` may be read
 * as 125000 elsewhere.
 */
export function bankLocale(tag: string, fiat: string | undefined): string {
  return countryLocale(fiat) ?? numberLocale(tag, fiat);
}

/** A value that is itself words, in the language of the surrounding text: "the merchant". */
export type Words = readonly [words: string];

/** The values of placeholders by name: names, numbers and sums, or words. */
export interface Values {
  readonly [name: string]: string | Words | undefined;
}

/** The separator between parts of a line. The no-break space keeps the dot from beginning a line. */
export const DOT = '\u00a0· ';

/** A text with `{placeholders}` and their values, for `fill` and `sentenceView`. */
export type Sentence = readonly [text: string, values?: Values];

/**
 * A text with its `{placeholders}` filled in, for announcing, copying or sharing. A placeholder without a
 * value becomes empty.
 */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = placeholderValue(values, name) ?? '';
    return typeof value === 'string' ? value : value[0];
  });
}

/** The value of a placeholder. */
export function placeholderValue(values: Values, name: string): string | Words | undefined {
  return own(values, name) as string | Words | undefined;
}

/** Languages written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv']);

/** The direction of a BCP 47 tag's language. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(tag.split('-')[0]!) ? 'rtl' : 'ltr';
}

/** The format of bank receipts in every country whose language is supported. */
const CLOCK = record({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const);

/** Whether two times are on the same day in the reader's time zone. */
export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Fills in the text for today with a time, or the text for another day with a date. */
export function formatRecent(
  time: number,
  now: number | undefined,
  texts: { readonly today: string; readonly day: string },
  lang: string,
): string {
  return now !== undefined && isSameDay(time, now)
    ? fill(texts.today, { time: formatClock(time, lang) })
    : fill(texts.day, { time: formatDate(time, lang) });
}

/**
 * The day and the month, and the year unless it is the current one, on one line. In a sentence the month is
 * `long`, because some short names end with a dot.
 */
export function formatDate(time: number, lang: string, month: 'short' | 'long' = 'short'): string {
  const year = isThisYear(time) ? undefined : 'numeric';
  const format = new Intl.DateTimeFormat(lang, record({ day: 'numeric', month, year } as const));
  return format.format(time).replaceAll(' ', '\u00a0');
}

function isThisYear(time: number): boolean {
  return new Date(time).getFullYear() === new Date().getFullYear();
}

/** The month in letters, as in every other date: `dateStyle` would give 4/03/2026 in Colombia. */
const MOMENT = record({
  ...{ day: 'numeric', month: 'short', year: 'numeric', timeZoneName: 'short' },
  ...CLOCK,
} as const);

const formatInZone = formatter(MOMENT);

/** The date, the time and its zone: a receipt is kept, and read elsewhere. The zone stays beside its time. */
export function formatMoment(time: number, lang: string): string {
  return formatInZone(time, lang)
    .replace(/ (?=\S+$)/, '\u00a0')
    .replace(/-(?=[0-9:]+$)/, '\u2011');
}

/** The time of day. */
export const formatClock = formatter(CLOCK);

/**
 * A format that is cached by language: a list of deposits has many times, and creating a format takes longer
 * than using it.
 */
function formatter(options: Intl.DateTimeFormatOptions): (time: number, lang: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (time, lang) => {
    const format = formats.get(lang) ?? new Intl.DateTimeFormat(lang, options);
    formats.set(lang, format);
    return format.format(time);
  };
}

/**
 * The day: one of `names` for today and yesterday, or the date with its weekday; without names, with its year
 * too. The names are our own texts, because loading the browser's (`Intl.RelativeTimeFormat`) takes longer
 * than rendering a page of deposits.
 */
export function formatDay(
  time: number,
  names: readonly [today: string, yesterday: string] | undefined,
  lang: string,
): string {
  const days = daysAgo(time);
  if (names && days === 0) return names[0];
  if (names && days === 1) return names[1];
  const year = names && isThisYear(time) ? undefined : 'numeric';
  const date = { weekday: 'long', day: 'numeric', month: 'long', year } as const;
  return new Intl.DateTimeFormat(lang, record(date)).format(time);
}

/**
 * The number of midnights between a time and now in the reader's time zone. A day of 23 or 25 hours counts as
 * one.
 */
function daysAgo(time: number): number {
  return Math.round((midnightOf(Date.now()) - midnightOf(time)) / 86_400_000);
}

function midnightOf(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
