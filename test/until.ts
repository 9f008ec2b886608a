import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/**
 * Asks four times a second whether a condition holds, until it does: the kit refuses more than five requests
 * a second. Throws after `limit` milliseconds.
 */
export async function until(isMet: () => Promise<boolean>, limit = 30_000): Promise<void> {
  for (const end = performance.now() + limit; !(await isMet()); await setTimeout(250))
    assert.ok(performance.now() < end, `It does not happen in ${limit} ms.`);
}
