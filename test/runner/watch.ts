/**
 * `npm run test:watch`: whenever a file is saved, runs the test files that depend on it, but a proof or an
 * end-to-end test only if it is saved itself. Arguments select test files whose path contains one of them:
 * `npm run test:watch -- test/core`. `ENGINES=chromium` runs one engine only.
 */
import { existsSync, watch } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { dependents, testFiles } from './files.js';
import { inParallel, jobsOf } from './processes.js';
import { countsText, printFailures, printLine, sum } from './report.js';

async function runTestsOf(changed: string): Promise<void> {
  const files = dependents(changed, testFiles());
  console.log(`\n${changed}: ${files.length} test files`);
  const { lines, others } = jobsOf(files);
  const reports = await inParallel(availableParallelism(), others, printLine, lines);
  printFailures(reports);
  console.log(countsText(sum(reports)));
}

let queue = Promise.resolve();
const waiting = new Set<string>();
for (const folder of ['src', 'test', 'sandbox/src', 'sandbox/test', 'demo', 'scripts', 'bench'])
  watch(folder, { recursive: true }, (_, name) => {
    const changed = join(folder, String(name));
    // An editor reports several changes for one save.
    if (!/\.[jt]s$/.test(changed) || waiting.has(changed) || !existsSync(changed)) return;
    waiting.add(changed);
    queue = queue.then(() => (waiting.delete(changed), runTestsOf(changed)));
  });
console.log('Waiting for changes');
