import { defined } from './defined.js';

/** What went wrong, in one word: every way a visit can fail. */
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

/** Whether asking again may help. */
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

/** Every kind there is. */
export const PROBLEM_KINDS = Object.keys(RETRYABLE) as readonly ProblemKind[];

/** A typed failure. `code`, `message` and `requestId` are the merchant's to read; a payer sees words of ours. */
export interface Problem {
  readonly kind: ProblemKind;
  /** Whether asking again may help. */
  readonly retryable: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly requestId?: string;
}

/** What a merchant may be told beside the kind. */
export interface ProblemDetail {
  /** The envelope's; of `not-payable`, the account's status where the spec names it. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Makes a problem; empty details are left out. */
export function problem(kind: ProblemKind, detail: ProblemDetail = {}): Problem {
  return Object.freeze({ kind, retryable: RETRYABLE[kind], ...defined(detail) });
}

/** Tells a problem from what was hoped for. */
export function isProblem(result: object): result is Problem {
  return 'retryable' in result && 'kind' in result;
}

/** The kind of problem an HTTP status means; undefined for 2xx. */
export function problemOfStatus(status: number): ProblemKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  const named: Record<number, ProblemKind> = {
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not-found',
    408: 'timeout',
    429: 'rate-limited',
    504: 'timeout',
  };
  if (named[status]) return named[status];
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'unreadable';
}
