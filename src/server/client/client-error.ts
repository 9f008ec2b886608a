import { omitUndefined } from '../../core/omit-undefined.js';
import type { FailureDetail } from './errors.js';

/** What is known of a failed call. No `message` holds any of it but `status` and a `code` of digits. */
export interface ErrorDetail {
  /** HTTP status, where an answer came. */
  readonly status?: number | undefined;
  /** The envelope's `code` as text (spec: Error codes are not shown). */
  readonly code?: string | undefined;
  /** The envelope's `msg`: the API's own words, which may quote what was asked. */
  readonly msg?: string | undefined;
  /** The answer's `x-request-id`: what to quote to the API's people. */
  readonly requestId?: string | undefined;
  /** Of a claim or a transfer: the `clientId` it was sent with. Sent again with it, it is the same claim or transfer. */
  readonly clientId?: string | undefined;
  /** How many requests were made, the last one among them; 0: aborted before the first. */
  readonly attempts?: number | undefined;
  readonly cause?: unknown;
}

/** Every way a call can fail. */
export abstract class MerchantClientError extends Error {
  declare readonly status?: number;
  declare readonly code?: string;
  declare readonly msg?: string;
  declare readonly requestId?: string;
  declare readonly clientId?: string;
  declare readonly attempts?: number;

  constructor(message: string, { cause, ...detail }: ErrorDetail = {}) {
    super(message, cause === undefined ? {} : { cause });
    Object.assign(this, omitUndefined(detail));
  }
}

/** The token was not taken (401, 403). */
export class AuthenticationError extends MerchantClientError {
  override readonly name = 'AuthenticationError';
}

/** What was asked for breaks the specification, or an option of the call is none. Nothing was sent. */
export class InvalidRequestError extends MerchantClientError {
  override readonly name = 'InvalidRequestError';
  /** The parameter at fault, with dots between its parts: `fieldList.alias`. */
  declare readonly field: string;

  constructor(message: string, { field, ...detail }: ErrorDetail & { readonly field: string }) {
    super(message, detail);
    Object.assign(this, { field });
  }
}

/** The API said no: another envelope code than success, or any other status of 4xx. */
export class RefusedError extends MerchantClientError {
  override readonly name = 'RefusedError';
}

/** Too many requests (429). */
export class RateLimitError extends MerchantClientError {
  override readonly name = 'RateLimitError';
  /** Seconds to wait, where the API says so. */
  declare readonly retryAfter?: number;

  constructor(message: string, { retryAfter, ...detail }: ErrorDetail & Pick<FailureDetail, 'retryAfter'>) {
    super(message, detail);
    Object.assign(this, omitUndefined({ retryAfter }));
  }
}

/** The API failed (5xx). Whether a claim or a transfer was made is unknown. */
export class ServerError extends MerchantClientError {
  override readonly name = 'ServerError';
  /** Seconds to wait, where the API says so. */
  declare readonly retryAfter?: number;

  constructor(message: string, { retryAfter, ...detail }: ErrorDetail & Pick<FailureDetail, 'retryAfter'>) {
    super(message, detail);
    Object.assign(this, omitUndefined({ retryAfter }));
  }
}

/** No answer came, or one that broke off, or the caller's signal ended the call. Whether it took effect is unknown. */
export class ConnectionError extends MerchantClientError {
  override readonly name = 'ConnectionError';
}

/** No whole answer came in time. Whether the call took effect is unknown: it did not fail. */
export class TimeoutError extends MerchantClientError {
  override readonly name = 'TimeoutError';
}

/**
 * An answer came that is none: a redirect, no JSON, too large, or without what the specification says it holds. Whether a
 * claim or a transfer was made is unknown.
 */
export class UnreadableAnswerError extends MerchantClientError {
  override readonly name = 'UnreadableAnswerError';
  /** What made it unreadable; `shape`: a member is missing or malformed, and `field` names it. */
  declare readonly reason?: FailureDetail['reason'] | 'shape';
  /** `record.0.txId`, for one. */
  declare readonly field?: string;

  constructor(message: string, { reason, field, ...detail }: ErrorDetail & UnreadableDetail) {
    super(message, detail);
    Object.assign(this, omitUndefined({ reason, field }));
  }
}

/** What made an answer unreadable. */
export interface UnreadableDetail {
  readonly reason?: FailureDetail['reason'] | 'shape' | undefined;
  readonly field?: string | undefined;
}
