import { isLoopback } from '../../core/links.js';
import { isAmount, isFiat } from '../../core/money.js';
import { isOrigin } from '../kit/origins.js';

/** What `checkEndpoint` takes. */
export interface CheckOptions {
  /** The merchant's deposit endpoint, as the element's `endpoint` names it. */
  readonly endpoint: string | URL;
  /** Sent as `Authorization: Bearer`, as the element does. */
  readonly session?: string;
  /** Sent with every question: what else the endpoint knows a visit by, a cookie say. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The methods to ask for. None: the first the endpoint offers. */
  readonly paymentIds?: readonly number[];
  /** ISO 4217; default: the method's own. */
  readonly fiat?: string;
  /** For methods that take one; plain decimal string. */
  readonly amount?: string;
  /** The origin of the page that holds the element, where it is another than the endpoint's. */
  readonly origin?: string;
  /** The element's `trust-key`: every answer must be signed by it. */
  readonly trustKey?: string;
  /** The element's `allowed-hosts`. None: any https host. */
  readonly allowedHosts?: readonly string[];
  /** A text no answer may hold: a token the endpoint was given for this check. */
  readonly tokenCanary?: string;
  /** Asks for new slips too, with `refresh=1`. */
  readonly refresh?: boolean;
  /** Milliseconds for one question, body included. Default 10,000, the element's own. */
  readonly timeout?: number;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch;
  /** Milliseconds since some moment; by it answers are timed. */
  readonly now?: () => number;
}

/** Options that were found good, with the defaults filled in. */
export interface Settings {
  readonly endpoint: URL;
  readonly session: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly paymentIds: readonly number[];
  readonly fiat: string | undefined;
  readonly amount: string | undefined;
  /** Absent too where it is the endpoint's own: then nothing crosses origins. */
  readonly origin: string | undefined;
  readonly trustKey: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly tokenCanary: string | undefined;
  readonly refresh: boolean;
  readonly timeout: number;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

/** What was asked for cannot be checked; the message names every wrong option and quotes no value. */
export class CheckOptionsError extends Error {
  override readonly name = 'CheckOptionsError';
}

/** The element's own patience. */
export const TIMEOUT = 10_000;
const LONGEST_TIMEOUT = 120_000;

/** Checks the options once. Throws a `CheckOptionsError` whose one sentence names everything wrong. */
export function readOptions(options: CheckOptions): Settings {
  const faults = CHECKS.flatMap(([name, form]) => {
    const value: unknown = options[name];
    const isGood = value === undefined ? name !== 'endpoint' : isTrue(form, value);
    return isGood ? [] : [`${name} ${FAULTS[name]}`];
  });
  if (faults.length > 0) throw new CheckOptionsError(`This cannot be checked: ${faults.join(', ')}.`);
  const endpoint = new URL(options.endpoint);
  return {
    endpoint,
    session: options.session,
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
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now: options.now ?? (() => performance.now()),
  };
}

/** Whether nobody between can read along: https, or the machine itself. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const FAULTS = {
  endpoint: 'is no http or https address without a user name',
  session: 'cannot be sent in a header',
  headers: 'holds one that cannot be sent, or that is set here (Origin, Host, Content-Length)',
  paymentIds: 'is no list of payment ids',
  fiat: 'is no currency code such as BRL',
  amount: 'is no decimal such as 150.00',
  origin: 'is no origin such as https://shop.example',
  trustKey: 'is no key of 43 characters',
  allowedHosts: 'is no list of hosts',
  tokenCanary: 'is shorter than 8 characters',
  refresh: 'is neither true nor false',
  timeout: `is not from 1 to ${LONGEST_TIMEOUT} milliseconds`,
  fetch: 'is no function',
  now: 'is no function',
} as const satisfies Record<keyof CheckOptions, string>;

type Form = (value: never) => boolean;

const isFunction = (value: unknown): boolean => typeof value === 'function';

const CHECKS: readonly (readonly [keyof CheckOptions, Form])[] = [
  ['endpoint', isEndpoint],
  ['session', (value: string) => /^[\x21-\x7e]+$/.test(value)],
  ['headers', (value: CheckOptions['headers'] & object) => value.every(isHeader)],
  ['paymentIds', (value: readonly number[]) => value.every((id) => /^[1-9][0-9]{0,8}$/.test(String(id)))],
  ['fiat', isFiat],
  ['amount', isAmount],
  ['origin', isOrigin],
  ['trustKey', (value: string) => /^[\w-]{43}$/.test(value)],
  ['allowedHosts', (value: readonly string[]) => value.every((host) => /^[\x21-\x7e]+$/.test(host))],
  // A shorter one would be found by chance.
  ['tokenCanary', (value: string) => value.length >= 8],
  ['refresh', (value: unknown) => typeof value === 'boolean'],
  ['timeout', (value: number) => Number.isInteger(value) && value >= 1 && value <= LONGEST_TIMEOUT],
  ['fetch', isFunction],
  ['now', isFunction],
];

/** Untyped callers are checked too: a form that throws at a value does not hold. */
function isTrue(form: Form, value: unknown): boolean {
  try {
    return form(value as never);
  } catch {
    return false;
  }
}

function isEndpoint(value: string | URL): boolean {
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** A header by its name and value (RFC 9110, 5.1 and 5.5), none that the questions set themselves. */
function isHeader([name, value]: readonly [string, string]): boolean {
  const isOwn = /^(?:origin|host|content-length)$/i.test(name);
  return !isOwn && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
