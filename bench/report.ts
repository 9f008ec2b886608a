/** Writes the results into bench/README.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { formatted } from '../scripts/format.js';
import { ROOT } from '../test/root.js';
import { browserTables, browserTargets, seenSummary } from './browser/report.js';
import type { BrowserResults } from './browser/results.js';
import { readResults, type Run } from './results.js';
import { growthSummary, serverTables, serverTargets } from './server/report.js';
import type { ServerFigures } from './server/results.js';
import { table, targetTable } from './table.js';

const README = 'bench/README.md';

/**
 * The text of every file that contains results. Throws if a part of the browser benchmark has never been
 * measured.
 */
export async function reportFiles(): Promise<ReadonlyMap<string, string>> {
  const browser = readResults<BrowserResults>('browser');
  const server = readResults<ServerFigures>('server');
  const tables = new Map([
    ['targets', targetTable([...browserTargets(browser), ...serverTargets(server)])],
    ['runs', runsTable({ ...browser, ...server })],
    ...browserTables(browser),
    ...serverTables(server),
  ]);
  return new Map([[README, await filled(readFileSync(`${ROOT}${README}`, 'utf8'), tables)]]);
}

/** The table in the sandbox's README about large ledgers. */
export function growthTable(): string {
  return growthSummary(readResults<ServerFigures>('server').growth!);
}

/** The sentence in the README about a page that shows a payment. */
export function seenTable(): string {
  return seenSummary(readResults<BrowserResults>('browser').loads!.figures);
}

/** The date and the environment of each part's measurement. */
function runsTable(results: Readonly<Record<string, Run>>): string {
  const rows = Object.entries(results).map(([part, { date, cores, on }]) => [part, date, on, String(cores)]);
  return table(['part', 'measured on', 'with', 'cores'], rows);
}

/** Writes these files, once every part of the browser benchmark has been measured. */
export async function writeReport(): Promise<void> {
  const { bytes, loads } = readResults<BrowserResults>('browser');
  if (!bytes || !loads) {
    console.log('bench/README.md needs every part of npm run bench.');
    return;
  }
  for (const [file, text] of await reportFiles()) writeFileSync(`${ROOT}${file}`, text);
}

/** Writes each table between the markers of its name. Markers without a table keep their text. */
async function filled(text: string, tables: ReadonlyMap<string, string>): Promise<string> {
  const result = text.replaceAll(/^<!-- (.+) -->\n[^]*?^<!-- \/\1 -->$/gm, (before, name: string) =>
    tables.has(name) ? `<!-- ${name} -->\n\n${tables.get(name)}\n\n<!-- /${name} -->` : before,
  );
  return formatted(README, result);
}
