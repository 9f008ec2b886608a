import assert from 'node:assert/strict';
import type { Observed, TimeRange } from './model/model.js';

/** The check that failed when the sandbox and the model differed. */
export type Check = 'status' | 'response' | 'flows' | 'balances' | 'rows' | 'time' | 'invariants';

/** Thrown when the sandbox and the model differ. */
export class Divergence extends Error {
  readonly check: Check;

  constructor(check: Check, message: string) {
    super(`${check}: ${message}`);
    this.name = 'Divergence';
    this.check = check;
  }
}

/** @throws {Divergence} `actual`, of the sandbox, is not what the model expects. */
export function assertSame(check: Check, actual: unknown, expected: unknown, where: string): void {
  try {
    assert.deepEqual(actual, expected);
  } catch (error) {
    throw new Divergence(check, `${where}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Stores a value that a response reveals. If it was revealed before, it must not have changed. */
export function observe<Value>(observed: Observed<Value>, value: Value, where: string): void {
  if (observed.value !== undefined) return assertSame('response', value, observed.value, where);
  if (observed.unique?.has(value))
    throw new Divergence('response', `${where}: ${String(value)} was seen elsewhere`);
  observed.value = value;
  observed.unique?.add(value);
}

/** Narrows a time range to the time that a response reveals, which must lie within the range. */
export function observeTime(time: TimeRange, value: bigint, where: string): void {
  if (value < time.earliest || value > time.latest)
    throw new Divergence('time', `${where}: ${value} is not between ${time.earliest} and ${time.latest}`);
  time.earliest = value;
  time.latest = value;
}
