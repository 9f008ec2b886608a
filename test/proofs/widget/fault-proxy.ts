/**
 * Shared parts of the proofs with network faults: the proxies of test/widget/server/faults.ts, and cases that
 * run in parallel.
 */
import { engine } from '../../browsers/commands.js';
import type { Ending, Fault } from '../../faults/fault.js';

/** The timeout for faults that nothing else ends: long enough for a slow body to send a few bytes. */
const SHORT_TIMEOUT_MS = 1_100;
/** The timeout for the other faults: Firefox retries ten times before it reports a reset connection. */
export const LONG_TIMEOUT_MS = 30_000;

/** Calls the control routes of the fault proxies. */
export async function control<Answer>(
  path: string,
  query: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Answer> {
  const response = await fetch(`/faults${path}?${new URLSearchParams(query)}`, { signal });
  return (await response.json()) as Answer;
}

/** How a request ends under a fault in this engine. */
export function endingOf({ element }: Fault): Ending {
  return typeof element === 'string' ? element : (element[engine] ?? element.else);
}

/** The timeout of an element under a fault. */
export function timeoutFor(fault: Fault): number {
  return endingOf(fault) === 'timeout' ? SHORT_TIMEOUT_MS : LONG_TIMEOUT_MS;
}

/**
 * Runs cases in parallel, `limit` at a time, and returns the result of each by name. Cases mostly wait, so
 * running them one after another would take far longer.
 */
export function runCases<Result>(
  cases: ReadonlyMap<string, () => Promise<Result>>,
  limit: number,
): ReadonlyMap<string, Promise<Result>> {
  const lanes: Promise<unknown>[] = Array.from({ length: limit }, () => Promise.resolve());
  const start = ([name, run]: [string, () => Promise<Result>], at: number): [string, Promise<Result>] => {
    const result = lanes[at % limit]!.then(run);
    lanes[at % limit] = result.catch(() => undefined);
    return [name, result];
  };
  return new Map([...cases].map(start));
}
