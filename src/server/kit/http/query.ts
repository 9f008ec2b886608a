import type { Rejection } from '../rejection.js';

/** The query parameters of a request. The kit uses nothing else that a browser sends. */
export interface EndpointQuery {
  readonly paymentId?: number;
  readonly fiat?: string;
  readonly amount?: string;
  readonly refresh: boolean;
  readonly arrival?: string;
  /** Present if the history is requested: the cursor of the page, or undefined for the first page. */
  readonly history?: { readonly before: string | undefined };
}

const MAX_URL = 4 * 1024;

/** The accepted form of each parameter. No amount has more than 15 digits. */
const PATTERNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['paymentId', /^[1-9][0-9]{0,8}$/],
  ['fiat', /^[A-Z]{3}$/],
  ['amount', /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/],
  ['refresh', /^1$/],
  ['arrival', /^[\w-]+\.[\w-]+\.[\w-]*$/],
  ['history', /^1$/],
  ['before', /^[\w.-]{1,512}$/],
];

const INVALID_PARAMETER: Rejection = { rejected: 'invalid-parameter' };

/**
 * Reads the known parameters and ignores all others. Rejects a repeated or malformed parameter, a URL longer
 * than 4 KiB, and a request for both a history and an arrival.
 */
export function readQuery(url: string): EndpointQuery | Rejection {
  if (url.length > MAX_URL) return INVALID_PARAMETER;
  const { searchParams } = new URL(url);
  const params = new Map<string, string>();
  for (const [name, pattern] of PATTERNS) {
    const values = searchParams.getAll(name);
    if (values.length > 1 || values.some((value) => !pattern.test(value))) return INVALID_PARAMETER;
    if (values[0] !== undefined) params.set(name, values[0]);
  }
  if (params.has('history') && params.has('arrival')) return INVALID_PARAMETER;
  const [paymentId, fiat, amount, arrival] = ['paymentId', 'fiat', 'amount', 'arrival'].map((name) =>
    params.get(name),
  );
  return {
    ...(paymentId !== undefined && { paymentId: Number(paymentId) }),
    ...(fiat !== undefined && { fiat }),
    ...(amount !== undefined && { amount }),
    ...(arrival !== undefined && { arrival }),
    ...(params.has('history') && { history: { before: params.get('before') } }),
    refresh: params.has('refresh'),
  };
}
