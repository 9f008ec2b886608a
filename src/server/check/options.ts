import { isLoopback } from '../../core/links.js';
import { isAmount, isFiat } from '../../core/money.js';
import { isOrigin } from '../kit/http/origins.js';
import { platformFetch } from '../platform-fetch.js';

/** Options of `checkEndpoint`. */
export interface CheckOptions {
  /** The URL of the merchant's deposit endpoint, like the element's `endpoint`. */
  readonly endpoint: string | URL;
  /** Sent as `Authorization: Bearer`, as the element does. */
  readonly session?: string;
  /** Sent as the query parameter `visit` with every request, as the element does. */
  readonly visit?: string;
  /** Sent with every request, for example the cookie of a session. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The methods to request. Default: the first one the endpoint offers. */
  readonly paymentIds?: readonly number[];
  /** ISO 4217. Default: the method's own currency. */
  readonly fiat?: string;
  /** Decimal string, for methods that take an amount. */
  readonly amount?: string;
  /** The origin of the page with the element, if it differs from the endpoint's. */
  readonly origin?: string;
  /** The element's `trust-key`: a key, or one of a list, must have signed every successful response. */
  readonly trustKey?: string;
  /** The element's `allowed-hosts`. Default: any https host. */
  readonly allowedHosts?: readonly string[];
  /** Text that no response may contain, such as the API token of a test system. */
  readonly tokenCanary?: string;
  /** Also requests a new slip, with `refresh=1`. */
  readonly refresh?: boolean;
  /** Milliseconds for each request, including the response body. Default 10,000, like the element's. */
  readonly timeout?: number;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /** A clock in milliseconds for timing responses. Default: `performance.now`. */
  readonly now?: () => number;
}

/** The validated options, with defaults filled in. */
export interface Settings {
  readonly endpoint: URL;
  readonly session: string | undefined;
  readonly visit: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly paymentIds: readonly number[];
  readonly fiat: string | undefined;
  readonly amount: string | undefined;
  /** Undefined if it is the endpoint's own origin, because then no request is cross-origin. */
  readonly origin: string | undefined;
  readonly trustKey: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly tokenCanary: string | undefined;
  readonly refresh: boolean;
  readonly timeout: number;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

/** The options are invalid. The message names every invalid option and quotes no value. */
export class CheckOptionsError extends Error {
  override readonly name = 'CheckOptionsError';
}

/** The element's timeout, in milliseconds. */
export const TIMEOUT = 10_000;
const MAX_TIMEOUT = 120_000;

/** Validates the options. Throws a `CheckOptionsError` that names every invalid option. */
export function readOptions(options: CheckOptions): Settings {
  const issues = VALIDATORS.flatMap(([name, validator]) => {
    const value: unknown = options[name];
    const isValid = value === undefined ? name !== 'endpoint' : accepts(validator, value);
    return isValid ? [] : [`${name} ${ISSUES[name]}`];
  });
  if (issues.length > 0) throw new CheckOptionsError(`The check cannot start: ${issues.join(', ')}.`);
  const endpoint = new URL(options.endpoint);
  return {
    endpoint,
    session: options.session,
    visit: options.visit,
    headers: options.headers ?? [],
    paymentIds: [...new Set(options.paymentIds)],
    fiat: options.fiat,
    amount: options.amount,
    origin: options.origin === endpoint.origin ? undefined : options.origin,
    trustKey: options.trustKey,
    allowedHosts: options.allowedHosts ?? [],
    tokenCanary: options.tokenCanary,
    refresh: options.refresh ?? false,
    timeout: options.timeout ?? TIMEOUT,
    fetch: options.fetch ?? platformFetch,
    now: options.now ?? (() => performance.now()),
  };
}

/** The URL without its query. */
export function nameOfEndpoint({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** Whether a credential was given: a session, or a header that identifies the payer. */
export function hasCredential({ session, headers }: Settings): boolean {
  return session !== undefined || headers.some(([name]) => isCredential(name));
}

/** Whether a header identifies the payer. */
export function isCredential(name: string): boolean {
  return /^(?:cookie|authorization)$/i.test(name);
}

/** Whether the connection is private: https, or http on loopback. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const ISSUES = {
  endpoint: 'is not an http or https URL without a user name',
  session: 'cannot be sent in a header',
  visit: 'is not 1 to 256 ASCII characters without spaces',
  headers: 'has a header that cannot be sent, or that the check sets itself (Origin, Host, Content-Length)',
  paymentIds: 'is not a list of payment ids',
  fiat: 'is not a currency code such as BRL',
  amount: 'is not a decimal such as 150.00',
  origin: 'is not an origin such as https://shop.example',
  trustKey: 'is not a key of 43 characters, or a list of them',
  allowedHosts: 'is not a list of hosts',
  tokenCanary: 'is shorter than 8 characters',
  refresh: 'is neither true nor false',
  timeout: `is not from 1 to ${MAX_TIMEOUT} milliseconds`,
  fetch: 'is not a function',
  now: 'is not a function',
} as const satisfies Record<keyof CheckOptions, string>;

type Validator = (value: never) => boolean;

const isFunction = (value: unknown): boolean => typeof value === 'function';

const VALIDATORS: readonly (readonly [keyof CheckOptions, Validator])[] = [
  ['endpoint', isEndpoint],
  ['session', (value: string) => /^[\x21-\x7e]+$/.test(value)],
  ['visit', (value: string) => /^[\x21-\x7e]{1,256}$/.test(value)],
  ['headers', (value: CheckOptions['headers'] & object) => value.every(isHeader)],
  ['paymentIds', (value: readonly number[]) => value.every((id) => /^[1-9][0-9]{0,8}$/.test(String(id)))],
  ['fiat', isFiat],
  ['amount', isAmount],
  ['origin', isOrigin],
  ['trustKey', (value: string) => /^[\w-]{43}(?:\s+[\w-]{43})*$/.test(value)],
  ['allowedHosts', (value: readonly string[]) => value.every((host) => /^[\x21-\x7e]+$/.test(host))],
  // A shorter text could appear by chance.
  ['tokenCanary', (value: string) => value.length >= 8],
  ['refresh', (value: unknown) => typeof value === 'boolean'],
  ['timeout', (value: number) => Number.isInteger(value) && value >= 1 && value <= MAX_TIMEOUT],
  ['fetch', isFunction],
  ['now', isFunction],
];

/** JavaScript callers may pass anything, so a validator that throws rejects the value. */
function accepts(validator: Validator, value: unknown): boolean {
  try {
    return validator(value as never);
  } catch {
    return false;
  }
}

function isEndpoint(value: string | URL): boolean {
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** Whether a header is valid (RFC 9110, 5.1 and 5.5) and not one that the check sets itself. */
function isHeader([name, value]: readonly [string, string]): boolean {
  const isReserved = /^(?:origin|host|content-length)$/i.test(name);
  return !isReserved && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
