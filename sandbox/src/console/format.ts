import { fromMinor, toMinor } from 'deposit-slip/core';
import type { Row } from './api.js';

/** The text of a row's member; empty if it is absent or null. */
export function text(row: Row | undefined, name: string): string {
  const value = row?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The rows in a member. */
export function rowsOf(row: Row | undefined, name: string): readonly Row[] {
  const value = row?.[name];
  return Array.isArray(value) ? (value as readonly Row[]) : [];
}

/** The object in a member. */
export function objectOf(row: Row | undefined, name: string): Row {
  const value = row?.[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {};
}

const UNMATCHED: Readonly<Record<string, string>> = {
  unknown: 'nothing matches its details',
  'no reference': 'it lacks the reference of the account',
  contradiction: 'its details contradict each other',
};

/** A link; if it leads to the simulator, it also leads back to the console. */
export function withReturn(link: string): string {
  const url = new URL(link, location.href);
  if (/^\/(?:sandbox\/pay|l)\b/.test(url.pathname)) url.searchParams.set('return', location.href);
  return url.href;
}

/** The reason why a deposit was not credited, in words. */
export function unmatchedWords(deposit: Row): string {
  const reason = text(deposit, 'unmatched');
  return UNMATCHED[reason] ?? reason;
}

/** Whether a text contains every word of the filter. */
export function hasWords(filter: string, searched: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => searched.toLowerCase().includes(word));
}

/** A decimal string with its thousands set apart: `1,000,747.50`. */
export function amount(decimal: string): string {
  const [whole = '', ...rest] = decimal.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.').replace('-', '−');
}

/** The sum of a column, where an entry may lack a value; undefined if a value is not an amount. */
export function sumOf(entries: readonly Row[], column: string): bigint | undefined {
  return entries.reduce<bigint | undefined>((sum, entry) => {
    const minor = toMinor(text(entry, column) || '0');
    return sum === undefined || minor === undefined ? undefined : sum + minor;
  }, 0n);
}

/** Debits less credits of the entries of a posting; anything but 0.00 is an error. */
export function differenceOf(entries: readonly Row[]): string {
  const [debit, credit] = [sumOf(entries, 'debit'), sumOf(entries, 'credit')];
  return debit === undefined || credit === undefined ? '?' : fromMinor(debit - credit);
}

/** A time in milliseconds, in the browser's time zone. */
export function time(milliseconds: string | number): string {
  const date = new Date(Number(milliseconds));
  return Number.isNaN(date.valueOf()) ? '' : new Intl.DateTimeFormat('en-GB', CLOCK_TIME).format(date);
}

/** A date and a time in milliseconds, in the browser's time zone. */
export function dateTime(milliseconds: string | number): string {
  const date = new Date(Number(milliseconds));
  const options: Intl.DateTimeFormatOptions = { ...CLOCK_TIME, ...DAY };
  return Number.isNaN(date.valueOf()) ? '' : new Intl.DateTimeFormat('en-GB', options).format(date);
}

/** A date and the minute, for a clock that runs while it is shown. */
export function minute(milliseconds: string | number): string {
  return dateTime(milliseconds).replace(/:\d\d\.\d+$/, '');
}

const CLOCK_TIME = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
} as const;
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/**
 * A body for display: indented if it is JSON. Its numbers are not parsed, because they may have more digits
 * than JavaScript can represent.
 */
export function prettyBody(body: string): string {
  try {
    JSON.parse(body);
  } catch {
    return body;
  }
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return body.replace(/"(?:[^"\\]|\\.)*"|\s+|[{[]\s*[}\]]|[{}[\],:]/g, (token) => {
    if (token.startsWith('"')) return token;
    if (token.trim() === '') return '';
    if (token.length > 1) return token.replace(/\s/g, '');
    if (token === ':') return ': ';
    if (token === ',') return `,${line()}`;
    if (token === '{' || token === '[') {
      depth++;
      return token + line();
    }
    depth--;
    return line() + token;
  });
}
