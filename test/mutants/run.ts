import { readFileSync } from 'node:fs';
import { isWanted, isWidget } from '../runner/files.js';
import { runNodeFile, runWidgetFiles, type Job } from '../runner/processes.js';
import type { Report } from '../runner/report.js';
import { MUTANTS, type Mutant } from './mutants.js';
import { mutated } from './mutate.js';

/** A job for each mutant: it passes if the test that must fail does fail. Element tests run in Chromium alone. */
export function mutantJobs(): Job[] {
  return MUTANTS.filter(({ name }) => isWanted(titleOf(name))).map((mutant) => () => runMutant(mutant));
}

function titleOf(name: string): string {
  return `test/mutants: ${name}`;
}

async function runMutant(mutant: Mutant): Promise<Report> {
  const started = performance.now();
  const survived = await whySurvived(mutant).catch(String);
  return {
    name: titleOf(mutant.name),
    passed: Number(survived === undefined),
    failed: Number(survived !== undefined),
    skipped: 0,
    seconds: (performance.now() - started) / 1000,
    failures: survived === undefined ? [] : [{ title: mutant.caughtBy[0], detail: survived }],
    notes: [],
  };
}

/** Why the mutant counts as not caught; undefined if it was caught. */
async function whySurvived(mutant: Mutant): Promise<string | undefined> {
  const { name, file, caughtBy } = mutant;
  const [, test] = caughtBy;
  // The script-tag file is built by the test server, which applies the edits to what it built.
  if (file.startsWith('src/')) mutated(mutant, readFileSync(file, 'utf8'));
  const reports = await runWith(mutant);
  const failures = reports.flatMap(({ failures }) => failures);
  if (failures.some(({ title }) => title.includes(test))) return undefined;
  const others = failures.map(({ title }) => title).join('; ');
  return `mutant "${name}": the test "${test}" does not fail; tests that fail: ${others || 'none'}`;
}

/** Node loads the mutant too: the back ends of element tests run in the process that starts the browser. */
async function runWith({ name, caughtBy: [file] }: Mutant): Promise<readonly Report[]> {
  const settings = {
    env: { MUTANT: name, ENGINES: 'chromium' },
    flags: ['--import', './test/mutants/load.ts'],
  };
  return isWidget(file) ? runWidgetFiles([file], settings) : [await runNodeFile(file, settings)];
}
