import { writeFileSync } from 'node:fs';
import type { Reporter, TestSession, TestSuiteResult } from '@web/test-runner-core';

/** What every runner tells test/run.ts about its tests, as JSON in the file TEST_REPORT names. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

function ofSuite(suite: TestSuiteResult | undefined): Counts {
  if (suite === undefined) return NOTHING;
  const here = suite.tests.map((test): Counts => {
    if (test.skipped) return { ...NOTHING, skipped: 1 };
    return test.passed ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
  });
  return [...here, ...suite.suites.map(ofSuite)].reduce(add, NOTHING);
}

function failuresOf(suite: TestSuiteResult | undefined): string[] {
  if (suite === undefined) return [];
  const here = suite.tests.filter(({ passed, skipped }) => !passed && !skipped).map(({ name }) => name);
  return [...here, ...suite.suites.flatMap(failuresOf)];
}

/** A file that could not be loaded or was interrupted has no failed test to count, so it counts as one. */
function ofSession(session: TestSession): Counts {
  const counts = ofSuite(session.testResults);
  return session.passed === true || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

export function countingReporter(): Reporter {
  return {
    onTestRunFinished({ sessions }) {
      const file = process.env['TEST_REPORT'];
      if (file === undefined) return;
      const counts = sessions.map(ofSession).reduce(add, NOTHING);
      const failures = sessions.flatMap(({ testResults }) => failuresOf(testResults));
      writeFileSync(file, JSON.stringify({ ...counts, failures }));
    },
  };
}
