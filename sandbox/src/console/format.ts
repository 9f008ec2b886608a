import { fromMinor, toMinor } from 'deposit-slip/core';
import { html, type TemplateResult } from 'lit';
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

/** A CLABE, a CVU or CBU, or an IBAN, each with the sizes of its groups; the last size repeats. */
const ACCOUNTS: readonly (readonly [pattern: RegExp, sizes: readonly number[]])[] = [
  [/^\d{18}$/, [3, 3, 4, 4, 3, 1]],
  [/^\d{22}$/, [4]],
  [/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/, [4]],
];

/**
 * An account number in groups separated only by margins, so that the copied text has no spaces. Other texts
 * are unchanged.
 */
export function grouped(value: string): TemplateResult {
  const sizes = ACCOUNTS.find(([pattern]) => pattern.test(value))?.[1];
  if (!sizes) return html`${value}`;
  const groups: TemplateResult[] = [];
  for (let start = 0; start < value.length;) {
    const size = sizes[Math.min(groups.length, sizes.length - 1)]!;
    groups.push(html`<span class="group">${value.slice(start, start + size)}</span><wbr />`);
    start += size;
  }
  return html`${groups}`;
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

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/** A body for display: JSON is indented and colored, anything else is unchanged. */
export function prettyBody(body: string): TemplateResult {
  const indented = indent(body);
  if (indented === undefined) return html`${body}`;
  const parts: unknown[] = [];
  let end = 0;
  for (const match of indented.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    const kind = string === undefined ? 'number' : colon === undefined ? 'string' : 'name';
    const word = colon === undefined ? token : string;
    parts.push(indented.slice(end, match.index), html`<span class=${kind}>${word}</span>`);
    end = match.index + (word?.length ?? 0);
  }
  return html`${[...parts, indented.slice(end)]}`;
}

/**
 * Indents a JSON text without parsing its numbers, which may have more digits than JavaScript can represent.
 */
function indent(body: string): string | undefined {
  try {
    JSON.parse(body);
  } catch {
    return undefined;
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
