import assert from 'node:assert/strict';
import { isProblem, PROBLEM_KINDS, type Problem } from '../../src/core/problem.js';
import { readSlip, type SlipRequest, type ReaderOptions, type Slip } from '../../src/core/reader/slip.js';
import type { Row } from '../../src/core/reader/row.js';

/** An envelope around a pending-fund answer with this `fieldList`. */
export function answerWith(fieldList: unknown, beside: Readonly<Record<string, unknown>> = {}): unknown {
  return { code: 200, msg: 'SUCCESS', data: { ...beside, fieldList } };
}

/** Reads an answer that must end in a slip. */
export function slipOf(answer: unknown, asked: SlipRequest = {}, options: ReaderOptions = {}): Slip {
  const result = readSlip(answer, asked, options);
  if (isProblem(result)) assert.fail(`expected a slip, got ${result.kind}`);
  return result;
}

/** Reads an answer that must end in a problem, and names it. */
export function problemOf(answer: unknown, asked: SlipRequest = {}, options: ReaderOptions = {}): Problem {
  const result = readSlip(answer, asked, options);
  assert.ok(isProblem(result), 'expected a problem, got a slip');
  return result;
}

/** The kind of problem an answer ends in. */
export function problemKind(answer: unknown, asked: SlipRequest = {}, options: ReaderOptions = {}): string {
  return problemOf(answer, asked, options).kind;
}

/** The one row under a wire key. */
export function rowOf(slip: Slip, key: string): Row {
  const found = slip.rows.filter((row) => row.key === key);
  assert.equal(found.length, 1, `rows under ${key}`);
  return found[0]!;
}

/** The keys of a slip's rows, in order. */
export function keysOf(slip: Slip): string[] {
  return slip.rows.map(({ key }) => key);
}

/** Reasons a merchant is warned of, as `key: reason`. */
export function warningsOf(slip: Slip): string[] {
  return slip.warnings.map(({ key, reason }) => `${key}: ${reason}`);
}

/** What holds for the reading of any JSON value at all. */
export function assertOutcome(result: Slip | Problem): void {
  assert.ok(Object.isFrozen(result));
  if (isProblem(result)) {
    assert.ok(PROBLEM_KINDS.includes(result.kind));
    assert.equal(typeof result.retryable, 'boolean');
    return;
  }
  assert.ok(result.rows.length > 0, 'a slip has rows');
  for (const row of result.rows) {
    assert.ok(Object.isFrozen(row) && Object.isFrozen(row.groups));
    assert.equal(row.groups.join(''), row.copy);
    assert.notEqual(row.copy.trim(), '');
  }
  for (const { href } of result.links) assert.equal(new URL(href).protocol, 'https:');
}
