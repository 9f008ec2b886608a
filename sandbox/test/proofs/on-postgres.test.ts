/**
 * Runs the test files that use a default database on a PostgreSQL server too; by themselves they run on
 * PGlite. Between them and the sandbox is a proxy that checks every response by the sandbox's OpenAPI
 * document.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { OPERATIONS } from '../../src/operations/index.js';
import { isSoak } from '../../../test/proofs/scale.js';
import { CHECKERS, startCheckingProxy } from '../checking-proxy.js';
import { presetEngine, presetProxy } from '../test-sandbox.js';

const TESTS = new URL('../', import.meta.url);

/** Whether a file leaves the choice of the database to `test-sandbox.ts`. */
function usesDefaultEngine(file: string): boolean {
  return /new TestSandbox\(|openDb\(\)/.test(readFileSync(new URL(file, TESTS), 'utf8'));
}

/** Not run again: these do not depend on the database, or name both databases themselves. */
const EXCLUDED = [
  ...['faults.test.ts', 'journal.test.ts', 'client-retries.test.ts', 'simulator-languages.test.ts'],
  ...['states.test.ts', 'console.test.ts'],
];
/** Run again in a soak only: most of what these test happens before a statement is sent. */
const SOAKED = ['access.test.ts', 'bad-bodies.test.ts', 'openapi.test.ts', 'simulator-presets.test.ts'];

/** Magic amounts change responses on purpose. */
const UNCHECKED = ['magic-amounts.test.ts'];

const files = readdirSync(TESTS).filter(
  (name) =>
    name.endsWith('.test.ts') &&
    !EXCLUDED.includes(name) &&
    (isSoak || !SOAKED.includes(name)) &&
    usesDefaultEngine(name),
);

presetEngine('postgres');
for (const file of files)
  describe(`${file} on PostgreSQL`, () => {
    before(() => presetProxy(UNCHECKED.includes(file) ? undefined : startCheckingProxy));
    return import(`../${file}`);
  });

after(() => {
  const checked = CHECKERS.flatMap((checker) => [...checker.checked]);
  const total = checked.reduce((sum, [, count]) => sum + count, 0);
  const kinds = new Set(checked.map(([name]) => name));
  console.log(`${total} responses checked, ${kinds.size} operations and statuses`);
  assert.deepEqual(
    CHECKERS.flatMap(({ violations }) => violations),
    [],
  );
  const succeeded = [...kinds].filter((name) => name.endsWith(' 200') && !/^(?:control|health)\./.test(name));
  assert.equal(succeeded.length, OPERATIONS.length, succeeded.join());
});
