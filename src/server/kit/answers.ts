import type { ProblemKind } from '../../core/problem.js';
import type { Failure, FailureKind } from '../client/errors.js';

/** A case of the table of errors (kit-and-client.md, "Errors to the browser"). */
export type FaultCase = keyof typeof FAULTS;

/** A request that gets no slip, as a value; it becomes HTTP only in `faultResponse`. */
export interface Fault {
  readonly fault: FaultCase;
  /** What the API did, for the merchant alone. */
  readonly upstream?: Failure;
  /** Seconds, where our own limiter said them. */
  readonly retryAfter?: number;
}

/** Status, kind, and words of ours: what the API says never reaches a browser. */
const FAULTS = {
  'no-grant': [401, 'unauthorized', 'This visit is not authorized.'],
  foreign: [403, 'forbidden', 'Pages of this origin may not ask here.'],
  'not-granted': [403, 'forbidden', 'This is not offered here.'],
  'bad-parameter': [400, 'refused', 'A parameter is repeated or malformed.'],
  'wrong-amount': [422, 'invalid-amount', 'This amount cannot be asked for.'],
  'wrong-verb': [405, 'refused', 'Only GET is answered here.'],
  limited: [429, 'rate-limited', 'Too many requests. Try again later.'],
  'upstream-refused': [502, 'refused', 'The payment service refused.'],
  'upstream-limited': [429, 'rate-limited', 'Too many requests. Try again later.'],
  'upstream-unreadable': [502, 'unreadable', 'The answer of the payment service cannot be read.'],
  'upstream-unavailable': [502, 'unavailable', 'The payment service cannot be reached.'],
  'upstream-timeout': [504, 'timeout', 'The payment service took too long.'],
  // Not a case of the table: `authorize` threw or gave no grant a request can be made of.
  'own-fault': [500, 'unavailable', 'This deposit endpoint is out of order.'],
} as const satisfies Record<string, readonly [status: number, kind: ProblemKind, msg: string]>;

const ALWAYS = {
  // A slip is one payer's: no cache may hold it, no neighbour see it (promises.md, P19).
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Origin',
  'Referrer-Policy': 'no-referrer',
} as const;

const CASE_OF_FAILURE: Readonly<Record<FailureKind, FaultCase>> = {
  // The token is the merchant's business: to a payer a refused one is a service out of reach.
  authentication: 'upstream-unavailable',
  server: 'upstream-unavailable',
  connection: 'upstream-unavailable',
  refused: 'upstream-refused',
  'rate-limited': 'upstream-limited',
  timeout: 'upstream-timeout',
  unreadable: 'upstream-unreadable',
};

/** What a failed request to the API is to a browser. */
export function faultOf(upstream: Failure): Fault {
  return { fault: CASE_OF_FAILURE[upstream.kind], upstream };
}

/** Tells a fault from what was hoped for. */
export function isFault(result: object): result is Fault {
  return 'fault' in result;
}

/** The kind of problem a fault is to the element. */
export function kindOf({ fault }: Fault): ProblemKind {
  return FAULTS[fault][1];
}

/** What is said beside `data` in a successful answer (kit-and-client.md, the endpoint). */
export interface Beside {
  readonly paymentId?: number;
  readonly fiat?: string;
  readonly amount?: string;
  readonly arrival?: string;
}

/** The API's own envelope, so that a merchant without the kit can pass an answer on as it is. */
export function dataResponse(data: unknown, beside: Beside, test: boolean): Response {
  return respond(200, { code: 200, msg: 'SUCCESS', data, ...beside, ...(test && { test }) }, test);
}

/** `{code, msg, data: null, requestId, kind}`; `requestId` is also in the merchant's log. */
export function faultResponse(fault: Fault, requestId: string, test: boolean): Response {
  const [status, kind, msg] = FAULTS[fault.fault];
  const body = { code: status, msg, data: null, requestId, kind, ...(test && { test }) };
  const retryAfter = fault.retryAfter ?? fault.upstream?.retryAfter;
  return respond(status, body, test, {
    ...(fault.fault === 'wrong-verb' && { Allow: 'GET, HEAD' }),
    ...(status === 429 && retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  });
}

/** An answer that says all it has to say in its headers. */
export function bareResponse(extra: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 204, headers: { ...ALWAYS, ...extra } });
}

function respond(status: number, body: unknown, test: boolean, extra: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...ALWAYS,
      ...(test && { 'Deposit-Slip-Test': '1' }),
      ...extra,
    },
  });
}
