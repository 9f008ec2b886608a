import { isLoopback } from '../../core/links.js';

// What is wrong with how the API is reached, in words that quote no value. Of the client, and of the kit.

const LONGEST_TIMEOUT = 120_000;

/** Of the API's address: a path in it is kept, and nobody may read along. */
export function faultOfBase(value: unknown): string | undefined {
  if (value === undefined || value === '') return 'is missing';
  const isUrl = value instanceof URL || (typeof value === 'string' && URL.canParse(value));
  if (!isUrl) return 'is no URL';
  const url = new URL(value);
  if (url.username || url.password) return 'holds a user name or password';
  if (url.search || url.hash) return 'holds a query or a fragment';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? undefined : 'is not https';
}

/** Of the access token (spec: Authentication). */
export function faultOfToken(value: unknown): string | undefined {
  if (value === undefined || value === '') return 'is missing';
  const isWord = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
  return isWord ? undefined : 'cannot be sent in a header';
}

/** Of the milliseconds a request may take. */
export function faultOfTimeout(value: unknown): string | undefined {
  const isGood = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LONGEST_TIMEOUT;
  return value === undefined || isGood ? undefined : `is not from 1 to ${LONGEST_TIMEOUT} milliseconds`;
}
