/**
 * Runs test files that leave the choice of the database to `test-sandbox.ts` on a PostgreSQL server too; by
 * themselves they run on PGlite. Between them and the sandbox is a proxy that checks every response by the
 * sandbox's OpenAPI document.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { OPERATIONS } from '../../src/operations/index.js';
import { isSoak } from '../../../test/proofs/scale.js';
import { CHECKERS, startCheckingProxy } from '../checking-proxy.js';
import { presetEngine, presetProxy } from '../test-sandbox.js';

const TESTS = new URL('../', import.meta.url);

/**
 * Those that book money, and those that read every record. A soak runs all: PGlite is PostgreSQL too, and
 * engines.test.ts compares the two where they could differ.
 */
const SAMPLE = ['channels', 'deposits', 'ledger', 'payouts', 'returns', 'wire'].map(
  (name) => `${name}.test.ts`,
);
/** Never run again: these do not depend on the database, or name both databases themselves. */
const EXCLUDED = [
  ...['faults.test.ts', 'journal.test.ts', 'simulator-languages.test.ts'],
  ...['reachable.test.ts', 'snapshot-files.test.ts'],
];
/** Magic amounts change responses on purpose. */
const UNCHECKED = ['magic-amounts.test.ts'];

const isOnDefaultEngine = (file: string): boolean =>
  /new TestSandbox\(|openDb\(\)/.test(readFileSync(new URL(file, TESTS), 'utf8'));

const files = readdirSync(TESTS).filter(
  (name) =>
    name.endsWith('.test.ts') &&
    (isSoak ? !EXCLUDED.includes(name) && isOnDefaultEngine(name) : SAMPLE.includes(name)),
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
