import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { MUTANTS, type Mutant } from './mutants.js';

const IMPORTS = ['tsx', './test/seed.ts', './test/mutants/load.ts'];
const NODE = ['--conditions=@deposit-slip/source', ...IMPORTS.flatMap((name) => ['--import', name])];
const RUNNER = join('node_modules', '@web', 'test-runner', 'dist', 'bin.js');

/** The tests that fail with the mutant in place: in Node for the core, in Chromium for the element. */
async function failuresOf({ name, caughtBy: { file } }: Mutant): Promise<readonly string[]> {
  const isWidget = /^test\/(proofs\/)?widget\//.test(file);
  const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
  const report = join(folder, 'report');
  const tap = ['--test-reporter=tap', `--test-reporter-destination=${report}`];
  const run = isWidget ? [...NODE, RUNNER, '--files', file] : [...NODE, '--test', ...tap, file];
  try {
    const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
    const env = { ...environment, MUTANT: name, ENGINES: 'chromium', TEST_REPORT: report };
    await once(spawn(process.execPath, run, { env, stdio: 'ignore' }), 'close');
    const text = readFileSync(report, 'utf8');
    if (isWidget) return (JSON.parse(text) as { failures: string[] }).failures;
    return [...text.matchAll(/^\s*not ok \d+ - (.*)$/gm)].map(([, test]) => test ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Each is mostly a browser that starts: two at a time share the machine well.
describe('a small wrong version is caught', { concurrency: 2 }, () => {
  for (const mutant of MUTANTS)
    it(mutant.name, async () => {
      const failures = await failuresOf(mutant);
      const { test } = mutant.caughtBy;
      assert.ok(
        failures.some((name) => name.includes(test)),
        `"${test}" does not see it; what fails: ${failures.join('; ') || 'nothing'}`,
      );
    });
});
