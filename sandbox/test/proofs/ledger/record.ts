import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';
import { assertSame, Divergence, observe, observeTime, type Check } from './divergence.js';
import type { Observed, TimeRange } from './model/model.js';

/**
 * A member of an expected record whose value the sandbox chooses. Throws a `Divergence` if `actual` is not a
 * possible value.
 */
type ChosenMember = (actual: unknown, where: string) => void;

/** A member that the specification leaves open. */
export const anything: ChosenMember = () => undefined;

/** A text that is stored when it is first seen, and must not change afterwards. */
export const text =
  (observed: Observed<string>): ChosenMember =>
  (actual, where) => {
    observe(observed, String(actual), where);
    assertSame('response', actual, observed.value, where);
  };

/** An id or a time that is stored when it is first seen, as a JSON number or as a text of digits. */
export const number = (source: Observed<bigint> | TimeRange): ChosenMember => integer(source, num);
export const digits = (source: Observed<bigint> | TimeRange): ChosenMember => integer(source, String);

const integer =
  (source: Observed<bigint> | TimeRange, format: (value: bigint) => unknown): ChosenMember =>
  (actual, where) => {
    const value = integerOf(actual);
    if ('value' in source) observe(source, value, where);
    else observeTime(source, value, where);
    assertSame('response', actual, format(value), where);
  };

/**
 * Compares a record of the sandbox with the one the model expects, whose numbers and bigints stand for JSON
 * numbers, and learns the members that the sandbox chooses.
 * @throws {Divergence} They differ.
 */
export function assertRecord(check: Check, actual: unknown, expected: unknown, where: string): void {
  const learning: (() => void)[] = [];
  assertSame(check, actual, withChosen(expected, actual, where, learning), where);
  for (const learn of learning) learn();
}

/** The expected record. The members that the sandbox chooses have their actual values, which are stored. */
function withChosen(expected: unknown, actual: unknown, where: string, learning: (() => void)[]): unknown {
  if (typeof expected === 'function') {
    learning.push(() => (expected as ChosenMember)(actual, where));
    return actual;
  }
  if (typeof expected === 'bigint' || typeof expected === 'number') return num(expected);
  if (typeof expected !== 'object' || expected === null || isLosslessNumber(expected)) return expected;
  const members = Object.entries(expected).map(([name, value]: [string, unknown]) => {
    const other: unknown = typeof actual === 'object' && actual !== null && Reflect.get(actual, name);
    return [name, withChosen(value, other, `${name} of ${where}`, learning)] as const;
  });
  return Array.isArray(expected) ? members.map(([, value]) => value) : Object.fromEntries(members);
}

/** A JSON number, as lossless-json parses and prints it. */
export function num(value: bigint | number | string): LosslessNumber {
  return new LosslessNumber(String(value));
}

/** An integer from a JSON number or a string of digits. */
export function integerOf(value: unknown): bigint {
  if (!isLosslessNumber(value) && typeof value !== 'string')
    throw new Divergence('response', `${stringify(value)} is not an id`);
  return BigInt(String(value));
}
