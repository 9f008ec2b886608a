import { InvalidRequestError } from './client-error.js';
import { faultOfBase, faultOfTimeout, faultOfToken } from './connection.js';
import type { TransportOptions } from './transport.js';

/** What `createMerchantClient` takes. */
export interface MerchantClientOptions {
  /** Where the API lives. A path in it is kept. https, except on loopback. */
  readonly baseUrl: string | URL;
  /** The access token (spec: Authentication). It leaves this process only as `X-BH-TOKEN`, and only to `baseUrl`. */
  readonly token: string;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds for each try of a request, body included; at most 120,000. Default 30,000. */
  readonly timeout?: number | undefined;
  /** How often a request that failed is sent again, where that is safe; 0 to 10. Default 2. */
  readonly retries?: number | undefined;
}

/** What a client works with. */
export interface ClientSettings extends TransportOptions {
  readonly retries: number;
}

/** What every call takes beside its input. */
export interface CallOptions {
  /** Ends the call: it rejects with a ConnectionError whose `cause` is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each try, in place of the client's. */
  readonly timeout?: number | undefined;
  /** In place of the client's. What is not safe to send again is sent once, whatever stands here. */
  readonly retries?: number | undefined;
}

/** A claim that timed out may have been made: patience is cheaper than asking again. */
const TIMEOUT = 30_000;
const MOST_RETRIES = 10;
const RETRIES = 2;

/** Checks the options once. Throws one Error whose one sentence names everything wrong, and quotes no value. */
export function readOptions(options: MerchantClientOptions): ClientSettings {
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
    retries: options.retries ?? RETRIES,
    // Called through, so that a fetch replaced later is used, and none loses its `this`.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

/** Checks what a call is given beside its input. Throws an InvalidRequestError that names the option. */
export function readCallOptions(
  { operation, clientId }: { readonly operation: string; readonly clientId?: string | undefined },
  options: CallOptions | undefined,
): CallOptions {
  const given: CallOptions = options ?? {};
  for (const [field, check] of Object.entries(CALL_CHECKS)) {
    const fault = check(given[field as keyof CallOptions]);
    if (fault !== undefined)
      throw new InvalidRequestError(`${operation}: ${field} ${fault}.`, { field, clientId });
  }
  return given;
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
  retries: faultOfRetries,
};

const CALL_CHECKS: Record<keyof CallOptions, (value: unknown) => string | undefined> = {
  signal: faultOfSignal,
  timeout: faultOfTimeout,
  retries: faultOfRetries,
};

function faultOfRetries(value: unknown): string | undefined {
  const isGood = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_RETRIES;
  return value === undefined || isGood ? undefined : `is not from 0 to ${MOST_RETRIES}`;
}

/** By what it can do: a runtime may have a signal of another realm's. */
function faultOfSignal(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const { aborted, addEventListener } = (value ?? {}) as Partial<AbortSignal>;
  const isGood = typeof aborted === 'boolean' && typeof addEventListener === 'function';
  return isGood ? undefined : 'is no AbortSignal';
}
