/**
 * Runs tests against small wrong versions of the product: mistakes that are drawn by a seed, whose survivors
 * a run lists, and a few that are named, which a proof must catch.
 */
import { allTestFiles, dependents, isEndToEnd, isProof, isWanted, isWidget } from '../runner/files.js';
import { filesOf } from '../runner/imports.js';
import { runNodeFile, runWidgetFiles, type Job, type Settings } from '../runner/processes.js';
import type { Report } from '../runner/report.js';
import { SEED } from '../seed.js';
import { drawMutants } from './draw.js';
import { environmentOf, type Mutant } from './mutants.js';
import { mutantOf, NAMED } from './named.js';

const isSoak = process.argv.includes('--soak');
/** How many are drawn: `MUTANTS=200 SEED=7 npm run test:proofs -- mutants` draws 200 others. */
const DRAWN = Number(process.env['MUTANTS'] ?? (isSoak ? 2_000 : 2));
/** How many of the tests that use the file are run: those that use the fewest others tell the most. */
const MAX_TESTS = 4;
/** In minutes. A mistake may make a loop endless. */
const TIMEOUT = 1;

const titleOf = (name: string): string => `test/mutants: ${name}`;

/** A job for each mutant. A sample takes one of those that are named. */
export function mutantJobs(): Job[] {
  const wanted = NAMED.filter(({ name }) => isWanted(titleOf(name)));
  const named = isSoak || wanted.length < NAMED.length ? wanted : [wanted[SEED % wanted.length]!];
  const isDrawn = isWanted(titleOf('drawn'));
  const drawn = isDrawn ? drawMutants(DRAWN, SEED) : [];
  return [
    ...named.map((mutant) => job(() => runNamed(mutant))),
    ...drawn.map((mutant) => job(() => runDrawn(mutant))),
  ];
}

function job(run: () => Promise<Report>): Job {
  return async (onReport) => {
    const report = await run();
    onReport(report);
    return [report];
  };
}

/** Passes if the proof that must fail does. */
async function runNamed(named: (typeof NAMED)[number]): Promise<Report> {
  const [file, title] = named.caughtBy;
  const pattern = title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return timed(named.name, async () => {
    const env = { ...environmentOf(mutantOf(named)), SOAK: '', TEST_NAME: pattern };
    const reports = await runFiles([file], { env, flags: [`--test-name-pattern=${pattern}`] });
    const isCaught = reports.some(({ failures }) =>
      failures.some((failure) => failure.detail !== '' && failure.title.includes(title)),
    );
    return isCaught ? {} : { failures: [{ title: file, detail: `The test "${title}" does not fail.` }] };
  });
}

/** Always passes, and names the mistake if no test fails on it: some change nothing that can be seen. */
async function runDrawn(mutant: Mutant): Promise<Report> {
  return timed('drawn', async () => {
    const settings = { env: environmentOf(mutant), minutes: TIMEOUT };
    for (const files of stepsFor(mutant))
      if ((await runFiles(files, settings)).some(({ failed }) => failed > 0)) return {};
    return { notes: [`survived: ${mutant.name}`] };
  });
}

/** The tests to run, one after the other: those of Node first, and those of the element together. */
function stepsFor({ file }: Mutant): string[][] {
  const uses = dependents(
    file,
    allTestFiles().filter((test) => !isProof(test) && !isEndToEnd(test)),
  );
  const nearest = uses.toSorted((one, other) => filesOf(one).size - filesOf(other).size);
  const node = nearest.filter((test) => !isWidget(test)).slice(0, MAX_TESTS);
  const widget = nearest.filter(isWidget).slice(0, MAX_TESTS - node.length);
  return [...node.map((test) => [test]), ...(widget.length > 0 ? [widget] : [])];
}

async function runFiles(
  files: readonly string[],
  { env, flags = [], minutes }: Settings,
): Promise<readonly Report[]> {
  const settings = { env: { ...env, ENGINES: 'chromium' }, ...(minutes && { minutes }) };
  if (isWidget(files[0]!)) return runWidgetFiles(files, settings);
  return Promise.all(files.map((file) => runNodeFile(file, { ...settings, flags })));
}

async function timed(
  name: string,
  run: () => Promise<Partial<Pick<Report, 'failures' | 'notes'>>>,
): Promise<Report> {
  const started = performance.now();
  const { failures = [], notes = [] } = await run();
  const [passed, failed] = [Number(failures.length === 0), failures.length];
  const seconds = (performance.now() - started) / 1000;
  return { name: titleOf(name), passed, failed, skipped: 0, seconds, failures, notes };
}
