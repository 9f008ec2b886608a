/**
 * A reporter for Node's test runner: sends the report of one test file to the parent process. Suites are not counted; a suite whose
 * hook failed counts as a failed test.
 */
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { Failure } from './report.js';

interface TestError extends Error {
  failureType?: string;
}

/** The totals that Node prints itself at the end of a file. */
const TOTALS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

function failureOf(path: readonly string[], error: TestError): Failure {
  return { title: path.join(' > '), detail: inspect(error.cause ?? error) };
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = [];
  const failures: Failure[] = [];
  const notes: string[] = [];
  let passed = 0;
  let skipped = 0;
  for await (const { type, data } of events) {
    if (type === 'test:start') path.splice(data.nesting, Infinity, data.name);
    else if (type === 'test:diagnostic' && !TOTALS.test(data.message)) notes.push(data.message);
    else if (type === 'test:fail') {
      const error = data.details.error as TestError;
      if (error.failureType !== 'subtestsFailed')
        failures.push(failureOf([...path.slice(0, data.nesting), data.name], error));
    } else if (type === 'test:pass' && data.details.type !== 'suite') {
      if (data.skip !== undefined || data.todo !== undefined) skipped++;
      else passed++;
    }
    // Sent again and again, so that a file that never ends is reported with the test it was in.
    const running = type === 'test:dequeue' && { running: data.name };
    await sent({ passed, failed: failures.length, skipped, failures, notes, ...running });
  }
  // Nothing is printed, but a reporter must be a generator.
  yield '';
}

/** Resolves when a message has left: the process ends with its tests, and would take waiting messages with it. */
function sent(message: object): Promise<unknown> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve(undefined);
    else process.send(message, resolve);
  });
}
