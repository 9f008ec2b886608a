import { isLoopback } from '../../core/links.js';

// Validation of the connection options that the client and the kit share. Each function returns what is wrong
// with a value, without quoting it, or undefined.

const MAX_TIMEOUT = 120_000;

/** Validates the API's base URL: https, or http on loopback. It may have a path. */
export function baseUrlIssue(value: unknown): string | undefined {
  if (value === undefined || value === '') return 'is missing';
  const isUrl = value instanceof URL || (typeof value === 'string' && URL.canParse(value));
  if (!isUrl) return 'is not a URL';
  const url = new URL(value);
  if (url.username || url.password) return 'holds a user name or password';
  if (url.search || url.hash) return 'holds a query or a fragment';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? undefined : 'is not https';
}

/** Validates the access token (spec: Authentication). */
export function tokenIssue(value: unknown): string | undefined {
  if (value === undefined || value === '') return 'is missing';
  const isHeaderValue = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
  return isHeaderValue ? undefined : 'cannot be sent in a header';
}

/** Validates a timeout in milliseconds. */
export function timeoutIssue(value: unknown): string | undefined {
  const isValid = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_TIMEOUT;
  return value === undefined || isValid ? undefined : `is not from 1 to ${MAX_TIMEOUT} milliseconds`;
}
