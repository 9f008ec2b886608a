/** Test counts as printed on the last line of a run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Failure {
  /** Suite and test titles, joined with ` > `. */
  readonly title: string;
  /** Error message, stack and, for a process that crashed, its output. */
  readonly detail: string;
}

/** The outcome of one test file, check or mutant. */
export interface Report extends Counts {
  readonly name: string;
  readonly seconds: number;
  readonly failures: readonly Failure[];
  /** Lines printed below the counts: figures that a test reports, and what was skipped. */
  readonly notes: readonly string[];
}

/** The report of a test file so far. */
export interface FileReport extends Report {
  /** The test that started last. */
  readonly running?: string;
  /** Whether all of its tests have run. */
  readonly isDone: boolean;
}

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 };

export function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    skipped: all.reduce((total, { skipped }) => total + skipped, 0),
  };
}

/** `12 passed, 0 failed`, with `, 1 skipped` if tests were skipped. */
export function countsText({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The note that says what a run has not tested, and why, if the reason is known. */
export function skipNote(path: readonly string[], reason?: string | boolean): string {
  return `skipped: ${path.join(' > ')}${typeof reason === 'string' && reason !== '' ? ` (${reason})` : ''}`;
}

/** Prints one line per report. Failures are printed together at the end of the run. */
export function printLine(report: Report): void {
  const mark = report.failed > 0 ? 'FAILED' : 'ok    ';
  const seconds = `${report.seconds.toFixed(1)} s`.padStart(8);
  console.log(`${mark} ${seconds}  ${report.name}: ${countsText(report)}`);
  for (const note of report.notes) console.log(`                  ${note}`);
}

/** If a file has more failures than this, they share one cause, and the titles of the others are enough. */
const MAX_DETAILS = 10;

/** Prints each failure with its detail, without the stack frames of Node itself. */
export function printFailures(reports: readonly Report[]): void {
  for (const { name, failures } of reports) {
    for (const [index, { title, detail }] of failures.entries()) {
      console.log(`\nFAILED ${name}\n  ${title}`);
      const lines = detail.split('\n').filter((line) => !line.includes('(node:internal/'));
      if (index < MAX_DETAILS) console.log(lines.join('\n').trimEnd().replace(/^/gm, '    '));
    }
  }
}
