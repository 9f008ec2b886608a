/**
 * Test files that leave the choice of the database to `test-sandbox.ts` run on PGlite by themselves. This
 * proof runs them on a PostgreSQL server too. A proxy between the tests and the sandbox checks every response
 * against the sandbox's OpenAPI document.
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
 * The files whose tests book money or read every record. A soak runs all files. PGlite is PostgreSQL too, and
 * engines.test.ts compares the two where they could differ.
 */
const SAMPLE = ['channels', 'deposits', 'ledger', 'payouts', 'returns', 'wire'].map(
  (name) => `${name}.test.ts`,
);
/**
 * Files that are not run again, because they do not depend on the database, or name both databases
 * themselves.
 */
const EXCLUDED = [
  ...['faults.test.ts', 'journal.test.ts', 'simulator-languages.test.ts'],
  ...['reachable.test.ts', 'snapshot-files.test.ts'],
];
/** Magic amounts change responses on purpose, so these responses are not checked. */
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
