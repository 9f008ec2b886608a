/**
 * Every way an operation can fail, seen from the caller. `authentication`: the token was not taken (401, 403).
 * `refused`: another envelope code than success, or any other 4xx. `server`: 5xx. `connection`: no answer, or one that
 * broke off. `unreadable`: a redirect, another content type, bad UTF-8, bad JSON, too large, no envelope.
 */
export type FailureKind =
  'authentication' | 'refused' | 'rate-limited' | 'server' | 'connection' | 'timeout' | 'unreadable';

/** What is known of a failure. `code` and `msg` are the API's own words: for the merchant, never for a payer. */
export interface FailureDetail {
  /** HTTP status, where an answer came. */
  readonly status?: number;
  /** The envelope's `code` as text (spec: Error codes are not shown). */
  readonly code?: string;
  readonly msg?: string;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter?: number;
  /** In our own words, what made the answer unreadable. */
  readonly reason?: 'redirect' | 'content-type' | 'too-large' | 'not-utf-8' | 'not-json' | 'no-envelope';
  /** The answer's `x-request-id`. */
  readonly requestId?: string;
  /** Of a broken connection: the system's code for it as an Error, or the reason of the caller's signal. */
  readonly cause?: unknown;
}

/** A failed operation, as a value: nothing in the client throws for what the network or the API does. */
export interface Failure extends FailureDetail {
  readonly failed: true;
  readonly kind: FailureKind;
}

/** Makes a failure. */
export function failure(kind: FailureKind, detail: FailureDetail = {}): Failure {
  return Object.freeze({ failed: true, kind, ...detail });
}

/** A request the caller ended: it fails as a broken connection does, with the signal's reason. */
export function abortedBy(signal: AbortSignal | undefined): Failure {
  return failure('connection', { cause: signal?.reason });
}

/** Tells a failure from what was hoped for. */
export function isFailure(result: object): result is Failure {
  return 'failed' in result && result.failed === true;
}

/** What an HTTP status outside 2xx means; undefined for 2xx. A redirect is never followed, so it is unreadable. */
export function failureOfStatus(status: number): FailureKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return 'authentication';
  if (status === 429) return 'rate-limited';
  if (status >= 500) return 'server';
  return status >= 400 ? 'refused' : 'unreadable';
}
