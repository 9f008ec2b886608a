import { spokenLanguage } from './registry.js';

/**
 * The locale for amounts: the payer's if the tag names a region, else that of the method's country, else the
 * default region of the language (es-419, pt-BR).
 */
export function numberLocale(tag: string, country: string | undefined): string {
  const hasRegion = /-(?:[a-z]{2}|[0-9]{3})(?:-|$)/i.test(tag);
  if (hasRegion && Intl.NumberFormat.supportedLocalesOf(tag).length > 0) return tag;
  if (country) return country;
  const defaultRegions: Record<string, string> = { es: 'es-419', pt: 'pt-BR' };
  return defaultRegions[tag.toLowerCase()] ?? spokenLanguage(tag);
}

/** A value that is itself words, in the language of the surrounding text: "the merchant". */
export type Words = readonly [words: string];

/** The values of placeholders by name: names, numbers and sums, or words. */
export interface Values {
  readonly [name: string]: string | Words | undefined;
}

/** A text with `{placeholders}` and their values, for `fill` and `sentenceView`. */
export type Sentence = readonly [text: string, values?: Values];

/**
 * A text with its `{placeholders}` filled in, for announcing, copying or sharing. A placeholder without a
 * value becomes empty.
 */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'string' ? value : value[0];
  });
}

/** Languages written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv']);

/** The direction of a BCP 47 tag's language. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(tag.split('-')[0]!) ? 'rtl' : 'ltr';
}

/** The format of bank receipts in every country whose language is supported. */
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function isToday(time: number): boolean {
  return isSameDay(time, Date.now());
}

/** Whether two times are on the same day in the reader's time zone. */
export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** `today 01:16`, or the date and time. */
export function formatPast(time: number, today: string, lang: string): string {
  const clock = formatClock(time, lang);
  return isToday(time) ? fill(today, { time: clock }) : `${formatDate(time, lang)}, ${clock}`;
}

/** One of `texts` for a time today, or for the date of another day. */
export function formatRecent(
  time: number,
  texts: { readonly today: string; readonly day: string },
  lang: string,
): string {
  return isToday(time)
    ? fill(texts.today, { time: formatClock(time, lang) })
    : fill(texts.day, { time: formatDate(time, lang) });
}

/**
 * The day and the month, and the year unless it is the current one, on one line. In a sentence the month is
 * `long`, because some short names end with a dot.
 */
export function formatDate(time: number, lang: string, month: 'short' | 'long' = 'short'): string {
  const year = isThisYear(time) ? undefined : 'numeric';
  const format = new Intl.DateTimeFormat(lang, { day: 'numeric', month, year });
  return format.format(time).replaceAll(' ', '\u00a0');
}

function isThisYear(time: number): boolean {
  return new Date(time).getFullYear() === new Date().getFullYear();
}

/**
 * The date and time, with the month in letters as in every other date: `dateStyle` would give 4/03/2026 in
 * Colombia.
 */
export function formatMoment(time: number, lang: string): string {
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(lang, { ...date, ...CLOCK }).format(time);
}

/**
 * Cached by language: a list of deposits has many times, and creating a format takes longer than using it.
 */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day. */
export function formatClock(time: number, lang: string): string {
  const clock = clocks.get(lang) ?? new Intl.DateTimeFormat(lang, CLOCK);
  clocks.set(lang, clock);
  return clock.format(time);
}

/**
 * The day: one of `names` for today and yesterday, or the date with its weekday. The names are our own texts,
 * because loading the browser's (`Intl.RelativeTimeFormat`) takes longer than rendering a page of deposits.
 */
export function formatDay(
  time: number,
  names: readonly [today: string, yesterday: string],
  lang: string,
): string {
  const name = names[daysAgo(time)];
  if (name !== undefined) return name;
  const year = isThisYear(time) ? undefined : 'numeric';
  return new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', year }).format(time);
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
