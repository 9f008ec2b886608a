import {
  baseUrlIssue,
  functionIssue,
  issuesOf,
  rangeIssue,
  timeoutIssue,
  tokenIssue,
  type Validate,
} from '../option-issues.js';
import { platformFetch } from '../platform-fetch.js';
import { InvalidRequestError } from './client-error.js';
import type { TransportOptions } from './transport.js';

/** Options of `createMerchantClient`. */
export interface MerchantClientOptions {
  /** The API's address, with or without a path. Must be https, except on loopback. */
  readonly baseUrl: string | URL;
  /** The access token (spec: Authentication). It is sent only as `X-BH-TOKEN`, and only to `baseUrl`. */
  readonly token: string;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds for each attempt, including the response body; at most 120,000. Default 30,000. */
  readonly timeout?: number | undefined;
  /** How many times a failed request is retried, if that is safe; 0 to 10. Default 2. */
  readonly retries?: number | undefined;
}

/** The validated options, with defaults filled in. */
export interface ClientSettings extends TransportOptions {
  readonly retries: number;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with a ConnectionError whose `cause` is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt. Overrides the client's `timeout`. */
  readonly timeout?: number | undefined;
  /** Overrides the client's `retries`. Requests that are not safe to repeat are never retried. */
  readonly retries?: number | undefined;
}

/** Milliseconds. Generous, because a claim that timed out may have been made. */
const DEFAULT_TIMEOUT = 30_000;
const MAX_RETRIES = 10;
/** The default for requests that are safe to repeat. */
const DEFAULT_RETRIES = 2;

/** Validates the options. Throws one Error that names every invalid option and quotes no value. */
export function readOptions(options: MerchantClientOptions): ClientSettings {
  if (isBrowser())
    throw new Error('The merchant client cannot start in a browser: it holds the access token.');
  const issues = issuesOf(options, CHECKS);
  if (issues.length > 0) throw new Error(`The merchant client cannot start: ${issues.join(', ')}.`);
  return {
    baseUrl: new URL(options.baseUrl),
    token: options.token,
    timeout: options.timeout ?? DEFAULT_TIMEOUT,
    retries: options.retries ?? DEFAULT_RETRIES,
    fetch: options.fetch ?? platformFetch,
  };
}

/** Validates the options of a call. Throws an InvalidRequestError that names the invalid option. */
export function readCallOptions(
  { operation, clientId }: { readonly operation: string; readonly clientId?: string | undefined },
  options: CallOptions | undefined,
): CallOptions {
  const values: CallOptions = options ?? {};
  for (const [field, check] of Object.entries(CALL_CHECKS)) {
    const issue = check(values[field as keyof CallOptions]);
    if (issue !== undefined)
      throw new InvalidRequestError(`${operation}: ${field} ${issue}.`, { field, clientId });
  }
  return values;
}

/**
 * A page has a document. A worker in a browser has none, but its user agent starts with `Mozilla/`, unlike a
 * server's.
 */
function isBrowser(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return 'document' in globalThis || (navigator?.userAgent ?? '').startsWith('Mozilla/');
}

const CHECKS: Readonly<Record<keyof MerchantClientOptions, Validate>> = {
  baseUrl: baseUrlIssue,
  token: tokenIssue,
  fetch: functionIssue,
  timeout: timeoutIssue,
  retries: rangeIssue(0, MAX_RETRIES),
};

const CALL_CHECKS: Readonly<Record<keyof CallOptions, Validate>> = {
  signal: signalIssue,
  timeout: timeoutIssue,
  retries: CHECKS.retries,
};

/** Checks the members instead of `instanceof`, because a signal may come from another realm. */
function signalIssue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const { aborted, addEventListener } = (value ?? {}) as Partial<AbortSignal>;
  const isValid = typeof aborted === 'boolean' && typeof addEventListener === 'function';
  return isValid ? undefined : 'is not an AbortSignal';
}
