import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { isEndToEnd, isWanted, isWidget } from '../runner/files.js';
import { runNodeFile, runWidgetFiles, type Job } from '../runner/processes.js';
import type { Report } from '../runner/report.js';
import '../seed.js';
import { MUTANTS, type Mutant } from './mutants.js';
import { mutated } from './mutate.js';

const isSoak = process.argv.includes('--soak');
/**
 * How many mutants run in `npm run test:proofs`: of those that need a browser or a database, and of the
 * others.
 */
const SAMPLES = { slow: 2, fast: 8 };

/**
 * A job for each mutant. It passes if the test that must fail does fail. A soak, and a run that arguments
 * select, run every mutant; other runs take a seeded sample.
 */
export function mutantJobs(): Job[] {
  const wanted = MUTANTS.filter(({ name }) => isWanted(titleOf(name)));
  const chosen = isSoak || wanted.length < MUTANTS.length ? wanted : sampled(wanted);
  if (chosen.length > 0) console.log(`${chosen.length} of ${MUTANTS.length} mutants`);
  return chosen.map((mutant) => async (onReport) => {
    const report = await runMutant(mutant);
    onReport(report);
    return [report];
  });
}

function sampled(mutants: readonly Mutant[]): Mutant[] {
  const slow = mutants.filter(
    ({ caughtBy: [file] }) => isWidget(file) || isEndToEnd(file) || file.startsWith('sandbox/'),
  );
  const fast = mutants.filter((mutant) => !slow.includes(mutant));
  return [...randomSample(slow, SAMPLES.slow), ...randomSample(fast, SAMPLES.fast)];
}

function randomSample(mutants: readonly Mutant[], wanted: number): readonly Mutant[] {
  const size = Math.min(wanted, mutants.length);
  const [sample] = fc.sample(fc.shuffledSubarray([...mutants], { minLength: size, maxLength: size }), 1);
  return sample!;
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
  // The test server builds the script-tag file, and applies the edits to the result.
  if (!file.startsWith('cdn/')) mutated(mutant, readFileSync(file, 'utf8'));
  const isTest = (title: string): boolean => title.includes(test);
  if (isSoak && (await failuresWith(mutant, {})).some(isTest))
    return `The test "${test}" fails by itself, without the mutant.`;
  const titles = await failuresWith(mutant, {
    MUTANT: name,
    // Processes that the test starts load the mutant too, as do the back ends of element tests.
    NODE_OPTIONS: `--import tsx --import ${new URL('load.ts', import.meta.url).href}`,
  });
  if (titles.some(isTest)) return undefined;
  return `mutant "${name}": the test "${test}" does not fail; tests that fail: ${titles.join('; ') || 'none'}`;
}

/**
 * Runs the test that must fail (an element test runs in Chromium only) and returns the titles of the
 * failures.
 */
async function failuresWith(
  { caughtBy: [file, test] }: Mutant,
  env: Record<string, string>,
): Promise<string[]> {
  const pattern = test.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const settings = {
    env: { ...env, ENGINES: 'chromium', SOAK: '', TEST_NAME: pattern },
    flags: isWidget(file) ? [] : [`--test-name-pattern=${pattern}`],
  };
  const reports = isWidget(file)
    ? await runWidgetFiles([file], settings)
    : [await runNodeFile(file, settings)];
  // Element tests that did not run are reported as failed, but without details.
  return reports.flatMap(({ failures }) =>
    failures.filter(({ detail }) => detail !== '').map(({ title }) => title),
  );
}
