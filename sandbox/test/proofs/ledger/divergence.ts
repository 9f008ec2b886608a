import assert from 'node:assert/strict';
import type { Learned, Moment } from './model/model.js';

/** What of the database was held against the model. */
export type Check = 'status' | 'answer' | 'flows' | 'balances' | 'rows' | 'time' | 'invariants';

/** The sandbox and the model differ. */
export class Divergence extends Error {
  readonly check: Check;

  constructor(check: Check, message: string) {
    super(`${check}: ${message}`);
    this.name = 'Divergence';
    this.check = check;
  }
}

/** Holds what is against what the model has. */
export function same(check: Check, actual: unknown, expected: unknown, where: string): void {
  try {
    assert.deepEqual(actual, expected);
  } catch (error) {
    throw new Divergence(check, `${where}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Takes in what an answer tells; told once, it stays so. */
export function learn<Value>(learned: Learned<Value>, told: Value, where: string): void {
  if (learned.value === undefined) learned.value = told;
  else same('answer', told, learned.value, where);
}

/** Takes in when it was: within the time the request took, or exactly when the caller said. */
export function learnTime(moment: Moment, told: bigint, where: string): void {
  if (told < moment.earliest || told > moment.latest)
    throw new Divergence(
      'time',
      `${where}: ${told} does not lie between ${moment.earliest} and ${moment.latest}`,
    );
  moment.earliest = told;
  moment.latest = told;
}
