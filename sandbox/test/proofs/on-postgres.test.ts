/** Runs the test files that use a default database on a PostgreSQL server too; by themselves they run on PGlite. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { presetEngine } from '../test-sandbox.js';

const TESTS = new URL('../', import.meta.url);

/** Whether a file leaves the choice of the database to `test-sandbox.ts`. */
function usesDefaultEngine(file: string): boolean {
  return /new TestSandbox\(|openDb\(\)/.test(readFileSync(new URL(file, TESTS), 'utf8'));
}

/** What these files test does not depend on the database. */
const EXCLUDED = ['bad-bodies.test.ts', 'faults.test.ts', 'fault-effects.test.ts', 'journal.test.ts'];

const files = readdirSync(TESTS).filter((name) => name.endsWith('.test.ts') && !EXCLUDED.includes(name));

presetEngine('postgres');
for (const file of files)
  if (usesDefaultEngine(file)) describe(`${file} on PostgreSQL`, () => import(`../${file}`));
