import { relative } from 'node:path';
import { inspect } from 'node:util';
import type { Reporter, TestResultError, TestSession, TestSuiteResult } from '@web/test-runner';
import { isSoak } from '../proofs/scale.js';
import { NO_TESTS, skipNote, sum, type Counts, type Failure, type Report } from '../runner/report.js';

function countsOf(suite: TestSuiteResult | undefined): Counts {
  if (suite === undefined) return NO_TESTS;
  const tests = suite.tests.map((test): Counts => {
    if (test.skipped) return { ...NO_TESTS, skipped: 1 };
    return test.passed ? { ...NO_TESTS, passed: 1 } : { ...NO_TESTS, failed: 1 };
  });
  return sum([...tests, ...suite.suites.map(countsOf)]);
}

function detailOf({ name, message, stack, expected, actual }: TestResultError): string {
  const difference = expected === undefined ? [] : [`expected: ${expected}`, `actual:   ${actual ?? ''}`];
  return [`${name ?? 'Error'}: ${message}`, ...difference, stack ?? ''].join('\n');
}

function failuresOf(suite: TestSuiteResult | undefined, path: readonly string[]): Failure[] {
  if (suite === undefined) return [];
  const failed = suite.tests.filter(({ passed, skipped }) => !passed && !skipped);
  const here = failed.map(({ name, error }) => ({
    title: [...path, name].join(' > '),
    detail: error ? detailOf(error) : '',
  }));
  return [...here, ...suite.suites.flatMap((inner) => failuresOf(inner, [...path, inner.name]))];
}

function skipsOf(suite: TestSuiteResult | undefined, path: readonly string[]): string[] {
  if (suite === undefined) return [];
  const here = suite.tests.filter(({ skipped }) => skipped).map(({ name }) => skipNote([...path, name]));
  return [...here, ...suite.suites.flatMap((inner) => skipsOf(inner, [...path, inner.name]))];
}

/** What the page wrote to its console. */
function logsOf({ logs }: TestSession): string[] {
  return logs.map((args) => args.map((arg) => (typeof arg === 'string' ? arg : inspect(arg))).join(' '));
}

/** A file that could not be loaded or was interrupted counts as one failed test. */
function reportOf(session: TestSession, seconds: number): Report {
  const { browser, errors, passed, request404s, testFile, testResults } = session;
  const counts = countsOf(testResults);
  const isBroken = passed !== true && counts.failed === 0;
  const failures = [
    ...failuresOf(testResults, [browser.name]),
    ...errors.map((error) => ({ title: browser.name, detail: detailOf(error) })),
  ];
  if (passed !== true) {
    const output = [...logsOf(session), ...request404s.map((url) => `404: ${url}`)].join('\n');
    if (output !== '') failures.push({ title: `${browser.name}: console of the file`, detail: output });
  }
  return {
    ...counts,
    failed: isBroken ? 1 : counts.failed,
    name: testFile,
    seconds,
    failures,
    notes: [...skipsOf(testResults, [browser.name]), ...(isSoak ? logsOf(session) : [])],
  };
}

/**
 * Sends the report of each test file to the parent process once every engine has run it. The seconds of a
 * file are added up over the engines.
 */
export function fileReporter(root: string): Reporter {
  const started = new Map<string, number>();
  const ended = new Map<string, number>();
  // The first sessions start before the reporter does, when the process starts.
  const secondsOf = ({ id }: TestSession): number =>
    ((ended.get(id) ?? performance.now()) - (started.get(id) ?? 0)) / 1000;
  return {
    start({ sessions }) {
      sessions.on('session-status-updated', ({ id, status }) => {
        if (status === 'INITIALIZING') {
          started.set(id, performance.now());
          ended.delete(id);
        } else if (status === 'FINISHED') ended.set(id, performance.now());
      });
    },
    reportTestFileResults({ testFile, sessionsForTestFile }) {
      const each = sessionsForTestFile.map((session) => reportOf(session, secondsOf(session)));
      process.send?.({
        ...sum(each),
        name: relative(root, testFile),
        seconds: each.reduce((total, one) => total + one.seconds, 0),
        failures: each.flatMap(({ failures }) => failures),
        notes: each.flatMap(({ notes }) => notes),
      } satisfies Report);
    },
  };
}
