/**
 * Runs the tests. `npm test`: types, lint, format and every test but the proofs. `npm run test:proofs`: a
 * seeded sample of the proofs, with each proof of the element in one engine, and of the mutants.
 * `npm run soak`: every case in every engine, and every mutant. Arguments narrow a run to the test files
 * whose path contains one of them: `npm test -- widget/qr test/core`.
 */
import { availableParallelism } from 'node:os';
import { check } from '../scripts/check.js';
import { missingEngineNotes } from './browsers/find.js';
import { mutantJobs } from './mutants/run.js';
import { isEndToEnd, isProof, isWanted, isWidget, testFiles } from './runner/files.js';
import { missingNodeNotes } from './runner/nodes.js';
import { inParallel, jobsOf } from './runner/processes.js';
import { countsText, printFailures, printLine, sum, type Report } from './runner/report.js';

const flags = process.argv.slice(2).filter((arg) => arg.startsWith('--'));
const isProofRun = flags.includes('--proofs') || flags.includes('--soak');

async function checks(): Promise<Report[]> {
  if (isProofRun || !isWanted('check')) return [];
  const outcomes = await check();
  return outcomes.map(({ name, ok, output, seconds }) => {
    const failures = ok ? [] : [{ title: name, detail: output }];
    const report = {
      name,
      passed: Number(ok),
      failed: Number(!ok),
      skipped: 0,
      seconds,
      failures,
      notes: [],
    };
    printLine(report);
    return report;
  });
}

/**
 * What this machine lacks, so that the tests did without. A proof that needs PostgreSQL starts its own, or
 * fails.
 */
function untested(): string[] {
  const hasPages = files.some((file) => isWidget(file) || isEndToEnd(file));
  const hasPayloads = !isProofRun || process.env['PAYLOADS_DIR'] !== undefined;
  return [
    ...(hasPages ? missingEngineNotes() : []),
    ...(files.includes('test/build/node-versions.test.ts') ? missingNodeNotes() : []),
    ...(hasPayloads ? [] : ['public collections of hostile input, because PAYLOADS_DIR is not set']),
  ];
}

const started = performance.now();
const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(0)} s`;
const files = testFiles().filter((file) => isProof(file) === isProofRun);
const { lines, others } = jobsOf(files, flags.includes('--proofs'));
const mutants = isProofRun ? mutantJobs() : [];

const reports = await checks();
console.log(`Checks done after ${seconds()}`);
// No more processes than cores: a browser that waits for a core misses what a payer is promised, such as a
// copy within 0.7 s.
const width = availableParallelism();
reports.push(...(await inParallel(width, [...mutants, ...others], printLine, lines)));

const counts = sum(reports);
printFailures(reports);
if (reports.length === 0)
  console.log(
    `No ${isProofRun ? 'proof' : 'test but a proof'} has such a path: try ${isProofRun ? 'npm test' : 'npm run test:proofs'}.`,
  );
for (const note of untested()) console.log(`skipped: ${note}`);
console.log(`\n${reports.length} files and checks in ${seconds()}`);
console.log(countsText(counts));
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
