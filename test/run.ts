/**
 * Runs the tests. `npm test`: types, and every test but the proofs, in Chromium. `npm run test:engines`: the
 * tests whose result can differ, in Firefox and WebKit. `npm run test:proofs`: a seeded sample of the proofs,
 * with each proof of the element in one engine, and of the mutants. `npm run soak`: every case in every
 * engine, and every mutant. Arguments narrow a run to the files whose path contains one: `npm test -- qr`.
 */
import { availableParallelism } from 'node:os';
import { typesCheck } from '../scripts/check.js';
import { mutantJobs } from './mutants/run.js';
import { leftOut, testableHere } from './machine.js';
import { dependsOnEngine } from './runner/engines.js';
import { isProof, isWanted, testFiles } from './runner/files.js';
import { inParallel, jobsOf } from './runner/processes.js';
import { countsText, NO_TESTS, printFailures, printLine, sum, type Report } from './runner/report.js';

const flags = process.argv.slice(2).filter((arg) => arg.startsWith('--'));
const isProofRun = flags.includes('--proofs') || flags.includes('--soak');
const isEngineRun = flags.includes('--engines');
if (!isProofRun) process.env['ENGINES'] ??= isEngineRun ? 'firefox,webkit' : 'chromium';

/** Checks the types, unless an argument selects test files. */
async function checks(): Promise<Report[]> {
  if (isProofRun || isEngineRun || !isWanted('types')) return [];
  const { name, ok, output, seconds } = await typesCheck();
  const failures = ok ? [] : [{ title: name, detail: output }];
  const report = { ...NO_TESTS, name, passed: Number(ok), failed: Number(!ok), seconds, failures, notes: [] };
  printLine(report);
  return [report];
}

const started = performance.now();
const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(0)} s`;
const files = testFiles().filter(
  (file) => isProof(file) === isProofRun && (!isEngineRun || dependsOnEngine(file)),
);
const { lines, others } = jobsOf(testableHere(files), flags.includes('--proofs'));
const mutants = isProofRun ? mutantJobs() : [];

const reports = await checks();
// No more processes than cores: a browser that waits for a core misses what a payer is promised, such as a
// copy within 0.7 s.
const width = availableParallelism();
reports.push(...(await inParallel(width, [...mutants, ...others], printLine, lines)));

const counts = sum(reports);
printFailures(reports);
if (reports.length === 0)
  console.log('This run has no test with such a path: try npm test, or npm run test:proofs.');
for (const note of leftOut(files, isProofRun)) console.log(`skipped: ${note}`);
console.log(`\n${reports.length} files and checks in ${seconds()}`);
console.log(countsText(counts));
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
