import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inParallel, runNodeFile } from './processes.js';
import { countsText, sum } from './report.js';

describe('the report of a test file', () => {
  it('counts tests but not suites, and has every failure with its message', async () => {
    const report = await runNodeFile('test/runner/fixtures/outcomes.ts');
    assert.equal(countsText(report), '2 passed, 3 failed, 1 skipped');
    assert.deepEqual(
      report.failures.map(({ title }) => title),
      ['a suite > fails', 'a suite with a broken hook > is cancelled', 'a suite with a broken hook'],
    );
    assert.match(report.failures[0]!.detail, /one is not two/);
    assert.match(report.failures[2]!.detail, /the hook is broken/);
    assert.deepEqual(report.notes, ['7 cases']);
  });

  it('fails with the output of a file that cannot be loaded', async () => {
    const { failed, failures } = await runNodeFile('test/runner/fixtures/crash.ts');
    assert.equal(failed, 1);
    assert.match(failures[0]!.detail, /this file cannot be loaded/);
  });
});

describe('jobs side by side', () => {
  it('run in order, no more than asked for at a time, and all are reported', async () => {
    let running = 0;
    let most = 0;
    const report = { name: '', passed: 1, failed: 0, skipped: 0, seconds: 0, failures: [], notes: [] };
    const job = async (): Promise<typeof report> => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return report;
    };
    const reports = await inParallel(2, [job, job, job, job, job]);
    assert.equal(most, 2);
    assert.equal(countsText(sum(reports)), '5 passed, 0 failed');
  });
});
