import assert from 'node:assert/strict';
import { isProblem, PROBLEM_KINDS, type Problem } from '../../src/core/problem.js';
import { readSlip } from '../../src/core/reader/read-slip.js';
import type { ReaderOptions, Slip, SlipRequest } from '../../src/core/reader/slip.js';
import type { Row } from '../../src/core/reader/row.js';

/** Returns a successful pending-fund response with this `fieldList` and these other members of `data`. */
export function answerWith(fieldList: unknown, others: Readonly<Record<string, unknown>> = {}): unknown {
  return { code: 200, msg: 'SUCCESS', data: { ...others, fieldList } };
}

/** Reads a response and fails unless the result is a slip. */
export function slipOf(answer: unknown, request: SlipRequest = {}, options: ReaderOptions = {}): Slip {
  const result = readSlip(answer, request, options);
  if (isProblem(result)) assert.fail(`expected a slip, got ${result.kind}`);
  return result;
}

/** Reads a response and fails unless the result is a problem. */
export function problemOf(answer: unknown, request: SlipRequest = {}, options: ReaderOptions = {}): Problem {
  const result = readSlip(answer, request, options);
  assert.ok(isProblem(result), 'expected a problem, got a slip');
  return result;
}

/** Reads a response, fails unless the result is a problem, and returns its kind. */
export function problemKind(answer: unknown, request: SlipRequest = {}, options: ReaderOptions = {}): string {
  return problemOf(answer, request, options).kind;
}

/** Returns the row of a wire key and fails unless there is exactly one. */
export function rowOf(slip: Slip, key: string): Row {
  const rows = slip.rows.filter((row) => row.key === key);
  assert.equal(rows.length, 1, `rows with the key ${key}`);
  return rows[0]!;
}

/** Returns the keys of a slip's rows, in order. */
export function keysOf(slip: Slip): string[] {
  return slip.rows.map(({ key }) => key);
}

/** Returns the warnings of a slip as `key: reason`. */
export function warningsOf(slip: Slip): string[] {
  return slip.warnings.map(({ key, reason }) => `${key}: ${reason}`);
}

/** Asserts what is true for the result of reading any JSON value. */
export function assertOutcome(result: Slip | Problem): void {
  assert.ok(Object.isFrozen(result));
  if (isProblem(result)) {
    assert.ok(PROBLEM_KINDS.includes(result.kind));
    assert.equal(typeof result.retryable, 'boolean');
    return;
  }
  assert.ok(result.rows.length > 0 || result.picture, 'a slip has rows or a picture');
  for (const row of result.rows) {
    assert.ok(Object.isFrozen(row) && Object.isFrozen(row.groups));
    assert.equal(row.groups.join(''), row.copy);
    assert.notEqual(row.copy.trim(), '');
  }
  for (const { href } of result.links) assert.equal(new URL(href).protocol, 'https:');
}
