import { isLoopback } from '../../core/links.js';
import type { TransportOptions } from './transport.js';

/** What `createMerchantClient` takes. */
export interface MerchantClientOptions {
  /** Where the API lives. A path in it is kept. https, except on loopback. */
  readonly baseUrl: string | URL;
  /** The access token (spec: Authentication). It leaves this process only as `X-BH-TOKEN`, and only to `baseUrl`. */
  readonly token: string;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds for one whole request, body included; at most 120,000. Default 30,000. */
  readonly timeout?: number | undefined;
}

/** What every call takes beside its input. */
export interface CallOptions {
  /** Ends the call: it rejects with a ConnectionError whose `cause` is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const LONGEST_TIMEOUT = 120_000;
/** A claim that timed out may have been made: patience is cheaper than asking again. */
const TIMEOUT = 30_000;

/** Checks the options once. Throws one Error whose one sentence names everything wrong, and quotes no value. */
export function readOptions(options: MerchantClientOptions): TransportOptions {
  if (isBrowser())
    throw new Error('The merchant client cannot start in a browser: it holds the access token.');
  // Untyped callers are checked too.
  const given: Partial<Record<keyof MerchantClientOptions, unknown>> = options ?? {};
  const faults = Object.entries(CHECKS).flatMap(([name, check]) => {
    const fault = check(given[name as keyof MerchantClientOptions]);
    return fault === undefined ? [] : [`${name} ${fault}`];
  });
  if (faults.length > 0) throw new Error(`The merchant client cannot start: ${faults.join(', ')}.`);
  return {
    baseUrl: new URL(options.baseUrl),
    token: options.token,
    timeout: options.timeout ?? TIMEOUT,
    // Called through, so that a fetch replaced later is used, and none loses its `this`.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

/** A page has a document; a worker of one has none, but says what every browser says of itself. Other runtimes do not. */
function isBrowser(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return 'document' in globalThis || (navigator?.userAgent ?? '').startsWith('Mozilla/');
}

const CHECKS: Record<keyof MerchantClientOptions, (value: unknown) => string | undefined> = {
  baseUrl: faultOfBase,
  token: faultOfToken,
  fetch: (value) => (value === undefined || typeof value === 'function' ? undefined : 'is no function'),
  timeout: faultOfTimeout,
};

function faultOfBase(value: unknown): string | undefined {
  if (value === undefined || value === '') return 'is missing';
  const isUrl = value instanceof URL || (typeof value === 'string' && URL.canParse(value));
  if (!isUrl) return 'is no URL';
  const url = new URL(value);
  if (url.username || url.password) return 'holds a user name or password';
  if (url.search || url.hash) return 'holds a query or a fragment';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? undefined : 'is not https';
}

function faultOfToken(value: unknown): string | undefined {
  if (value === undefined || value === '') return 'is missing';
  const isWord = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
  return isWord ? undefined : 'cannot be sent in a header';
}

function faultOfTimeout(value: unknown): string | undefined {
  const isGood = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LONGEST_TIMEOUT;
  return value === undefined || isGood ? undefined : `is not from 1 to ${LONGEST_TIMEOUT} milliseconds`;
}
