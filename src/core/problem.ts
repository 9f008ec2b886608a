import { record } from './record.js';

/** Every way in which showing a slip can fail. */
export type ProblemKind =
  | 'unconfigured'
  | 'offline'
  | 'timeout'
  | 'unavailable'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'rate-limited'
  | 'invalid-amount'
  | 'refused'
  | 'unreadable'
  | 'incomplete'
  | 'unverified'
  | 'mismatch'
  | 'unsafe'
  | 'not-payable';

/** Whether a repeated request may succeed. */
const RETRYABLE: Readonly<Record<ProblemKind, boolean>> = {
  unconfigured: false,
  offline: true,
  timeout: true,
  unavailable: true,
  unauthorized: false,
  forbidden: false,
  'not-found': false,
  'rate-limited': true,
  'invalid-amount': false,
  refused: false,
  unreadable: true,
  incomplete: false,
  unverified: false,
  mismatch: false,
  unsafe: false,
  'not-payable': false,
};

/** Every kind of problem. */
export const PROBLEM_KINDS = Object.keys(RETRYABLE) as readonly ProblemKind[];

/**
 * A failure that is shown to a payer. `cause`, `code`, `message` and `requestId` are for the merchant: the
 * payer sees the element's own text for `kind` (docs/reading-policy.md R1).
 */
export interface Problem {
  readonly kind: ProblemKind;
  /** Whether a repeated request may succeed. */
  readonly retryable: boolean;
  readonly cause?: string;
  readonly code?: string;
  readonly message?: string;
  readonly requestId?: string;
}

/** Details of a problem, for the merchant. */
export interface ProblemDetail {
  /** The cause in this package's own words: `HTTP 503`, `network or CORS`. */
  readonly cause?: string | undefined;
  /**
   * The `code` of the envelope. For `not-payable`: the status of the account, if the API specification names
   * it.
   */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Creates a problem. Details that are `undefined` are omitted. */
export function problem(kind: ProblemKind, detail: ProblemDetail = {}): Problem {
  return Object.freeze(record({ kind, retryable: RETRYABLE[kind], ...detail }));
}

/** Type guard for `Problem`. */
export function isProblem(result: object): result is Problem {
  return Object.hasOwn(result, 'retryable') && Object.hasOwn(result, 'kind');
}

/** Returns the kind of problem that an HTTP status stands for, or `undefined` for 2xx. */
export function problemOfStatus(status: number): ProblemKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  const named = record<Record<number, ProblemKind>>({
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not-found',
    408: 'timeout',
    429: 'rate-limited',
    504: 'timeout',
  });
  if (named[status]) return named[status];
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'unreadable';
}
