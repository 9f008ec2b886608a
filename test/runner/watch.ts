/**
 * `npm run test:watch`: each time a file is saved, runs the test files that it is part of. Arguments narrow it to test
 * files whose path contains one of them: `npm run test:watch -- test/core`. `ENGINES=chromium` runs one engine alone.
 */
import { existsSync, readFileSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { inGroups, isWidget, testFiles } from './files.js';
import { inParallel, nodeJobs, runWidgetFiles } from './processes.js';
import { countsText, printFailures, printLine, sum } from './report.js';

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** The file of the repository that an import names; undefined for an installed package. */
function resolve(from: string, name: string): string | undefined {
  const path = name.startsWith('.')
    ? join(dirname(from), name)
    : name.replace(/^deposit-slip-sandbox$/, 'sandbox/src/index').replace(/^deposit-slip\//, 'src/');
  return [`${path.replace(/\.js$/, '')}.ts`, path].find((file) => existsSync(file));
}

/** A file and every file that it imports, directly or not. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !/\.[jt]s$/.test(file)) return found;
  found.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const imported = resolve(file, name!);
    if (imported !== undefined) filesOf(imported, found);
  }
  return found;
}

async function runTestsOf(changed: string): Promise<void> {
  const files = testFiles().filter((file) => filesOf(file).has(changed));
  console.log(`\n${changed}: ${files.length} test files`);
  const jobs = nodeJobs(inGroups(files.filter((file) => !isWidget(file))));
  const widgetFiles = files.filter(isWidget);
  const reports = [
    ...(await inParallel(2, jobs, printLine)),
    ...(widgetFiles.length > 0 ? await runWidgetFiles(widgetFiles, {}, printLine) : []),
  ];
  printFailures(reports);
  console.log(countsText(sum(reports)));
}

let queue = Promise.resolve();
const waiting = new Set<string>();
for (const folder of ['src', 'test', 'sandbox/src', 'sandbox/test', 'demo', 'scripts'])
  watch(folder, { recursive: true }, (_, name) => {
    const changed = join(folder, String(name));
    // An editor reports several changes for one save.
    if (!/\.[jt]s$/.test(changed) || waiting.has(changed) || !existsSync(changed)) return;
    waiting.add(changed);
    queue = queue.then(() => (waiting.delete(changed), runTestsOf(changed)));
  });
console.log('Waiting for changes');
