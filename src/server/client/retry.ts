import { abortedBy, isFailure, isOutcomeUnknown, type Failure, type FailureKind } from './errors.js';
import type { Reply } from './transport.js';
import { wait } from './wait.js';

/** Seconds. If `Retry-After` is longer, the client does not wait: the call fails at once. */
const MAX_RETRY_AFTER = 30;
/** Milliseconds. The upper bound of the delay before the first retry; it doubles with each retry. */
const FIRST_DELAY = 500;
const MAX_DELAY = 8_000;

/** Failures that may be temporary. */
const TEMPORARY: ReadonlySet<FailureKind> = new Set(['connection', 'timeout', 'rate-limited', 'server']);

/** The number of retries of a request, and the signal that aborts it. */
export interface RetryOptions {
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

/** The outcome of a call and the number of requests it took. */
export interface RetryResult {
  readonly result: Reply | Failure;
  readonly attempts: number;
  /**
   * Whether the outcome of any attempt is unknown. A refusal of the last attempt says nothing about earlier
   * ones.
   */
  readonly hasUnknownOutcome: boolean;
}

/**
 * Sends a request and retries temporary failures with exponential backoff. Use it for idempotent requests
 * only.
 */
export async function sendWithRetries(
  send: () => Promise<Reply | Failure>,
  { retries, signal }: RetryOptions,
): Promise<RetryResult> {
  let hasUnknownOutcome = false;
  for (let attempts = signal?.aborted ? 0 : 1; ; attempts += 1) {
    const result = await send();
    if (attempts > 0 && isFailure(result) && isOutcomeUnknown(result)) hasUnknownOutcome = true;
    const delay = attempts <= retries ? delayAfter(result, attempts) : undefined;
    if (delay === undefined) return { result, attempts, hasUnknownOutcome };
    await wait(delay, signal);
    if (signal?.aborted) return { result: abortedBy(signal), attempts, hasUnknownOutcome };
  }
}

/** Milliseconds before the next attempt; undefined if a retry would not help. */
function delayAfter(result: Reply | Failure, attempts: number): number | undefined {
  if (!isFailure(result) || !isTemporary(result)) return undefined;
  const { retryAfter = 0 } = result;
  if (retryAfter > MAX_RETRY_AFTER) return undefined;
  // Full jitter, so that clients that failed together do not retry together.
  const span = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** (attempts - 1));
  return retryAfter * 1000 + Math.random() * span;
}

/** Invalid JSON counts as temporary: without a content length, a truncated body looks complete. */
function isTemporary({ kind, reason }: Failure): boolean {
  return TEMPORARY.has(kind) || reason === 'not-json';
}
