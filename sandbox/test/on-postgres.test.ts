/** Every suite that runs on a world, as it does on PGlite by itself, here on a PostgreSQL server. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { presetEngine } from './test-sandbox.js';

/** Suites that name their engines themselves are not among them. */
function isOnAnyWorld(file: string): boolean {
  return /new TestSandbox\(|openDb\(\)/.test(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

/** What they see is refused, or changed, before or after any database is asked. */
const ELSEWHERE = ['bad-bodies.test.ts', 'faults.test.ts'];

const suites = readdirSync(new URL('.', import.meta.url)).filter(
  (name) => name.endsWith('.test.ts') && !ELSEWHERE.includes(name),
);

presetEngine('postgres');
for (const suite of suites)
  if (isOnAnyWorld(suite)) describe(`${suite} on PostgreSQL`, () => import(`./${suite}`));
