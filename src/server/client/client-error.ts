import { omitUndefined } from '../../core/omit-undefined.js';
import type { FailureDetail } from './errors.js';

/** Details of a failed call. A `message` quotes none of them except `status` and a numeric `code`. */
export interface ErrorDetail {
  /** HTTP status, if the API responded. */
  readonly status?: number | undefined;
  /** The envelope's `code` as text (spec: Errors, 3: codes are not listed). */
  readonly code?: string | undefined;
  /** The envelope's `msg`: the API's own text, which may quote the request. */
  readonly msg?: string | undefined;
  /** The response's `x-request-id`, to quote when you contact the API's support. */
  readonly requestId?: string | undefined;
  /**
   * The `clientId` of a claim or transfer. A retry with the same `clientId` is the same claim or transfer.
   */
  readonly clientId?: string | undefined;
  /** The number of requests made, including the last one. 0 if the call was aborted before the first. */
  readonly attempts?: number | undefined;
  /**
   * Whether a claim, transfer or activation may have taken effect: the outcome of at least one attempt is
   * unknown, even if the API refused a later one. In that case, do not pay again with another `clientId`.
   * Covers only the attempts of this call. False for all other operations.
   */
  readonly mayHaveTakenEffect?: boolean | undefined;
  readonly cause?: unknown;
}

/** Base class of every error the client throws. */
export abstract class ClientError extends Error {
  declare readonly status?: number;
  declare readonly code?: string;
  declare readonly msg?: string;
  declare readonly requestId?: string;
  declare readonly clientId?: string;
  declare readonly attempts?: number;
  /** See `ErrorDetail.mayHaveTakenEffect`. Default false. */
  declare readonly mayHaveTakenEffect: boolean;

  constructor(message: string, { cause, ...detail }: ErrorDetail = {}) {
    super(message, cause === undefined ? {} : { cause });
    Object.assign(this, { mayHaveTakenEffect: false }, omitUndefined(detail));
  }
}

/** The API did not accept the token (401, 403). */
export class AuthenticationError extends ClientError {
  override readonly name = 'AuthenticationError';
}

/** The input violates the specification, or an option of the call is invalid. No request was sent. */
export class InvalidRequestError extends ClientError {
  override readonly name = 'InvalidRequestError';
  /** The path of the invalid parameter, joined with dots: `fieldList.alias`. */
  declare readonly field: string;

  constructor(message: string, { field, ...detail }: ErrorDetail & { readonly field: string }) {
    super(message, detail);
    Object.assign(this, { field });
  }
}

/** The API refused the request: the envelope code is not success, or the status is any other 4xx. */
export class RefusedError extends ClientError {
  override readonly name = 'RefusedError';
}

/** Too many requests (429). */
export class RateLimitError extends ClientError {
  override readonly name = 'RateLimitError';
  /** Seconds to wait, if the API says so. */
  declare readonly retryAfter?: number;

  constructor(message: string, { retryAfter, ...detail }: ErrorDetail & Pick<FailureDetail, 'retryAfter'>) {
    super(message, detail);
    Object.assign(this, omitUndefined({ retryAfter }));
  }
}

/** The API failed (5xx). A claim or transfer may or may not have been made. */
export class ServerError extends ClientError {
  override readonly name = 'ServerError';
  /** Seconds to wait, if the API says so. */
  declare readonly retryAfter?: number;

  constructor(message: string, { retryAfter, ...detail }: ErrorDetail & Pick<FailureDetail, 'retryAfter'>) {
    super(message, detail);
    Object.assign(this, omitUndefined({ retryAfter }));
  }
}

/**
 * There was no response, the response broke off, or the caller's signal aborted the call. The call may have
 * taken effect.
 */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError';
}

/**
 * The response was not complete before the timeout. The call may have taken effect: a timeout is not a
 * failure.
 */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError';
}

/**
 * The response is unusable: it is a redirect, not JSON or too large, lacks a member that the specification
 * requires, or contradicts the request or the specification. A claim or transfer may or may not have been
 * made.
 */
export class UnreadableResponseError extends ClientError {
  override readonly name = 'UnreadableResponseError';
  /** See `UnreadableDetail.reason`. */
  declare readonly reason?: FailureDetail['reason'] | 'shape' | 'mismatch';
  /** The path of the member, such as `record.0.txId`. */
  declare readonly field?: string;

  constructor(message: string, { reason, field, ...detail }: ErrorDetail & UnreadableDetail) {
    super(message, detail);
    Object.assign(this, omitUndefined({ reason, field }));
  }
}

/** Why a response is unusable. */
export interface UnreadableDetail {
  /**
   * `shape`: a member is missing or malformed. `mismatch`: a member contradicts the request or the
   * specification. `field` names the member.
   */
  readonly reason?: FailureDetail['reason'] | 'shape' | 'mismatch' | undefined;
  readonly field?: string | undefined;
}
