import assert from 'node:assert/strict';

/** A request for the deposits of a merchant. */
export interface FlowRequest {
  readonly merchant: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Requests per second for one merchant, and for all merchants of a token. */
const [PER_MERCHANT, PER_TOKEN] = [1, 10];
/** The deviation that networks and timers may cause. */
const TOLERANCE = 1.05;
/** Fails if any `seconds` had more requests than the pace allows, for one merchant or in total. */
export function assertPace(requests: readonly FlowRequest[], seconds: number): void {
  const times = requests.map(({ at }) => at);
  assert.ok(times.length > 0);
  assertWindows(times, seconds, PER_TOKEN, 'in all');
  for (const merchant of new Set(requests.map((each) => each.merchant)))
    assertWindows(
      requests.filter((each) => each.merchant === merchant).map(({ at }) => at),
      seconds,
      PER_MERCHANT,
      `for merchant ${merchant}`,
    );
}

function assertWindows(times: readonly number[], seconds: number, rate: number, what: string): void {
  const count = mostWithin(1_000 * seconds, times);
  // Both ends of a window can be requests.
  const most = Math.floor(TOLERANCE * rate * seconds) + 1;
  assert.ok(count <= most, `${count} requests ${what} within ${seconds} seconds`);
}

/** The largest number of times within a window of this many milliseconds. The times must ascend. */
export function mostWithin(ms: number, times: readonly number[]): number {
  const counts = times.map((time, at) => {
    const next = times.findIndex((other, index) => index > at && other >= time + ms);
    return (next === -1 ? times.length : next) - at;
  });
  return Math.max(0, ...counts);
}

/** The smallest value that is not exceeded by this share of the values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}
