import type { AppContext } from '../app-context.js';
import type { Operation } from '../operations/operation.js';
import type { Shape } from './shape-setting.js';

/** Which requests a fault affects: all members must fit. */
export interface Match {
  /** The request's `merchantId`, or either side of a transfer. */
  readonly merchantId?: number | string;
  readonly clientId?: string;
  /** The request's `amount` or `fiatAmount`, however it is written. */
  readonly amount?: number | string;
}

/** The effects of a fault, in the order in which they apply (sandbox/README.md, Faults). */
export interface Effects {
  /** Waits before anything else, in milliseconds, or until the client disconnects. */
  readonly delay?: number | 'forever';
  /** The number of requests that pass in any minute; the others get a 429 with `Retry-After`. */
  readonly limit?: number;
  /** Responds with this HTTP status instead of carrying out the operation. */
  readonly status?: number;
  /** The envelope's `code` beside `status`. Default: the status. */
  readonly code?: number;
  /** The envelope's `msg` beside `status`. */
  readonly msg?: string;
  /** The `Retry-After` header beside `status`, in seconds. */
  readonly retryAfter?: number;
  /**
   * A deposit of the requested amount arrives this many milliseconds after the details were issued
   * (`pending-fund`).
   */
  readonly depositAfter?: number;
  /** Gives the response of a success another shape. */
  readonly shape?: Shape;
  /** Replaces the body. */
  readonly body?: string;
  /** Replaces the content type. */
  readonly type?: string;
  /** Sends the body in pieces, at this many bytes a second. */
  readonly throttle?: number;
  /** Carries the operation out and ends the connection without a byte of its response. */
  readonly lose?: 'answer';
  /**
   * Ends the connection: before the operation is carried out, or after it, within the headers or the body.
   */
  readonly cut?: 'before' | 'headers' | 'body';
}

/** An injected fault. It affects every request that fits, the next `count` of them, or a share of them. */
export interface Fault extends Effects {
  /** Name or path of the operation, or `*` for all. */
  readonly route: string;
  /** The number of requests to affect; when read back, the number that is left. */
  readonly count?: number;
  /** The probability that it affects a request, up to 1. */
  readonly probability?: number;
  /**
   * The same seed affects the same requests. Default: the sandbox's seed and the fault's place in the list.
   */
  readonly seed?: number;
  readonly match?: Match;
}

/** A request to an operation. */
export interface OperationCall {
  readonly operation: Operation;
  readonly request: Request;
  readonly context: AppContext;
}

/** Resolves with the response of the operation, or of the next fault around it. */
export type Next = () => Promise<Response>;
