/** Writes what was measured into bench/README.md, and draws the picture of the README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { browserTables, browserTargets } from './browser/report.js';
import type { BrowserResults } from './browser/results.js';
import { drawing } from './drawing.js';
import { readResults } from './results.js';
import { targetTable } from './table.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const README = 'bench/README.md';

/** Every file with results in it, and its text. */
export async function reportFiles(): Promise<ReadonlyMap<string, string>> {
  const browser = readResults<BrowserResults>('browser');
  const tables = new Map([['targets', targetTable(browserTargets(browser))], ...browserTables(browser)]);
  const { loads } = browser;
  return new Map([
    [README, await filled(readFileSync(`${ROOT}${README}`, 'utf8'), tables)],
    ['docs/images/bench-light.svg', drawing({ loads: loads!.figures }, 'light')],
    ['docs/images/bench-dark.svg', drawing({ loads: loads!.figures }, 'dark')],
  ]);
}

export async function writeReport(): Promise<void> {
  for (const [file, text] of await reportFiles()) writeFileSync(`${ROOT}${file}`, text);
}

/** A text with each table between the markers of its name. */
async function filled(text: string, tables: ReadonlyMap<string, string>): Promise<string> {
  const result = text.replaceAll(
    /^<!-- (.+) -->\n[^]*?^<!-- \/\1 -->$/gm,
    (_, name: string) => `<!-- ${name} -->\n\n${tables.get(name)}\n\n<!-- /${name} -->`,
  );
  return format(result, { parser: 'markdown', singleQuote: true, printWidth: 110 });
}
