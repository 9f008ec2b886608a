/**
 * Every way an operation can fail. `authentication`: the API did not accept the token (401, 403), or there is
 * no token. `refused`: any envelope code other than success, or any other 4xx. `server`: 5xx, as the HTTP
 * status or as the envelope code. `connection`: no response, or one that broke off. `unreadable`: a redirect,
 * another content type, invalid UTF-8, invalid JSON, too large, or no envelope.
 */
export type FailureKind =
  | 'authentication'
  | 'refused'
  | 'rate-limited'
  | 'server'
  | 'connection'
  | 'timeout'
  | 'unreadable';

/** Details of a failure. `code` and `msg` are the API's own text: for the merchant, never for a payer. */
export interface FailureDetail {
  /** HTTP status, if the API responded. */
  readonly status?: number;
  /** The envelope's `code` as text (spec: Errors, 3: codes are not listed). */
  readonly code?: string;
  readonly msg?: string;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter?: number;
  /** Why the response is unreadable. */
  readonly reason?: 'redirect' | 'content-type' | 'too-large' | 'not-utf-8' | 'not-json' | 'no-envelope';
  /** The response's `x-request-id`. */
  readonly requestId?: string;
  /** For a broken connection: an Error with the system's error code, or the reason of the caller's signal. */
  readonly cause?: unknown;
}

/** A failed request as a value: the transport does not throw for errors of the network or the API. */
export interface Failure extends FailureDetail {
  readonly failed: true;
  readonly kind: FailureKind;
}

/** Creates a `Failure`. */
export function failure(kind: FailureKind, detail: FailureDetail = {}): Failure {
  return Object.freeze({ failed: true, kind, ...detail });
}

/** The failure of an aborted request: a broken connection whose cause is the signal's reason. */
export function abortedBy(signal: AbortSignal | undefined): Failure {
  return failure('connection', { cause: signal?.reason });
}

/**
 * Failures that leave it unknown whether the API acted on the request. All others are the API's own refusal.
 */
const UNKNOWN_OUTCOMES: ReadonlySet<FailureKind> = new Set(['connection', 'timeout', 'server', 'unreadable']);

/** Whether the API may have acted on a failed request. */
export function isOutcomeUnknown({ kind }: Pick<Failure, 'kind'>): boolean {
  return UNKNOWN_OUTCOMES.has(kind);
}

/** Type guard for `Failure`. */
export function isFailure(result: object): result is Failure {
  return 'failed' in result && result.failed === true;
}

/**
 * The kind of failure of an HTTP status; undefined for 2xx. Redirects are never followed, so they are
 * unreadable.
 */
export function failureOfStatus(status: number): FailureKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return 'authentication';
  if (status === 429) return 'rate-limited';
  if (status >= 500) return 'server';
  return status >= 400 ? 'refused' : 'unreadable';
}
