import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dependents, inGroups, inTurn } from './files.js';
import { filesOf } from './imports.js';
import { inParallel, jobsOf, runNodeFile, runNodeFiles } from './processes.js';
import { countsText, sum } from './report.js';

describe('the report of a test file', () => {
  it('counts tests but not suites, and lists every failure, even if a server stays open', async () => {
    const report = await runNodeFile('test/runner/fixtures/outcomes.ts');
    assert.equal(countsText(report), '2 passed, 3 failed, 2 skipped');
    assert.deepEqual(
      report.failures.map(({ title }) => title),
      ['a suite > fails', 'a suite with a broken hook > is cancelled', 'a suite with a broken hook'],
    );
    assert.match(report.failures[0]!.detail, /one is not two/);
    assert.match(report.failures[2]!.detail, /the hook is broken/);
    assert.deepEqual(report.notes, [
      'skipped: a suite > is skipped',
      '7 cases',
      'skipped: a suite that needs a server (no server was found)',
    ]);
  });

  it('fails with the error of a file that cannot be loaded', async () => {
    const { failed, failures } = await runNodeFile('test/runner/fixtures/crash.ts');
    assert.equal(failed, 1);
    assert.match(failures[0]!.detail, /this file cannot be loaded/);
  });

  it('covers only its own file if several share a process', async () => {
    const names = ['crash', 'outcomes'].map((name) => `test/runner/fixtures/${name}.ts`);
    const reports = await runNodeFiles(names);
    assert.deepEqual(
      reports.map(({ name, passed, failed }) => [name, passed, failed]),
      [
        [names[0], 0, 1],
        [names[1], 2, 3],
      ],
    );
  });

  it('fails for every file whose tests did not run because the process ended', async () => {
    const names = ['exit', 'late'].map((name) => `test/runner/fixtures/${name}.ts`);
    const reports = await runNodeFiles(names);
    assert.deepEqual(
      reports.map(({ name, failed }) => [name, failed]),
      names.map((name) => [name, 1]),
    );
    assert.equal(reports[1]!.failures[0]!.title, 'no test ran');
  });
});

describe('the groups of test files that share a process', () => {
  it('keep apart the files that replace timers, themselves or by a module that they import', () => {
    const replacing = ['test/server/kit/limiter.test.ts', 'test/server/kit/session.test.ts'];
    const others = ['test/server/client/input.test.ts', 'test/server/client/errors.test.ts'];
    assert.deepEqual(inGroups([others[0]!, replacing[0]!, replacing[1]!, others[1]!]), [others, replacing]);
  });

  it('leave out a file that sets environment variables', () => {
    const alone = 'test/server/client/guide.test.ts';
    const others = ['test/server/kit/limiter.test.ts', 'test/server/kit/session.test.ts'];
    assert.deepEqual(inGroups([others[0]!, alone, others[1]!]), [others, [alone]]);
  });
});

describe('jobs side by side', () => {
  it('run at most the given number at a time, one of each line, and are all reported', async () => {
    const running = { all: 0, line: 0 };
    const most = { all: 0, line: 0 };
    const report = { name: '', passed: 1, failed: 0, skipped: 0, seconds: 0, failures: [], notes: [] };
    const jobOf = (isInLine: boolean) => async () => {
      running.all++;
      running.line += Number(isInLine);
      most.all = Math.max(most.all, running.all);
      most.line = Math.max(most.line, running.line);
      await new Promise(setImmediate);
      running.all--;
      running.line -= Number(isInLine);
      return [report];
    };
    const jobs = Array.from({ length: 5 }, () => jobOf(false));
    const reports = await inParallel(3, jobs, () => undefined, [[jobOf(true), jobOf(true)]]);
    assert.deepEqual(most, { all: 3, line: 1 });
    assert.equal(countsText(sum(reports)), '7 passed, 0 failed');
  });

  it('all run even if there are more lines than jobs at a time', async () => {
    const report = { name: '', passed: 1, failed: 0, skipped: 0, seconds: 0, failures: [], notes: [] };
    const line = [() => Promise.resolve([report])];
    const reports = await inParallel(2, [], () => undefined, [line, line, line]);
    assert.equal(reports.length, 3);
  });

  it('have a line each for the end-to-end tests, for those that build, and for the element', () => {
    const { lines, others } = jobsOf([
      ...['test/e2e/shop.test.ts', 'test/e2e/wallet.test.ts', 'test/widget/qr.test.ts'],
      ...['test/build/package.test.ts', 'test/build/release.test.ts', 'test/core/money.test.ts'],
    ]);
    assert.deepEqual(
      [...lines, others].map(({ length }) => length),
      [1, 1, 1, 2],
    );
  });
});

describe('the proofs of the element in a sample', () => {
  it('run once, in each engine by turns', () => {
    const turns = inTurn(['a', 'b', 'c', 'd'], ['chromium', 'firefox', 'webkit']);
    assert.deepEqual(turns, [
      { engine: 'chromium', files: ['a', 'd'] },
      { engine: 'firefox', files: ['b'] },
      { engine: 'webkit', files: ['c'] },
    ]);
  });
});

describe('the files of a test', () => {
  it('do not make a proof or an end-to-end test run, unless it is saved itself', () => {
    const files = ['core/money', 'proofs/core/keys', 'e2e/shop'].map((name) => `test/${name}.test.ts`);
    assert.deepEqual(dependents('src/core/money.ts', files), files.slice(0, 1));
    for (const file of files) assert.deepEqual(dependents(file, files), [file]);
  });

  it('include those that it imports by the name of the package', () => {
    const files = filesOf('test/server/kit/store/postgres.test.ts');
    assert.ok(files.has('src/kit-postgres.ts') && files.has('src/server/kit/store/postgres/slips.ts'));
  });
});
