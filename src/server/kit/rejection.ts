import type { ProblemKind } from '../../core/problem.js';
import type { Failure, FailureKind } from '../client/errors.js';
import type { Grant } from './grant.js';
import { jsonResponse } from './http/response.js';

/** Why a request is rejected: a row of `REJECTIONS`. */
export type RejectionReason = keyof typeof REJECTIONS;

/**
 * A request the kit does not fulfill, as a value. It becomes HTTP in `rejectionResponse` and nowhere else.
 */
export interface Rejection {
  readonly rejected: RejectionReason;
  /** The failure of the request to the API. Shown to the merchant, never to a browser. */
  readonly upstream?: Failure;
  /** Seconds to wait, as given by the limiter. */
  readonly retryAfter?: number;
  /** The caller's grant, if the caller is authenticated. */
  readonly grant?: Grant;
  /** The value that the merchant's own code threw, or an error that describes a mistake in its page. */
  readonly cause?: unknown;
}

/** HTTP status, problem kind and message of each rejection. No text of the API ever reaches a browser. */
const REJECTIONS = {
  unauthorized: [401, 'unauthorized', 'This visit is not authorized.'],
  'forbidden-origin': [403, 'forbidden', 'This origin is not allowed.'],
  'not-granted': [403, 'forbidden', 'The grant does not allow this request.'],
  'invalid-parameter': [400, 'refused', 'A parameter is repeated or malformed.'],
  'invalid-amount': [422, 'invalid-amount', 'This amount is not allowed.'],
  'method-not-allowed': [405, 'refused', 'Only GET and HEAD are allowed.'],
  'rate-limited': [429, 'rate-limited', 'Too many requests. Try again later.'],
  'refresh-limited': [429, 'rate-limited', 'Too many new slips. The current one is still valid.'],
  'upstream-refused': [502, 'refused', 'The payment service refused the request.'],
  'upstream-rate-limited': [429, 'rate-limited', 'Too many requests. Try again later.'],
  'upstream-unreadable': [502, 'unreadable', 'The response of the payment service cannot be read.'],
  'upstream-unavailable': [502, 'unavailable', 'The payment service cannot be reached.'],
  'upstream-timeout': [504, 'timeout', 'The payment service took too long to respond.'],
  // The merchant called `kit.close()`.
  closed: [409, 'not-payable', 'This payment is closed.'],
  // Without the store, the state of the payment is unknown.
  'store-unavailable': [503, 'unavailable', 'The deposit endpoint cannot reach its store. Try again later.'],
  // `authorize` threw, or returned something that is not a valid grant.
  'internal-error': [500, 'unavailable', 'The deposit endpoint failed.'],
} as const satisfies Record<string, readonly [status: number, kind: ProblemKind, msg: string]>;

const REASON_OF_FAILURE: Readonly<Record<FailureKind, RejectionReason>> = {
  // The API refused the merchant's token. A payer can do nothing about it, so to them the service is
  // unavailable.
  authentication: 'upstream-unavailable',
  server: 'upstream-unavailable',
  connection: 'upstream-unavailable',
  refused: 'upstream-refused',
  'rate-limited': 'upstream-rate-limited',
  timeout: 'upstream-timeout',
  unreadable: 'upstream-unreadable',
};

/** The rejection for a failed request to the API. */
export function rejectionOf(upstream: Failure): Rejection {
  return { rejected: REASON_OF_FAILURE[upstream.kind], upstream };
}

/** Type guard for `Rejection`. */
export function isRejection(result: object): result is Rejection {
  return 'rejected' in result;
}

/** The kind of problem the element shows for a rejection. */
export function problemKindOf({ rejected }: Rejection): ProblemKind {
  return REJECTIONS[rejected][1];
}

/**
 * The HTTP response `{code, msg, data: null, requestId, kind}`. `requestId` is also in the merchant's log.
 */
export function rejectionResponse(rejection: Rejection, requestId: string, test: boolean): Response {
  const [status, kind, msg] = REJECTIONS[rejection.rejected];
  const body = JSON.stringify({ code: status, msg, data: null, requestId, kind, ...(test && { test }) });
  const retryAfter = rejection.retryAfter ?? rejection.upstream?.retryAfter;
  return jsonResponse(status, body, test, {
    ...(status === 405 && { Allow: 'GET, HEAD' }),
    ...(status === 429 && retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  });
}
