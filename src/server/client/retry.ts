import { abortedBy, isFailure, type Failure, type FailureKind } from './errors.js';
import type { Reply } from './transport.js';
import { wait } from './wait.js';

/** The longest `Retry-After` a call sits out, in seconds: who must wait longer is told so at once. */
const LONGEST_RETRY_AFTER = 30;
/** Milliseconds at most before the second try; doubled for each after it. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 8_000;

/** What may be another thing a moment later. */
const PASSING: ReadonlySet<FailureKind> = new Set(['connection', 'timeout', 'rate-limited', 'server']);

/** How often a request may be sent again, and what ends it. */
export interface Retrying {
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

/** How a call ended, after how many requests. */
export interface Tried {
  readonly result: Reply | Failure;
  readonly attempts: number;
}

/** Sends until an answer comes that no other try would better, or the tries are used up. For what may be repeated alone. */
export async function sendWithRetries(
  send: () => Promise<Reply | Failure>,
  { retries, signal }: Retrying,
): Promise<Tried> {
  for (let attempts = signal?.aborted ? 0 : 1; ; attempts += 1) {
    const result = await send();
    const delay = attempts <= retries ? delayAfter(result, attempts) : undefined;
    if (delay === undefined) return { result, attempts };
    await wait(delay, signal);
    if (signal?.aborted) return { result: abortedBy(signal), attempts };
  }
}

/** Milliseconds before the next try; undefined: none would help. */
function delayAfter(result: Reply | Failure, attempts: number): number | undefined {
  if (!isFailure(result) || !isPassing(result)) return undefined;
  const { retryAfter = 0 } = result;
  if (retryAfter > LONGEST_RETRY_AFTER) return undefined;
  // Drawn from the whole span, so that callers that failed together do not come back together.
  const span = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempts - 1));
  return retryAfter * 1000 + Math.random() * span;
}

/** Of what cannot be read, a body cut short on the way: where no length was told it looks like an end. */
function isPassing({ kind, reason }: Failure): boolean {
  return PASSING.has(kind) || reason === 'not-json';
}
