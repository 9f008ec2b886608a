import { defined } from './defined.js';

/** Every way a visit can fail, as element.md names them. */
export const PROBLEM_KINDS = [
  'unconfigured',
  'offline',
  'timeout',
  'unavailable',
  'unauthorized',
  'forbidden',
  'not-found',
  'rate-limited',
  'invalid-amount',
  'refused',
  'unreadable',
  'incomplete',
  'unverified',
  'mismatch',
  'unsafe',
  'not-payable',
] as const;

/** What went wrong, in one word. */
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

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

const RETRYABLE: ReadonlySet<ProblemKind> = new Set([
  'offline',
  'timeout',
  'rate-limited',
  'unavailable',
  'unreadable',
]);

/** Makes a problem; empty details are left out. */
export function problem(kind: ProblemKind, detail: ProblemDetail = {}): Problem {
  return Object.freeze({ kind, retryable: RETRYABLE.has(kind), ...defined(detail) });
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
