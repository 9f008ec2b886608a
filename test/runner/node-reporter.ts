/**
 * A reporter for Node's test runner: sends the reports of the files of a process (node-files.ts) to the
 * parent process. Suites are not counted, but one whose hook failed counts as a failed test, and one that is
 * skipped as a skipped test.
 */
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { skipNote, type FileReport } from './report.js';

interface TestError extends Error {
  failureType?: string;
}

/** The totals that Node itself prints at the end. */
const TOTALS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  // The titles of the test and of the suites around it; the first is the file.
  const path: string[] = [];
  let file = emptyReport('');
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:start') {
      path.splice(data.nesting, Infinity, data.name);
      if (data.nesting === 0) file = emptyReport(data.name);
    } else if (type === 'test:dequeue') file.running = data.name;
    else if (type === 'test:diagnostic' && !TOTALS.test(data.message)) {
      // A top-level diagnostic belongs to no test: something happened after its test had ended, and the
      // process fails.
      if (data.nesting > 0) file.notes.push(data.message);
      else yield `${data.message}\n`;
    } else if (type === 'test:fail') {
      const error = data.details.error as TestError;
      const title = [...path.slice(0, data.nesting), data.name].slice(1).join(' > ') || 'the file';
      if (error.failureType !== 'subtestsFailed')
        file.failures.push({ title, detail: inspect(error.cause ?? error) });
    } else if (type === 'test:pass' && (data.skip !== undefined || data.todo !== undefined)) {
      file.skipped++;
      file.notes.push(skipNote([...path.slice(1, data.nesting), data.name], data.skip ?? data.todo));
    } else if (type === 'test:pass' && data.details.type !== 'suite') file.passed++;
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0) {
      file.seconds = data.details.duration_ms / 1000;
      file.isDone = true;
    }
    // Sent repeatedly, so that a file that never ends is reported with the test that was running.
    if (file.name !== '') await sent({ ...file, failed: file.failures.length });
    if (file.isDone) file = emptyReport('');
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

function emptyReport(name: string): Mutable<FileReport> {
  return { name, passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [], notes: [], isDone: false };
}

/**
 * Resolves when a message has been sent. The process ends with its tests, and unsent messages would be lost.
 */
function sent(message: FileReport): Promise<unknown> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve(undefined);
    else process.send(message, resolve);
  });
}
