import { isLoopback } from '../../core/links.js';
import { isAmount, isFiat } from '../../core/money.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { isOrigin } from '../option-issues.js';
import { platformFetch } from '../platform-fetch.js';

/** Options of `checkEndpoint`. */
export interface CheckOptions {
  /** The URL of the merchant's deposit endpoint, like the element's `endpoint`. */
  readonly endpoint: string | URL;
  /** Sent as `Authorization: Bearer`, as the element does. */
  readonly session?: string;
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
  /** The element's `allowed-hosts`. Default: any https host. */
  readonly allowedHosts?: readonly string[];
  /** Text that no response may contain, such as the API token of a test system. */
  readonly tokenCanary?: string;
  /** Milliseconds for each request, including the response body. Default 10,000, like the element's. */
  readonly timeout?: number;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}

const MAX_TIMEOUT = 120_000;

const DEFAULTS = {
  headers: [],
  paymentIds: [],
  allowedHosts: [],
  timeout: 10_000,
  fetch: platformFetch,
} as const satisfies Partial<CheckOptions>;

type Defaulted = keyof typeof DEFAULTS;

/**
 * The validated options, with defaults filled in. Without an `origin`, or with the endpoint's own, no request
 * is cross-origin, and `origin` is absent.
 */
export interface Settings
  extends Omit<CheckOptions, 'endpoint' | Defaulted>, Required<Pick<CheckOptions, Defaulted>> {
  readonly endpoint: URL;
}

/** The options are invalid. The message names every invalid option and quotes no value. */
export class CheckOptionsError extends Error {
  override readonly name = 'CheckOptionsError';
}

/** Validates the options. Throws a `CheckOptionsError` that names every invalid option. */
export function readOptions(options: CheckOptions): Settings {
  const issues = Object.entries(OPTIONS).flatMap(([name, { issue, isValid }]) => {
    const value: unknown = options[name as keyof CheckOptions];
    const isAccepted = value === undefined ? name !== 'endpoint' : accepts(isValid, value);
    return isAccepted ? [] : [`${name} ${issue}`];
  });
  if (issues.length > 0) throw new CheckOptionsError(`The check cannot start: ${issues.join(', ')}.`);
  const endpoint = new URL(options.endpoint);
  const origin = options.origin === endpoint.origin ? undefined : options.origin;
  const paymentIds = [...new Set(options.paymentIds)];
  return { ...DEFAULTS, ...omitUndefined({ ...options, origin }), endpoint, paymentIds };
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

/** An option: what is wrong with a value that is not valid, and whether a value is. */
interface Option<Value> {
  readonly issue: string;
  readonly isValid: (value: Value) => boolean;
}

const OPTIONS: { readonly [Name in keyof CheckOptions]-?: Option<NonNullable<CheckOptions[Name]>> } = {
  endpoint: { issue: 'is not an http or https URL without a user name', isValid: isEndpoint },
  session: { issue: 'cannot be sent in a header', isValid: (value) => /^[\x21-\x7e]+$/.test(value) },
  headers: {
    issue: 'has a header that cannot be sent, or that the check sets itself (Origin, Host, Content-Length)',
    isValid: (value) => value.every(isHeader),
  },
  paymentIds: {
    issue: 'is not a list of payment ids',
    isValid: (value) => value.every((id) => /^[1-9][0-9]{0,8}$/.test(String(id))),
  },
  fiat: { issue: 'is not a currency code such as BRL', isValid: isFiat },
  amount: { issue: 'is not a decimal such as 150.00', isValid: isAmount },
  origin: { issue: 'is not an origin such as https://shop.example', isValid: isOrigin },
  allowedHosts: {
    issue: 'is not a list of hosts',
    isValid: (value) => value.every((host) => /^[\x21-\x7e]+$/.test(host)),
  },
  // A shorter text could appear by chance.
  tokenCanary: { issue: 'is shorter than 8 characters', isValid: (value) => value.length >= 8 },
  timeout: {
    issue: `is not from 1 to ${MAX_TIMEOUT} milliseconds`,
    isValid: (value) => Number.isInteger(value) && value >= 1 && value <= MAX_TIMEOUT,
  },
  fetch: { issue: 'is not a function', isValid: (value: unknown) => typeof value === 'function' },
};

/** JavaScript callers may pass anything, so a validator that throws rejects the value. */
function accepts(isValid: (value: never) => boolean, value: unknown): boolean {
  try {
    return isValid(value as never);
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
